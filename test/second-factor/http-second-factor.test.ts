import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { ApiError, createClient } from '../../contracts/index.ts';
import { minute } from '../../core/vocabulary.ts';
import { serveApp, testPassword, type TestApp } from '../support/http/app.ts';
import { appCode } from '../support/second-factor/app-code.ts';

let app: TestApp;
let key: string;
let recoveryCodes: readonly string[];
let bearer: { readonly Authorization: string };
const opened: TestApp[] = [];

const open = async (publicUrl?: string): Promise<void> => {
  app = await serveApp(publicUrl === undefined ? {} : { publicUrl });
  opened.push(app);
  ({ bearer } = await app.signIn('author'));
  const begun = await post('/auth/totp', { password: testPassword }, bearer);
  key = begun.json().data.secret;
  const confirmed = await post('/auth/totp/confirm', { code: await code(-1) }, bearer);
  ({ recoveryCodes } = confirmed.json().data);
};

beforeEach(() => open());

afterAll(() => Promise.all(opened.map((each) => each[Symbol.asyncDispose]())));

const email = 'author@example.com';
const password = testPassword;

const code = (steps = 0): Promise<string> => appCode(key, app.clock.now(), steps);

const post = (path: string, json: object, headers: Record<string, string> = {}) =>
  app.request(path, { method: 'POST', json, headers });

const submit = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  app.request(path, { method: 'POST', body: new URLSearchParams(form), headers });

const challengeOf = async (): Promise<string> =>
  (await post('/auth/login', { email, password })).json().challenge;

const cookieOf = (lines: readonly string[], name: string): string | undefined =>
  lines.find((line) => line.startsWith(`${name}=`));

describe('the API', () => {
  test('sets a factor up, renews its codes, and removes it', async () => {
    expect(recoveryCodes).toHaveLength(10);
    const me = async () => (await app.request('/auth/me', { headers: bearer })).json().user;
    expect((await me()).hasSecondFactor).toBe(true);
    const { id } = await me();
    const admin = await app.signIn('admin');
    const shown = await app.request(`/api/users/${id}`, { headers: admin.bearer });
    expect(shown.json().data.hasSecondFactor).toBe(true);
    const again = await post('/auth/totp', { password }, bearer);
    expect([again.status, again.json().code]).toEqual([409, 'factor_exists']);
    const renewed = await post('/auth/recovery-codes', { code: await code() }, bearer);
    expect(renewed.json().data.recoveryCodes).toHaveLength(10);
    const removed = await post('/auth/totp/remove', { code: await code(1) }, bearer);
    expect([removed.status, removed.json()]).toEqual([200, { data: { removed: true } }]);
    expect((await me()).hasSecondFactor).toBe(false);
    expect((await post('/auth/login', { email, password })).status).toBe(200);
  });

  test('needs a CSRF token with a cookie', async () => {
    const Cookie = `auth_token=${bearer.Authorization.slice(7)}`;
    for (const path of [
      '/auth/totp',
      '/auth/totp/confirm',
      '/auth/totp/remove',
      '/auth/recovery-codes',
    ]) {
      const answer = await post(path, { code: await code(), password }, { Cookie });
      expect([answer.status, answer.json().code]).toEqual([403, 'csrf_failed']);
    }
  });

  test('answers a right password with a challenge, and nothing else', async () => {
    const { status, json, headers } = await post('/auth/login', { email, password });
    expect(status).toBe(401);
    expect(json()).toEqual({
      error: 'This account needs a code',
      details: 'Send the code of your app with the challenge to /auth/login/code',
      code: 'second_factor_required',
      challenge: expect.stringMatching(/^\w{32,}$/),
    });
    expect(headers.getSetCookie()).toEqual([]);
  });

  test('answers a wrong one the same for every account', async () => {
    const wrong = await post('/auth/login', { email, password: 'wrong' });
    const unknown = await post('/auth/login', { email: 'nobody@example.com', password: 'wrong' });
    expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text]);
  });

  test('answers a code like a login', async () => {
    const answer = await post('/auth/login/code', {
      challenge: await challengeOf(),
      code: await code(),
    });
    expect(answer.status).toBe(200);
    const { user, token } = answer.json();
    expect(Object.keys(user)).toEqual(['id', 'email', 'username', 'firstName', 'lastName', 'role']);
    const lines = answer.headers.getSetCookie();
    expect(lines.map((line) => line.split('=')[0])).toEqual(['auth_token', 'csrf_token']);
    expect(cookieOf(lines, 'auth_token')).toContain(token);
    const sessions = await app.request('/auth/sessions', {
      headers: { Authorization: `Bearer ${token}` },
    });
    const shown: readonly { readonly current: boolean }[] = sessions.json().data;
    expect(shown.find(({ current }) => current)).toMatchObject({ secondFactor: true });
  });

  test('takes a code with the password', async () => {
    const right = await post('/auth/login', { email, password, code: recoveryCodes[0] });
    expect(right.status).toBe(200);
    const wrong = await post('/auth/login', { email, password, code: recoveryCodes[0] });
    expect([wrong.status, wrong.json().code]).toEqual([401, 'invalid_code']);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test('shows no challenge with a wrong code', async () => {
    const challenge = await challengeOf();
    const { status, json } = await post('/auth/login/code', { challenge, code: '000000' });
    expect([status, json()]).toEqual([
      401,
      { error: 'This code is not valid', code: 'invalid_code' },
    ]);
  });

  test('counts ten requests a minute of a client, before their bodies are read', async () => {
    const challenge = await challengeOf();
    for (let n = 0; n < 10; n += 1) {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await app.request('/auth/login/code', { method: 'POST', body: '{', headers });
      expect(answer.status).toBe(400);
    }
    const refused = await post('/auth/login/code', { challenge, code: await code() });
    expect([refused.status, refused.json().code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBe(60);
    app.clock.advance(minute);
    const taken = await post('/auth/login/code', { challenge, code: await code() });
    expect(taken.status).toBe(200);
  });

  test('stops codes with 429 and Retry-After', async () => {
    for (let n = 0; n < 10; n += 1) {
      await post('/auth/totp/remove', { code: '000000' }, bearer);
    }
    const answer = await post('/auth/totp/remove', { code: await code() }, bearer);
    expect([answer.status, answer.json().code]).toEqual([429, 'rate_limited']);
    expect(answer.headers.get('retry-after')).toBe('3600');
  });

  test('does not take a challenge for any credential', async () => {
    const challenge = await challengeOf();
    const headers = [
      { Authorization: `Bearer ${challenge}` },
      { Cookie: `auth_token=${challenge}` },
      { 'X-API-Key': challenge },
    ];
    for (const each of headers) {
      for (const path of ['/auth/me', '/api/content', '/api/settings']) {
        expect((await app.request(path, { headers: each })).status, path).toBe(401);
      }
    }
    const preview = await app.request(`/api/content?previewToken=${challenge}`);
    expect(preview.text).not.toContain('"draft"');
    const trusted = await post(
      '/auth/login',
      { email, password },
      { Cookie: `trusted_browser=${challenge}` },
    );
    expect(trusted.json().code).toBe('second_factor_required');
  });

  test('takes no session token and no API token as a challenge', async () => {
    const { token } = await app.signIn('author');
    const { secret } = await app.cms.apiTokens.create(operator, { name: 'A site' });
    for (const challenge of [token, secret, '', 'x'.repeat(60_000)]) {
      const answer = await post('/auth/login/code', { challenge, code: await code() });
      expect([answer.status, answer.json().code]).toEqual([401, 'invalid_code']);
    }
  });

  test('logs no code, no key and no challenge', async () => {
    const challenge = await challengeOf();
    await post('/auth/login/code', { challenge, code: '000000' });
    await post('/auth/login/code', { challenge, code: recoveryCodes[0], trust: true });
    await submit('/auth/login/form', { email, password });
    const text = JSON.stringify(app.log);
    for (const secret of [challenge, key, ...recoveryCodes]) expect(text).not.toContain(secret);
  });

  test('describes the challenge', async () => {
    const { components } = (await app.request('/api/openapi')).json();
    const { challenge } = components.schemas.Error.properties;
    expect(challenge.description).toContain('second_factor_required');
  });

  test('gives it to the typed client', async () => {
    const client = createClient({ baseUrl: app.url });
    const error = await client.logIn({ body: { email, password } }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ApiError);
    const { challenge = '' } = error as ApiError;
    const { body } = await client.logInWithCode({ body: { challenge, code: await code() } });
    expect(body.user.email).toBe(email);
  });
});

describe('a trusted browser', () => {
  const trust = async () => {
    const body = { challenge: await challengeOf(), code: recoveryCodes[0], trust: true };
    return (await post('/auth/login/code', body)).headers.getSetCookie();
  };
  const cookieIn = (lines: readonly string[]): string =>
    cookieOf(lines, 'trusted_browser')!.split(';')[0]!;

  test('keeps a cookie for 30 days that scripts cannot read', async () => {
    expect(cookieOf(await trust(), 'trusted_browser')).toMatch(
      /^trusted_browser=\w{32,}; Max-Age=2592000; HttpOnly; Path=\/auth; SameSite=Lax$/,
    );
    await open('https://cms.test');
    expect(cookieOf(await trust(), 'trusted_browser')).toMatch(/; SameSite=Lax; Secure$/);
  });

  test('needs no code, in both ways to sign in, but the password', async () => {
    const Cookie = cookieIn(await trust());
    expect((await post('/auth/login', { email, password }, { Cookie })).status).toBe(200);
    const form = await submit('/auth/login/form', { email, password }, { Cookie });
    expect(form.headers.get('location')).toBe('/admin');
    const wrong = await post('/auth/login', { email, password: 'wrong' }, { Cookie });
    expect(wrong.json().code).toBe('invalid_credentials');
  });

  test('is listed, and ends', async () => {
    const Cookie = cookieIn(await trust());
    const { data } = (await app.request('/auth/trusted-browsers', { headers: bearer })).json();
    expect(data).toEqual([
      {
        id: expect.any(String),
        created_at: app.clock.now(),
        expiresAt: app.clock.now() + 2_592_000_000,
        address: '127.0.0.1',
        client: null,
      },
    ]);
    const path = `/auth/trusted-browsers/${data[0].id}`;
    const ended = await app.request(path, { method: 'DELETE', headers: bearer });
    expect(ended.json()).toEqual({ data: { id: data[0].id, deleted: true } });
    const answer = await post('/auth/login', { email, password }, { Cookie });
    expect(answer.json().code).toBe('second_factor_required');
  });

  test('is no credential without a login', async () => {
    const secret = cookieIn(await trust()).split('=')[1]!;
    const Cookie = `trusted_browser=${secret}; auth_token=${secret}`;
    expect((await app.request('/auth/me', { headers: { Cookie } })).status).toBe(401);
  });
});
