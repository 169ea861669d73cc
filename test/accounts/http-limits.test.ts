import { afterEach, describe, expect, test } from 'vitest';
import { WebCryptoPasswordHasher } from '../../adapters/webcrypto/web-crypto-password-hasher.ts';
import { operator } from '../../core/index.ts';
import { serveApp, testPassword, type TestApp } from '../support/http/app.ts';
import type { RequestOptions } from '../support/http/http-client.ts';

let app: TestApp;

afterEach(() => app[Symbol.asyncDispose]());

const json = { 'Content-Type': 'application/json' };

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

interface Attempt {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly email?: string;
  readonly asForm?: boolean;
}

/** Sends a login with a wrong password: 401, or 429 above the limit. */
const attempt = async ({ path, headers, email = 'a@example.com', asForm }: Attempt) => {
  const fields = { email, password: 'wrong password' };
  const body = asForm === true ? new URLSearchParams(fields).toString() : JSON.stringify(fields);
  const address = path ?? (asForm === true ? '/auth/login/form' : '/auth/login');
  const type = asForm === true ? form : json;
  const options = { method: 'POST', body, headers: { ...type, ...headers } };
  return (await app.request(address, options)).status;
};

const many = (make: (n: number) => Attempt): readonly Attempt[] =>
  Array.from({ length: 12 }, (_, n) => make(n));

describe('five logins a minute are accepted from one address (CVE-2025-64526)', () => {
  const forgeableHeaders = [
    'X-Forwarded-For',
    'X-Real-IP',
    'X-Client-IP',
    'X-Cluster-Client-IP',
    'CF-Connecting-IP',
    'True-Client-IP',
    'Fastly-Client-IP',
    'X-Originating-IP',
    'X-Remote-Addr',
    'Via',
    'User-Agent',
    'Origin-Agent',
    'X-Request-Id',
    'Accept-Language',
  ];
  const attempts: Readonly<Record<string, readonly Attempt[]>> = {
    ...Object.fromEntries(
      forgeableHeaders.map((name) => [
        name,
        many((n) => ({ headers: { [name]: `203.0.113.${n}` } })),
      ]),
    ),
    Forwarded: many((n) => ({ headers: { Forwarded: `for=203.0.113.${n};host=a;proto=https` } })),
    'different accounts': many((n) => ({ email: `user${n}@example.com` })),
    'invalid e-mail addresses': many((n) => ({ email: `${n}` })),
    'the form and JSON by turns': many((n) => ({ asForm: n % 2 === 0 })),
    queries: many((n) => ({ path: `/auth/login?${n}=${n}` })),
    'different session cookies': many((n) => ({ headers: { Cookie: `auth_token=${n}` } })),
  };

  test.each(Object.entries(attempts))('%s, in parallel', async (_, each) => {
    app = await serveApp();
    const statuses = await Promise.all(each.map(attempt));
    expect(statuses.filter((status) => status !== 429)).toHaveLength(5);
    app.clock.advance(60_000);
    expect(await attempt({})).not.toBe(429);
  });

  test('with an API key the password is not checked, so it cannot be guessed', async () => {
    app = await serveApp();
    const { email } = await app.signIn('admin');
    const each = many((n) => ({
      headers: { 'X-API-Key': `st_${n}` },
      email,
      ...(n % 2 === 0 && { asForm: true }),
    }));
    const statuses = await Promise.all(each.map(attempt));
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    app.clock.advance(60_000);
    const right = { email, password: testPassword };
    const options = { method: 'POST', json: right, headers: { 'X-API-Key': 'st_1' } };
    expect((await app.request('/auth/login', options)).status).toBe(401);
  });

  const large = 'x'.repeat(70_000);
  const refused: Readonly<Record<string, readonly [number, RequestOptions]>> = {
    'another media type': [415, { headers: { 'Content-Type': 'text/plain' }, body: '{}' }],
    'a compressed body': [415, { headers: { ...json, 'Content-Encoding': 'gzip' }, body: '{}' }],
    'a large body': [413, { headers: json, body: large }],
    'a large form': [413, { headers: form, body: large }],
    'a form of another site': [
      403,
      { headers: { ...form, 'Sec-Fetch-Site': 'cross-site' }, body: 'email=a&password=b' },
    ],
    'another host': [421, { headers: { ...json, Host: 'evil.example' }, body: '{}' }],
  };

  test.each(Object.entries(refused))(
    '%s is refused by its headers, and is no attempt',
    async (_, [status, options]) => {
      app = await serveApp({ allowedHosts: ['cms.test'] });
      const isForm = options.headers?.['Content-Type'] === form['Content-Type'];
      const paths = isForm ? ['/auth/login/form'] : ['/auth/login', '/auth/register'];
      for (const path of paths) {
        for (let n = 0; n < 6; n += 1) {
          const answer = await app.request(path, { method: 'POST', ...options });
          expect([path, answer.status]).toEqual([path, status]);
        }
      }
      expect(await attempt({})).toBe(401);
      const account = { email: 'new@example.com', password: testPassword };
      const registered = await app.request('/auth/register', { method: 'POST', json: account });
      expect(registered.status).toBe(201);
    },
  );

  test.each([
    ['malformed JSON', { headers: json, body: '{' }, 400],
    ['members that are missing', { headers: json, body: '{}' }, 400],
  ] as const)('%s counts', async (_, options, status) => {
    app = await serveApp();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push((await app.request('/auth/login', { method: 'POST', ...options })).status);
    expect(statuses).toEqual([...Array<number>(5).fill(status), 429]);
  });

  test('above the limit, the right password is rejected too', async () => {
    app = await serveApp();
    const { email } = await app.signIn('admin');
    await Promise.all(many(() => ({ email })).map(attempt));
    const right = { email, password: testPassword };
    const answer = await app.request('/auth/login', { method: 'POST', json: right });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('other spellings of the path are not found', async () => {
    app = await serveApp();
    for (const path of [
      '/auth/Login',
      '/auth/login/',
      '/auth//login',
      '/AUTH/LOGIN',
      '/auth/login%20',
      '/auth/%6cogin',
    ]) {
      expect([path, await attempt({ path })]).toEqual([path, 404]);
    }
  });
});

describe('behind a proxy', () => {
  test('only the address that the proxy added is used', async () => {
    app = await serveApp({ trustProxy: 1 });
    const statuses = await Promise.all(
      many((n) => ({ headers: { 'X-Forwarded-For': `203.0.113.${n}, 198.51.100.7` } })).map(
        attempt,
      ),
    );
    expect(statuses.filter((status) => status !== 429)).toHaveLength(5);
    expect(await attempt({ headers: { 'X-Forwarded-For': '198.51.100.8' } })).toBe(401);
  });

  test.each([
    ['2001:db8:1:2::%', true],
    ['2001:DB8:1:2:0:0:0:%', true],
    ['[2001:db8:1:2::%]:4711', true],
    ['::ffff:198.51.100.7', true],
    ['198.51.100.7:1%', true],
    ['2001:db8:1:1%::1', false],
  ])('%s counts as one client: %s', async (address, isOne) => {
    app = await serveApp({ trustProxy: 1 });
    const statuses = await Promise.all(
      many((n) => ({ headers: { 'X-Forwarded-For': address.replace('%', String(n)) } })).map(
        attempt,
      ),
    );
    expect(statuses.filter((status) => status !== 429)).toHaveLength(isOne ? 5 : 12);
  });
});

test('three registrations a minute are accepted from one address, despite X-Forwarded-For', async () => {
  app = await serveApp();
  await app.signIn('admin');
  await app.cms.settings.update(operator, { registrationEnabled: true });
  const statuses = await Promise.all(
    Array.from({ length: 9 }, async (_, n) => {
      const body = { email: `r${n}@example.com`, password: testPassword };
      const headers = { 'X-Forwarded-For': `203.0.113.${n}` };
      return (await app.request('/auth/register', { method: 'POST', json: body, headers })).status;
    }),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(6);
});

describe('a login that fails', () => {
  test('reveals nothing about the account and takes the same work (CVE-2026-26185)', async () => {
    let derivations = 0;
    const counting = withDerivation(async () => {
      derivations += 1;
    });
    const passwords = new WebCryptoPasswordHasher({ legacySalt: '', subtle: counting });
    app = await serveApp({ trustProxy: 1, core: { ports: { passwords } } });
    const there = await app.signIn('editor');
    const inactive = await app.signIn('viewer');
    await app.cms.users.update(operator, inactive.userId, { isActive: false });
    const cases = [
      { email: 'nobody@example.com', password: testPassword },
      { email: 'no address', password: testPassword },
      { email: there.email, password: 'wrong password' },
      { email: inactive.email, password: testPassword },
      { email: inactive.email, password: 'wrong password' },
    ];
    const answers: string[] = [];
    for (const [at, body] of cases.entries()) {
      const before = derivations;
      const headers = { 'X-Forwarded-For': `10.0.0.${at}` };
      const answer = await app.request('/auth/login', { method: 'POST', json: body, headers });
      const received = [...answer.headers].filter(
        ([name]) => !['date', 'x-request-id'].includes(name),
      );
      answers.push(JSON.stringify([answer.status, received, answer.text, derivations - before]));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('Invalid email or password');
    expect(answers[0]).toMatch(/,1\]$/);
  });

  test('is rejected with Retry-After during a burst, and accepted afterwards', async () => {
    const turn = Promise.withResolvers<void>();
    const passwords = new WebCryptoPasswordHasher({
      legacySalt: '',
      parallel: 1,
      queue: 2,
      subtle: withDerivation(async () => turn.promise),
    });
    app = await serveApp({ trustProxy: 1, core: { ports: { passwords } } });
    const rejections: Headers[] = [];
    const attempts = many((n) => ({ headers: { 'X-Forwarded-For': `10.0.0.${n}` } }));
    const statuses = attempts.map(async ({ headers = {} }) => {
      const body = { email: 'a@example.com', password: 'x'.repeat(60_000) };
      const answer = await app.request('/auth/login', { method: 'POST', json: body, headers });
      if (answer.status === 503) rejections.push(answer.headers);
      // One login is running and two are waiting; all others have been answered.
      if (rejections.length === attempts.length - 3) turn.resolve();
      return answer.status;
    });
    expect((await Promise.all(statuses)).filter((status) => status === 401)).toHaveLength(3);
    for (const headers of rejections) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await attempt({})).toBe(401);
  });
});

/** Web Crypto that calls `before` before each key derivation. */
function withDerivation(before: () => Promise<void>): SubtleCrypto {
  const { subtle } = crypto;
  return {
    importKey: subtle.importKey.bind(subtle),
    digest: subtle.digest.bind(subtle),
    deriveBits: async (...parameters: Parameters<SubtleCrypto['deriveBits']>) => {
      await before();
      return subtle.deriveBits(...parameters);
    },
  } as unknown as SubtleCrypto;
}

describe('a request that cannot be parsed', () => {
  const right = { email: 'admin@example.com', password: testPassword };
  const bodies: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
    'is not JSON': '{bad',
    'is empty': '',
    'is not UTF-8': new Uint8Array([0xff, 0xfe]),
    'lacks a member': '{"email":"a@example.com"}',
    'has a member of the wrong type': '{"email":1,"password":2}',
    'contains NUL': String.raw`{"email":"\u0000","password":"x"}`,
  };
  const send = async (path: string, body: BodyInit, type = json['Content-Type']) =>
    (await app.request(path, { method: 'POST', body, headers: { 'Content-Type': type } })).status;
  test.each(Object.entries(bodies))('counts as a login if its body %s', async (_, body) => {
    app = await serveApp();
    await app.signIn('admin');
    for (let n = 0; n < 5; n += 1) expect(await send('/auth/login', body)).toBe(400);
    expect(await send('/auth/login', body)).toBe(429);
    expect(await send('/auth/login', JSON.stringify(right))).toBe(429);
    const asForm = new URLSearchParams(right).toString();
    expect(await send('/auth/login/form', asForm, form['Content-Type'])).toBe(429);
    app.clock.advance(60_000);
    expect(await send('/auth/login', JSON.stringify(right))).toBe(200);
  });

  test.each(Object.entries(bodies))('counts as a registration if its body %s', async (_, body) => {
    app = await serveApp();
    for (let n = 0; n < 3; n += 1) expect(await send('/auth/register', body)).toBe(400);
    expect(await send('/auth/register', body)).toBe(429);
    expect(await send('/auth/login', JSON.stringify(right))).toBe(401);
  });

  test('counts as a login if the form lacks a field or repeats one', async () => {
    app = await serveApp();
    const type = form['Content-Type'];
    for (const body of ['', 'email=a', 'email=a&email=b', 'email=%00&password=x', 'password=x']) {
      expect(await send('/auth/login/form', body, type)).toBe(400);
    }
    expect(await send('/auth/login', JSON.stringify(right))).toBe(429);
  });

  test('counts as a login if its query or a member is unknown, with strict handling', async () => {
    app = await serveApp();
    const strict = { ...json, Prefer: 'handling=strict' };
    const attempts = ['?a=1', '?b', '', '?c', ''].map(async (query) => {
      const body = JSON.stringify({ ...right, remember: true });
      const options = { method: 'POST', body, headers: strict };
      return (await app.request(`/auth/login${query}`, options)).status;
    });
    expect(await Promise.all(attempts)).toEqual([400, 400, 400, 400, 400]);
    expect(await send('/auth/login', JSON.stringify(right))).toBe(429);
  });

  test.each([
    ['a login with an API token', '/auth/login', { ...json, 'X-API-Key': 'cf_unknown' }, 401],
  ])('counts if it is %s', async (_, path, headers, status) => {
    app = await serveApp();
    await app.signIn('admin');
    const options = { method: 'POST', body: '', headers };
    for (let n = 0; n < 5; n += 1) expect((await app.request(path, options)).status).toBe(status);
    expect((await app.request(path, options)).status).toBe(429);
    expect(await send('/auth/login', JSON.stringify(right))).toBe(429);
  });

  test('counts if it is a registration with a valid API token', async () => {
    app = await serveApp();
    const site = { name: 'site', collections: [], expiresIn: 'never' as const };
    const { secret } = await app.cms.apiTokens.create(operator, site);
    const headers = { ...json, 'X-API-Key': secret };
    const options = { method: 'POST', body: JSON.stringify(right), headers };
    for (let n = 0; n < 3; n += 1) {
      expect((await app.request('/auth/register', options)).status).toBe(403);
    }
    expect((await app.request('/auth/register', options)).status).toBe(429);
  });

  test('does not count if its method is wrong', async () => {
    app = await serveApp();
    await app.signIn('admin');
    for (let n = 0; n < 6; n += 1) {
      expect((await app.request('/auth/login', { method: 'PUT', json: right })).status).toBe(405);
    }
    expect(await send('/auth/login', JSON.stringify(right))).toBe(200);
  });
});
