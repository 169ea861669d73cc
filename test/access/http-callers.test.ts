import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';

let app: TestApp;
let admin: SignedIn;
let viewer: SignedIn;
let apiKey: string;

beforeAll(async () => {
  app = await serveApp();
  admin = await app.signIn('admin');
  viewer = await app.signIn('viewer');
  apiKey = (await app.cms.apiTokens.create(operator, { name: 'site', expiresIn: 'never' })).secret;
});

afterAll(() => app[Symbol.asyncDispose]());

const statusAndCode = async (path: string, options: Parameters<TestApp['request']>[1] = {}) => {
  const { status, json } = await app.request(path, options);
  return status < 400 ? [status] : [status, json().code];
};

describe('authentication', () => {
  test('accepts a session token as a bearer token and as a cookie', async () => {
    const { token } = viewer;
    for (const headers of [
      { Authorization: `Bearer ${token}` },
      { Authorization: `bearer  ${token}` },
      { Cookie: `other=1; auth_token=${token}` },
    ]) {
      expect((await app.request('/auth/me', { headers })).json().user.id).toBe(viewer.userId);
    }
  });

  test.each([
    [{ 'X-API-Key': 'st_unknown' }, 'invalid_token'],
    [{ 'X-API-Key': '' }, 'invalid_token'],
    [{ Authorization: 'Bearer nonsense' }, 'invalid_session'],
    [{ Authorization: 'Bearer' }, 'invalid_session'],
    [{ Authorization: 'Basic YTpi' }, 'invalid_session'],
    [{ Cookie: 'auth_token=nonsense' }, 'invalid_session'],
  ])('%j is rejected, also by operations that need no credentials', async (headers, code) => {
    expect(await statusAndCode('/api/content', { headers })).toEqual([401, code]);
    expect(await statusAndCode('/api/health', { headers })).toEqual([200]);
  });

  test('rejects a valid token with another scheme', async () => {
    const headers = { Authorization: `Basic ${viewer.token}` };
    expect(await statusAndCode('/api/content', { headers })).toEqual([401, 'invalid_session']);
  });

  test('says in which header a token belongs that came in another one', async () => {
    const names = [
      [{ Authorization: `Bearer ${apiKey}` }, 'Authorization', 'X-API-Key'],
      [{ Authorization: `bearer  ${apiKey}` }, 'Authorization', 'X-API-Key'],
      [{ Authorization: apiKey }, 'Authorization', 'X-API-Key'],
      [{ Authorization: `Token ${apiKey}` }, 'Authorization', 'X-API-Key'],
      [{ Authorization: 'st_unknown' }, 'Authorization', 'X-API-Key'],
      [{ 'X-API-Key': viewer.token }, 'X-API-Key', 'Authorization: Bearer'],
      [{ 'X-API-Key': `Bearer ${viewer.token}` }, 'X-API-Key', 'Authorization: Bearer'],
      [{ 'X-API-Key': `${viewer.token}x` }, 'X-API-Key', 'Authorization: Bearer'],
    ] as const;
    for (const [headers, read, right] of names) {
      for (const [method, path] of [
        ['GET', '/api/content'],
        ['GET', '/auth/me'],
        ['POST', '/api/content'],
      ] as const) {
        const { status, json, text } = await app.request(path, { method, headers });
        expect([status, json().code]).toEqual([
          401,
          read === 'Authorization' ? 'invalid_session' : 'invalid_token',
        ]);
        expect(json().error).toMatch(new RegExp(`^The header ${read} .*: send it as ${right}\\b`));
        expect(text).not.toContain(Object.values(headers).join().split(' ').at(-1));
      }
    }
  });

  test('ignores an empty cookie', async () => {
    expect(await statusAndCode('/api/content', { headers: { Cookie: 'auth_token=' } })).toEqual([
      200,
    ]);
  });

  test('prefers an API key to a bearer token, and a bearer token to the cookie', async () => {
    const cookie = { Cookie: `auth_token=${viewer.token}` };
    expect(
      await statusAndCode('/auth/me', { headers: { 'X-API-Key': apiKey, ...viewer.bearer } }),
    ).toEqual([403, 'forbidden']);
    const { json } = await app.request('/auth/me', { headers: { ...admin.bearer, ...cookie } });
    expect(json().user.id).toBe(admin.userId);
    expect(
      await statusAndCode('/api/content', { headers: { Authorization: 'Bearer x', ...cookie } }),
    ).toEqual([401, 'invalid_session']);
  });

  test('names the scheme in WWW-Authenticate', async () => {
    const { headers } = await app.request('/auth/me');
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('checks before the body is read', () => {
  // The body is not JSON, so an operation that reads it answers malformed_body.
  const put = { method: 'PUT', body: 'no JSON', headers: { 'Content-Type': 'application/json' } };

  test.each([
    ['an anonymous caller', {}, 401, 'not_authenticated'],
    ['an API token', 'token', 403, 'token_read_only'],
    ['a viewer', 'viewer', 403, 'forbidden'],
    ['an admin', 'admin', 400, 'malformed_body'],
  ])('%s calls an operation for admins', async (_, caller, status, code) => {
    const headers =
      caller === 'token'
        ? { 'X-API-Key': apiKey }
        : caller === 'viewer'
          ? viewer.bearer
          : caller === 'admin'
            ? admin.bearer
            : {};
    const answer = await statusAndCode('/api/settings', {
      ...put,
      headers: { ...put.headers, ...headers },
    });
    expect(answer).toEqual([status, code]);
  });

  test('an operation for users rejects anonymous callers and API tokens', async () => {
    const attempt = (headers: object) =>
      statusAndCode('/auth/me', { ...put, headers: { ...put.headers, ...headers } });
    expect(await attempt({})).toEqual([401, 'not_authenticated']);
    expect(await attempt({ 'X-API-Key': apiKey })).toEqual([403, 'token_read_only']);
    expect(await attempt(viewer.bearer)).toEqual([400, 'malformed_body']);
  });

  test('an API token cannot call operations for users', async () => {
    const headers = { 'X-API-Key': apiKey };
    expect(await statusAndCode('/api/media', { headers })).toEqual([403, 'forbidden']);
    expect(await statusAndCode('/api/settings', { headers })).toEqual([403, 'forbidden']);
    expect(await statusAndCode('/api/content', { headers })).toEqual([200]);
  });
});

describe('writes authenticated by a cookie', () => {
  const names = { firstName: 'Vera' };
  const logIn = async () => {
    const { headers } = await app.request('/auth/login', {
      method: 'POST',
      json: { email: viewer.email, password: 'correct horse battery' },
    });
    const cookies = headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    return { Cookie: cookies.join('; '), token: cookies[1]?.slice('csrf_token='.length) ?? '' };
  };

  test('need the CSRF token of their own session in a header', async () => {
    const { Cookie, token } = await logIn();
    const other = await logIn();
    const put = (headers: Record<string, string>) =>
      statusAndCode('/auth/me', { method: 'PUT', json: names, headers: { Cookie, ...headers } });
    expect(await put({})).toEqual([403, 'csrf_failed']);
    expect(await put({ 'X-CSRF-Token': other.token })).toEqual([403, 'csrf_failed']);
    expect(await put({ 'X-CSRF-Token': token })).toEqual([200]);
    const planted = Cookie.replace(token, other.token);
    expect(await put({ 'X-CSRF-Token': other.token, Cookie: planted })).toEqual([
      403,
      'csrf_failed',
    ]);
    const alone = Cookie.replace(/; csrf_token=.*/, '');
    expect(await put({ 'X-CSRF-Token': token, Cookie: alone })).toEqual([403, 'csrf_failed']);
  });

  test('need no CSRF token with a bearer token', async () => {
    const { Cookie } = await logIn();
    const headers = { Cookie, ...viewer.bearer };
    expect(await statusAndCode('/auth/me', { method: 'PUT', json: names, headers })).toEqual([200]);
  });

  test('are accepted from pages of other origins with a bearer token', async () => {
    const origins: readonly Record<string, string>[] = [
      { Origin: 'https://www.example.com', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://www.example.com', 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://www.example.com' },
    ];
    for (const origin of origins) {
      const { bearer } = await app.signIn('viewer');
      const leave = (headers: Record<string, string>) =>
        statusAndCode('/auth/logout', { method: 'POST', headers: { ...origin, ...headers } });
      expect(await leave({})).toEqual([403, 'csrf_failed']);
      expect(await leave({ Cookie: 'auth_token=over' })).toEqual([403, 'csrf_failed']);
      expect(await leave(bearer)).toEqual([200]);
      expect(await statusAndCode('/auth/me', { headers: bearer })).toEqual([
        401,
        'invalid_session',
      ]);
      expect(await leave(bearer)).toEqual([200]);
    }
  });

  test('may send it in a form if the operation accepts one', async () => {
    const { Cookie, token } = await logIn();
    const post = (form: Record<string, string>) =>
      statusAndCode('/auth/logout', {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { Cookie },
      });
    expect(await post({})).toEqual([403, 'csrf_failed']);
    expect(await post({ _csrf: 'wrong' })).toEqual([403, 'csrf_failed']);
    expect(await post({ _csrf: token })).toEqual([200]);
    expect(await statusAndCode('/auth/me', { headers: { Cookie } })).toEqual([
      401,
      'invalid_session',
    ]);
  });
});
