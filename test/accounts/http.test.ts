import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, testPassword, type TestApp } from '../support/http/app.ts';

let app: TestApp;
const opened: TestApp[] = [];

beforeEach(async () => {
  app = await serveApp();
  opened.push(app);
});

afterAll(() => Promise.all(opened.map((each) => each[Symbol.asyncDispose]())));

const ada = { email: 'ada@example.com', password: testPassword };

const register = () => app.request('/auth/register', { method: 'POST', json: ada });

const logIn = (json: object = ada) => app.request('/auth/login', { method: 'POST', json });

const submit = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  app.request('/auth/login/form', { method: 'POST', body: new URLSearchParams(form), headers });

describe('registering', () => {
  test('returns the account and a valid session', async () => {
    const { status, json, headers } = await register();
    const { user, token } = json();
    expect([status, user.role, user.email]).toEqual([201, 'admin', ada.email]);
    expect(headers.get('location')).toBe(`/api/users/${user.id}`);
    const me = await app.request('/auth/me', { headers: { Authorization: `Bearer ${token}` } });
    expect(me.json()).toEqual({
      user: {
        ...user,
        permissions: [],
        lastSignInAt: app.clock.now(),
        hasSecondFactor: false,
        signInMethods: ['password'],
      },
      draftsArePublic: true,
    });
  });

  test('ignores a role in the request', async () => {
    await register();
    await app.cms.settings.update(operator, { registrationEnabled: true });
    const { json } = await app.request('/auth/register', {
      method: 'POST',
      json: { ...ada, email: 'eve@example.com', role: 'admin', isActive: true },
    });
    expect(json().user.role).toBe('viewer');
  });

  test('is rejected if an account exists, and the error says how to allow it', async () => {
    await register();
    const { status, json } = await app.request('/auth/register', {
      method: 'POST',
      json: { ...ada, email: 'eve@example.com' },
    });
    expect([status, json().code]).toEqual([403, 'registration_disabled']);
    expect(json().details).toContain('registrationEnabled');
  });
});

describe('signing in', () => {
  test('sets the session and a CSRF token as cookies', async () => {
    await register();
    const { status, json, headers } = await logIn();
    const [session = '', csrf = '', ...others] = headers.getSetCookie();
    expect([status, others]).toEqual([200, []]);
    expect(session).toBe(
      `auth_token=${json().token}; Max-Age=86400; HttpOnly; Path=/; SameSite=Lax`,
    );
    expect(csrf).toMatch(/^csrf_token=[\w-]{22}\.[\w-]{43}; Max-Age=86400; Path=\/; SameSite=Lax$/);
  });

  test('fails the same way for a wrong password and an unknown address', async () => {
    await register();
    const wrong = await logIn({ ...ada, password: 'wrong password' });
    const unknown = await logIn({ ...ada, email: 'nobody@example.com' });
    expect([wrong.status, wrong.json().error]).toEqual([401, 'Invalid email or password']);
    expect(unknown.text).toBe(wrong.text);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test('by form redirects only to paths of this site', async () => {
    await register();
    const leads = async (next: string) => (await submit({ ...ada, next })).headers.get('location');
    expect(await leads('/admin/media?page=2')).toBe('/admin/media?page=2');
    expect(await leads('//evil.example')).toBe('/admin');
    const { status, headers } = await submit(ada);
    expect([status, headers.get('location')]).toEqual([303, '/admin']);
    expect(headers.getSetCookie()).toHaveLength(2);
  });

  test('by form redirects to the login page after a failure, with the same `next`', async () => {
    await register();
    const wrong = { ...ada, password: 'wrong' };
    const failed = await submit(wrong);
    const withNext = await submit({ ...wrong, next: '/docs' });
    expect(failed.status).toBe(303);
    expect(failed.headers.get('location')).toBe('/auth/login?error=invalid_credentials');
    expect(withNext.headers.get('location')).toBe(
      '/auth/login?error=invalid_credentials&next=%2Fdocs',
    );
  });

  test('by form from another site is rejected with a page', async () => {
    const { status, text } = await submit(ada, { 'Sec-Fetch-Site': 'cross-site' });
    expect(status).toBe(403);
    expect(text).toContain('It was sent from another site. Open the page at http://cms.test.');
  });

  test('has one rate limit for form and JSON, with Retry-After', async () => {
    await register();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await (attempt % 2 === 0 ? logIn() : submit(ada))).status).toBeLessThan(400);
    }
    const json = await logIn();
    const form = await submit(ada);
    expect([json.status, form.status]).toEqual([429, 429]);
    expect(json.headers.get('retry-after')).toBe('60');
    expect(form.text).toContain('Too many attempts');
    app.clock.advance(60_000);
    expect((await logIn()).status).toBe(200);
  });
});

describe('signing out', () => {
  test('ends the session and deletes the cookies', async () => {
    await register();
    const { token } = (await logIn()).json();
    const bearer = { Authorization: `Bearer ${token}` };
    const { status, json, headers } = await app.request('/auth/logout', {
      method: 'POST',
      headers: bearer,
    });
    expect([status, json()]).toEqual([200, { data: { loggedOut: true } }]);
    expect(headers.getSetCookie().map((line) => line.split(';', 2).join(';'))).toEqual([
      'auth_token=; Max-Age=0',
      'csrf_token=; Max-Age=0',
    ]);
    expect((await app.request('/auth/me', { headers: bearer })).status).toBe(401);
  });

  test('works without a session and with an expired one', async () => {
    const expired = { Cookie: 'auth_token=over' };
    expect((await app.request('/auth/logout', { method: 'POST' })).status).toBe(200);
    expect((await app.request('/auth/logout', { method: 'POST', headers: expired })).status).toBe(
      200,
    );
  });

  test('by link redirects to the login page', async () => {
    await register();
    const { token } = (await logIn()).json();
    const Cookie = `auth_token=${token}`;
    const { status, headers } = await app.request('/auth/logout', { headers: { Cookie } });
    expect([status, headers.get('location')]).toEqual([302, '/auth/login']);
    expect((await app.request('/auth/me', { headers: { Cookie } })).status).toBe(401);
  });
});

test('a new password ends the other sessions; a wrong current one is 403', async () => {
  await register();
  const [first, second] = [(await logIn()).json().token, (await logIn()).json().token];
  const change = (currentPassword: string) =>
    app.request('/auth/password', {
      method: 'PUT',
      json: { currentPassword, newPassword: 'another horse battery' },
      headers: { Authorization: `Bearer ${first}` },
    });
  const me = async (token: string) =>
    (await app.request('/auth/me', { headers: { Authorization: `Bearer ${token}` } })).status;
  expect((await change('wrong')).json().code).toBe('wrong_password');
  expect((await change(testPassword)).json()).toEqual({ data: { changed: true } });
  expect([await me(first), await me(second)]).toEqual([200, 401]);
});
