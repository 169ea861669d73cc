import { afterAll, beforeEach, expect, test } from 'vitest';
import { lostSession } from '../../adapters/http/pages/login-path.ts';
import { minute } from '../../core/vocabulary.ts';
import { serveApp, testPassword, type TestApp } from '../support/http/app.ts';
import { storeFactor } from '../support/second-factor/stored-factor.ts';

let app: TestApp;
let code: string;
const opened: TestApp[] = [];

beforeEach(async () => {
  app = await serveApp();
  opened.push(app);
  const { userId } = await app.signIn('author');
  code = await storeFactor(app.ports, userId, 'set');
});

afterAll(() => Promise.all(opened.map((each) => each[Symbol.asyncDispose]())));

const submit = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  app.request(path, { method: 'POST', body: new URLSearchParams(form), headers });

const next = '/admin/content?status=draft';

/** Signs in by the form of the login page, up to the code. */
const begin = async () => {
  const form = { email: 'author@example.com', password: testPassword, next };
  const { status, headers } = await submit('/auth/login/form', form);
  const [line = '', ...others] = headers.getSetCookie();
  return { status, location: headers.get('location')!, line, others, Cookie: line.split(';')[0]! };
};

const enter = (Cookie: string, form: Record<string, string>, more: Record<string, string> = {}) =>
  submit('/auth/login/code/form', { code, next, ...form }, { Cookie, ...more });

test('the login form leads to the page for a code, without a session', async () => {
  const { status, location, line, others } = await begin();
  expect([status, location]).toEqual([303, `/auth/code?next=${encodeURIComponent(next)}`]);
  expect(line).toMatch(
    /^login_challenge=\w{32,}; Max-Age=300; HttpOnly; Path=\/auth; SameSite=Lax$/,
  );
  expect(others).toEqual([]);
});

test('the page has a form that works without scripts, and shows no challenge', async () => {
  const { location, Cookie } = await begin();
  const page = await app.request(location, { headers: { Cookie } });
  expect([page.status, page.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  expect(page.headers.get('cache-control')).toBe('no-store');
  for (const part of [
    'method="post" action="/auth/login/code/form"',
    'autocomplete="one-time-code"',
    'type="checkbox" name="trust"',
    'Trust this browser for 30 days',
    'value="/admin/content?status=draft"',
  ]) {
    expect(page.text).toContain(part);
  }
  expect(page.text).not.toContain('<script');
  expect(page.text).not.toContain(Cookie.split('=')[1]);
});

test('a right code begins a session, and leads to where the user wanted to go', async () => {
  const { Cookie } = await begin();
  const { status, headers } = await enter(Cookie, {});
  expect([status, headers.get('location')]).toEqual([303, next]);
  const lines = headers.getSetCookie();
  expect(lines.map((line) => line.split('=')[0])).toEqual([
    'auth_token',
    'csrf_token',
    'login_challenge',
  ]);
  expect(lines[2]).toContain('login_challenge=; Max-Age=0;');
  const session = { Cookie: lines[0]!.split(';')[0]! };
  expect((await app.request('/auth/me', { headers: session })).status).toBe(200);
});

test('the browser is trusted only if its user says so', async () => {
  const { Cookie } = await begin();
  const { headers } = await enter(Cookie, { trust: 'yes' });
  const names = headers.getSetCookie().map((line) => line.split('=')[0]);
  expect(names).toContain('trusted_browser');
});

test('a wrong code leads back to the page, which says so', async () => {
  const { Cookie } = await begin();
  const { status, headers } = await enter(Cookie, { code: '000000' });
  const location = headers.get('location')!;
  expect([status, location]).toEqual([
    303,
    `/auth/code?error=invalid_code&next=${encodeURIComponent(next)}`,
  ]);
  expect(headers.getSetCookie()).toEqual([]);
  const page = await app.request(location, { headers: { Cookie } });
  expect(page.text).toContain('This code is not valid');
  expect((await enter(Cookie, {})).headers.get('location')).toBe(next);
});

test('the end of the sign-in leads to the login page, which says so', async () => {
  const { Cookie } = await begin();
  app.clock.advance(5 * minute);
  const late = await enter(Cookie, {});
  const location = `/auth/login?error=sign_in_ended&next=${encodeURIComponent(next)}`;
  expect(late.headers.get('location')).toBe(location);
  expect(late.headers.getSetCookie()[0]).toContain('login_challenge=; Max-Age=0;');
  expect((await app.request(location)).text).toContain('This sign-in has ended');
  const again = await begin();
  for (let n = 1; n <= 5; n += 1) {
    const { headers } = await enter(again.Cookie, { code: '000000' });
    const [path] = headers.get('location')!.split('?');
    expect(path).toBe(n < 5 ? '/auth/code' : '/auth/login');
  }
});

test('the page without a sign-in leads to the login page', async () => {
  const page = await app.request('/auth/code');
  expect(page.text).toContain('href="/auth/login"');
  expect(page.text).not.toContain('<form');
});

test('only paths of this site are opened', async () => {
  for (const evil of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
  ]) {
    const page = await app.request(`/auth/code?next=${encodeURIComponent(evil)}`, {
      headers: { Cookie: 'login_challenge=x' },
    });
    expect(page.text).toContain('name="next" value="/admin"');
    const { headers } = await enter('login_challenge=x', { next: evil });
    expect(headers.get('location')).toBe('/auth/login?error=sign_in_ended');
  }
});

test('an error of the query is no markup', async () => {
  const query = new URLSearchParams({ error: '<b>x</b>', next: '/"><b>x' }).toString();
  const headers = { Cookie: 'login_challenge=x' };
  expect((await app.request(`/auth/code?${query}`, { headers })).text).not.toContain('<b>');
});

test('a form of another site is rejected', async () => {
  const { Cookie } = await begin();
  const { status, headers } = await enter(Cookie, {}, { 'Sec-Fetch-Site': 'cross-site' });
  expect(status).toBe(403);
  expect(headers.getSetCookie()).toEqual([]);
});

test('the form has one limit with the API', async () => {
  const { Cookie } = await begin();
  for (let n = 0; n < 10; n += 1) {
    await app.request('/auth/login/code', {
      method: 'POST',
      json: { challenge: 'unknown', code: '000000' },
    });
  }
  const { status, text } = await enter(Cookie, {});
  expect(status).toBe(429);
  expect(text).toContain('Too many attempts');
});

test('a browser that lost its session after the code is told so', () => {
  const headers = { referer: 'http://cms.test/auth/code?next=%2Fadmin' };
  expect(lostSession(headers, 'http://cms.test')).toBe('session_not_kept');
});
