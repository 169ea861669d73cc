import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { payloadOf } from '../support/core/jwt.ts';
import { serveApp, testPassword, type SignedIn, type TestApp } from '../support/http/app.ts';
import { httpAdapters } from '../support/http/http-adapters.ts';

describe.each(httpAdapters)('on $adapter', ({ adapter, create }) => {
  let app: TestApp;
  /** Another instance of the service with the same stores. */
  let other: TestApp;
  let admin: SignedIn;
  let viewer: SignedIn;

  beforeAll(async () => {
    app = await serveApp({ create, trustProxy: 1 });
    other = await serveApp({ create, trustProxy: 1, core: { ports: app.ports } });
    admin = await app.signIn('admin');
    viewer = await app.signIn('viewer');
  });

  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  let clients = 0;
  const logIn = async (email: string, headers: Readonly<Record<string, string>> = {}) => {
    clients += 1;
    app.clock.advance(1_000);
    const answer = await app.request('/auth/login', {
      method: 'POST',
      json: { email, password: testPassword },
      headers: { 'X-Forwarded-For': `192.0.2.${clients}`, ...headers },
    });
    expect(answer.status, answer.text).toBe(200);
    return answer;
  };

  const sessionsOf = async (
    { bearer: headers }: { readonly bearer: Readonly<Record<string, string>> },
    path = '/auth/sessions',
  ) => {
    const answer = await app.request(path, { headers });
    expect(answer.status, answer.text).toBe(200);
    return answer.json().data as readonly Readonly<Record<string, unknown>>[];
  };

  test('a session is listed with the address of the limits and the name of the client', async () => {
    // The host of the Fetch API says which address counts.
    const spoofed = adapter === 'koa' ? '203.0.113.1, 198.51.100.9' : '198.51.100.9';
    await logIn(viewer.email, { 'X-Forwarded-For': spoofed, 'User-Agent': 'Mozilla/5.0 (Test)' });
    const [newest] = await sessionsOf(viewer);
    expect(newest).toEqual({
      id: expect.any(String),
      created_at: expect.any(Number),
      lastSeenAt: expect.any(Number),
      address: '198.51.100.9',
      client: 'Mozilla/5.0 (Test)',
      method: 'password',
      secondFactor: false,
      current: false,
    });
    const all = await sessionsOf(viewer);
    expect(all.filter(({ current }) => current)).toHaveLength(1);
  });

  test('sessions of the form and of registrations are listed, too', async () => {
    const form = new URLSearchParams({ email: viewer.email, password: testPassword });
    await app.request('/auth/login/form', {
      method: 'POST',
      body: form,
      headers: { 'User-Agent': 'by form', 'X-Forwarded-For': '192.0.2.250' },
    });
    expect((await sessionsOf(viewer)).map(({ client }) => client)).toContain('by form');
    await app.cms.settings.update(operator, { registrationEnabled: true });
    const { json } = await app.request('/auth/register', {
      method: 'POST',
      json: { email: 'new@example.com', password: testPassword },
      headers: { 'User-Agent': 'by registration' },
    });
    const bearer = { Authorization: `Bearer ${json().token}` };
    expect(await sessionsOf({ bearer })).toMatchObject([
      { client: 'by registration', current: true },
    ]);
  });

  test('a session ends for the next request at every instance', async () => {
    const { token } = (await logIn(viewer.email)).json();
    const bearer = { Authorization: `Bearer ${token}` };
    const statuses = () =>
      Promise.all(
        [app, other].map(
          async (each) => (await each.request('/auth/me', { headers: bearer })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200]);
    const current = (await sessionsOf({ bearer })).find((each) => each['current'] === true);
    const path = `/auth/sessions/${String(current?.['id'])}`;
    const answer = await app.request(path, { method: 'DELETE', headers: viewer.bearer });
    expect([answer.status, answer.json()]).toEqual([
      200,
      { data: { id: current?.['id'], deleted: true } },
    ]);
    expect(await statuses()).toEqual([401, 401]);
    const again = await app.request(path, { method: 'DELETE', headers: viewer.bearer });
    expect([again.status, again.json().code]).toEqual([404, 'not_found']);
  });

  test('an administrator ends all sessions of a user at every instance', async () => {
    await app.cms.users.create(operator, { email: 'leaver@example.com', password: testPassword });
    const tokens: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      tokens.push((await logIn('leaver@example.com')).json().token as string);
    }
    const headers = { Authorization: `Bearer ${tokens[0]}` };
    const { id } = (await other.request('/auth/me', { headers })).json().user;
    const path = `/api/users/${id}/sessions`;
    expect(await sessionsOf(admin, path)).toHaveLength(2);
    for (const method of ['GET', 'DELETE']) {
      const refused = await app.request(path, { method, headers: viewer.bearer });
      expect([refused.status, refused.json().code]).toEqual([403, 'forbidden']);
    }
    const answer = await app.request(path, { method: 'DELETE', headers: admin.bearer });
    expect([answer.status, answer.json()]).toEqual([200, { data: { ended: true } }]);
    for (const token of tokens) {
      const { status } = await other.request('/auth/me', {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(status).toBe(401);
    }
    expect(await sessionsOf(admin, path)).toEqual([]);
  });

  test('ending a session by cookie needs a CSRF token', async () => {
    const login = await logIn(viewer.email);
    const cookies = login.headers.getSetCookie().map((text) => text.split(';')[0] ?? '');
    const csrf = cookies.find((text) => text.startsWith('csrf_token='))?.slice(11) ?? '';
    const Cookie = cookies.join('; ');
    const own = (await sessionsOf({ bearer: { Cookie } })).find((each) => each['current'] === true);
    const id = String(own?.['id']);
    const end = (headers: Readonly<Record<string, string>>) =>
      app.request(`/auth/sessions/${id}`, { method: 'DELETE', headers });
    expect((await end({ Cookie })).status).toBe(403);
    expect((await end({ Cookie, 'X-CSRF-Token': csrf })).status).toBe(200);
    expect((await end({ Cookie, 'X-CSRF-Token': csrf })).status).toBe(401);
  });

  test('users have their last sign-in, which logins and registrations do not return', async () => {
    const login = await logIn(viewer.email);
    expect(Object.keys(login.json().user)).toHaveLength(6);
    const me = (await app.request('/auth/me', { headers: viewer.bearer })).json().user;
    const path = `/api/users/${viewer.userId}`;
    const seen = (await app.request(path, { headers: admin.bearer })).json().data;
    const now = Math.floor(app.clock.now() / 1_000) * 1_000;
    expect([me.lastSignInAt, seen.lastSignInAt]).toEqual([now, now]);
    const created = await app.request('/api/users', {
      method: 'POST',
      json: { email: `never${clients}@example.com`, password: testPassword },
      headers: admin.bearer,
    });
    expect(created.json().data.lastSignInAt).toBeNull();
  });

  test('no answer, log or audit has the id of a token', async () => {
    const { token } = (await logIn(viewer.email)).json();
    const jti = String(payloadOf(token as string)['jti']);
    const bearer = { Authorization: `Bearer ${token}` };
    const texts = [
      (await app.request('/auth/sessions', { headers: bearer })).text,
      (await app.request(`/api/users/${viewer.userId}/sessions`, { headers: admin.bearer })).text,
    ];
    const [{ id }] = JSON.parse(texts[0]!).data;
    texts.push(
      (await app.request(`/auth/sessions/${jti}`, { method: 'DELETE', headers: bearer })).text,
    );
    texts.push(
      (await app.request(`/auth/sessions/${id}`, { method: 'DELETE', headers: bearer })).text,
    );
    texts.push((await app.request('/api/audit', { headers: admin.bearer })).text);
    texts.push(JSON.stringify(app.log.entries));
    for (const text of texts) {
      expect(text).not.toContain(jti);
      expect(text).not.toContain(token);
    }
    expect(texts[4]).not.toContain(id);
  });
});
