import { equal, ok } from '../assert.ts';
import { suite } from '../suite.ts';
import type { RestResponse, RestSubject } from './rest-subject.ts';
import { expectStatus, password, expectError, restWorld, type RestWorld } from './rest-world.ts';

const cookiePairs = ({ cookies }: RestResponse): Readonly<Record<string, string>> =>
  Object.fromEntries(
    cookies.map((cookie) => {
      const pair = cookie.split(';')[0] ?? '';
      return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const;
    }),
  );

const browserLogin = async (world: RestWorld) => {
  await world.admin();
  const body = { email: 'admin@example.org', password };
  const login = expectStatus(
    await world.anonymous.post('/auth/login', body, world.newClient()),
    200,
  );
  const { auth_token: session = '', csrf_token: csrf = '' } = cookiePairs(login);
  return { session, csrf };
};

const form = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');

const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Protection of users with a browser: CSRF, redirects, framing, CORS. */
export const restBrowserSuite = suite<RestSubject>('REST browser', {
  'a write with a cookie needs the CSRF token of its session, in cookie and header': async (
    subject,
  ) => {
    const world = restWorld(subject);
    const { session, csrf } = await browserLogin(world);
    const write = (cookie: string, headers = {}) =>
      world.as({ Cookie: cookie }).put('/api/settings', { siteName: 'x' }, headers);
    const both = `auth_token=${session}; csrf_token=${csrf}`;
    const other = `${csrf.slice(0, -1)}${csrf.endsWith('0') ? '1' : '0'}`;
    expectError(await write(both), 403, 'csrf_failed');
    expectError(await write(both, { 'X-CSRF-Token': '' }), 403, 'csrf_failed');
    expectError(await write(both, { 'X-CSRF-Token': other }), 403, 'csrf_failed');
    expectError(await write(`auth_token=${session}`, { 'X-CSRF-Token': csrf }), 403, 'csrf_failed');
    const forged = `auth_token=${session}; csrf_token=${other}`;
    expectError(await write(forged, { 'X-CSRF-Token': other }), 403, 'csrf_failed');
    expectStatus(await write(both, { 'X-CSRF-Token': csrf }), 200);
    expectStatus(await world.as({ Cookie: `auth_token=${session}` }).get('/api/settings'), 200);
    const next = await world.anonymous.post(
      '/auth/login',
      { email: 'admin@example.org', password },
      world.newClient(),
    );
    const { csrf_token: otherCsrf = '' } = cookiePairs(next);
    const stolen = `auth_token=${session}; csrf_token=${otherCsrf}`;
    expectError(await write(stolen, { 'X-CSRF-Token': otherCsrf }), 403, 'csrf_failed');
  },

  'a bearer token needs no CSRF token, and API reads set no cookies': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    expectStatus(await caller.put('/api/settings', { siteName: 'x' }), 200);
    for (const path of ['/api/content', '/api/collections', '/api/health', '/api/']) {
      equal((await anonymous.get(path)).cookies, [], `cookies of ${path}`);
    }
  },

  'the login form redirects to the next page, or back with an error': async (subject) => {
    const world = restWorld(subject);
    await world.admin();
    const send = (fields: Readonly<Record<string, string>>, headers = {}) =>
      world.anonymous.send({
        method: 'POST',
        path: '/auth/login/form',
        headers: { ...formType, ...world.newClient(), ...headers },
        body: form({ email: 'admin@example.org', password, ...fields }),
      });
    const good = await send({});
    equal([good.status, good.headers['location']], [303, '/admin'], 'success');
    ok('auth_token' in cookiePairs(good), 'the session cookie is set');
    const failed = await send({ password: 'wrong' });
    const back = '/auth/login?error=invalid_credentials';
    equal([failed.status, failed.headers['location']], [303, back], 'failure');
    equal(
      (await send({ next: '/admin/content?a=1' })).headers['location'],
      '/admin/content?a=1',
      'next',
    );
    for (const next of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '\\\\evil',
      'javascript:alert(1)',
      '/\t/evil.example',
      '/%0d%0aSet-Cookie:a',
    ]) {
      const location = (await send({ next })).headers['location'] ?? '';
      ok(
        location.startsWith('/') && !/^\/[/\\\t]/.test(location),
        `${next} redirects to the same origin`,
      );
    }
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
    ]) {
      const crossSite = await send({}, headers);
      equal(crossSite.status, 403, `login from ${JSON.stringify(headers)}`);
      equal(crossSite.cookies, [], 'cookies');
    }
  },

  'too many logins with the form get an HTML page': async (subject) => {
    const world = restWorld(subject);
    const client = world.newClient();
    const send = () =>
      world.anonymous.send({
        method: 'POST',
        path: '/auth/login/form',
        headers: { ...formType, ...client },
        body: form({ email: 'nobody@example.org', password }),
      });
    for (let n = 0; n < 5; n += 1) equal((await send()).status, 303, `attempt ${n + 1}`);
    const limited = await send();
    equal(limited.status, 429, 'attempt 6');
    ok(limited.headers['content-type']?.startsWith('text/html') === true, 'a page');
    ok(limited.headers['retry-after'] !== undefined, 'Retry-After');
    const body = { email: 'nobody@example.org', password };
    expectError(await world.anonymous.post('/auth/login', body, client), 429, 'rate_limited');
  },

  'the login page escapes its parameters and forbids framing': async (subject) => {
    const { anonymous } = restWorld(subject);
    const page = expectStatus(
      await anonymous.get('/auth/login?error=%3Cscript%3Ealert(1)%3C/script%3E&next=%22%3E%3Cb%3E'),
      200,
    );
    ok(page.headers['content-type']?.startsWith('text/html') === true, 'a page');
    ok(!page.text.includes('<script>alert(1)'), 'the error is escaped');
    ok(!page.text.includes('"><b>'), 'next is escaped');
    const policy = page.headers['content-security-policy'] ?? '';
    ok(!policy.includes('unsafe'), 'the policy does not allow unsafe sources');
    ok(/frame-ancestors 'none'/.test(policy), 'the page cannot be framed');
  },

  'other origins are not allowed to read responses, including errors': async (subject) => {
    const { anonymous } = restWorld(subject);
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1']) {
      for (const path of ['/api/content', '/api/nothing', '/auth/me']) {
        const { headers } = await anonymous.get(path, { Origin: origin });
        equal(headers['access-control-allow-origin'], undefined, `${origin} on ${path}`);
      }
      const preflight = await anonymous.send({
        method: 'OPTIONS',
        path: '/api/content',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      });
      equal(preflight.headers['access-control-allow-origin'], undefined, 'preflight');
    }
  },

  'responses do not contain forwarded host names': async (subject) => {
    const { anonymous } = restWorld(subject);
    const forwarded = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'gopher' };
    for (const path of ['/api/', '/docs', '/auth/login', '/api/content']) {
      const { text } = await anonymous.get(path, forwarded);
      ok(
        !text.includes('evil.example') && !text.includes('gopher'),
        `no forwarded value on ${path}`,
      );
    }
  },
});
