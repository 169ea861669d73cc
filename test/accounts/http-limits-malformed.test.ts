import { afterEach, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, testPassword, type TestApp } from '../support/http/app.ts';

let app: TestApp;

afterEach(() => app[Symbol.asyncDispose]());

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

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
    ['type', 'x', 'text/plain', 415],
    ['size', 'x'.repeat(70_000), json['Content-Type'], 413],
  ])('counts if the %s of its body is wrong', async (_, body, type, status) => {
    app = await serveApp();
    await app.signIn('admin');
    for (let n = 0; n < 5; n += 1) expect(await send('/auth/login', body, type)).toBe(status);
    for (let n = 0; n < 3; n += 1) expect(await send('/auth/register', body, type)).toBe(status);
    expect(await send('/auth/login', JSON.stringify(right))).toBe(429);
    expect(await send('/auth/register', JSON.stringify(right))).toBe(429);
  });

  test.each([
    ['a login with an API token', '/auth/login', { ...json, 'X-API-Key': 'cf_unknown' }, 401],
    [
      'a login form of another site',
      '/auth/login/form',
      { ...form, 'Sec-Fetch-Site': 'cross-site' },
      403,
    ],
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
