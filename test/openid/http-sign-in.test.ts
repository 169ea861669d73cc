import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';
import { httpAdapters } from '../support/http/http-adapters.ts';
import type { Answer, RequestOptions } from '../support/http/http-client.ts';
import { cookieJar, type CookieJar } from '../support/openid/cookie-jar.ts';
import {
  memoryIdentityProvider,
  memoryIssuer,
  type MemoryIdentityProvider,
} from '../support/openid/memory-identity-provider.ts';

const publicUrl = 'https://cms.example.org';

describe.each(httpAdapters)('signing in by a provider, over $adapter', ({ create }) => {
  let app: TestApp;
  let provider: MemoryIdentityProvider;
  let editor: SignedIn;
  let jar: CookieJar;

  beforeAll(async () => {
    provider = memoryIdentityProvider();
    app = await serveApp({
      create,
      publicUrl,
      core: {
        publicUrl,
        ports: { identityProvider: provider },
        identityRules: { name: 'Ex & Co' },
      },
    });
    await app.signIn('admin');
    editor = await app.signIn('editor');
    await app.ports.store.repositories.identities.insert({
      userId: editor.userId,
      issuer: memoryIssuer,
      subject: 'of the editor',
      createdAt: 1,
    });
  });

  beforeEach(() => {
    jar = cookieJar();
    provider.isFor('of the editor');
    provider.answerBegin = () => ({
      kind: 'begun',
      url: `${memoryIssuer}/authorize?state=${provider.begun.at(-1)?.state}`,
    });
  });

  afterAll(() => app[Symbol.asyncDispose]());

  /** What a browser does. */
  const open = async (path: string, { headers, ...options }: RequestOptions = {}) => {
    const cookies = jar.header(path.split('?', 1)[0] ?? '');
    const answer = await app.request(path, { ...options, headers: { ...cookies, ...headers } });
    jar.take(answer.headers);
    return answer;
  };

  const location = (answer: Answer): string => answer.headers.get('location') ?? '';
  const stateOf = (answer: Answer): string =>
    new URL(location(answer)).searchParams.get('state') ?? '';
  const begin = async (next?: string): Promise<string> =>
    stateOf(
      await open(`/auth/oidc${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`),
    );
  const callback = (state: string, more = '', options?: RequestOptions): Promise<Answer> =>
    open(`/auth/oidc/callback?code=the-code&state=${state}${more}`, options);
  const failedWith = (error: string, next?: string): string =>
    `/auth/login?${new URLSearchParams({ error, ...(next !== undefined && { next }) }).toString()}`;

  test('leads to the provider, and back to a session', async () => {
    const begun = await open('/auth/oidc?next=%2Fadmin%2Fcontent%3Fa%3D1');
    expect([begun.status, new URL(location(begun)).origin]).toEqual([302, memoryIssuer]);
    const [cookie = ''] = begun.headers.getSetCookie();
    expect(cookie).toMatch(
      /^oidc_\w{16}=[\w+/=]+; Max-Age=600; HttpOnly; Path=\/auth\/oidc; SameSite=Lax; Secure$/,
    );
    const ended = await callback(stateOf(begun), '&session_state=x');
    expect([ended.status, location(ended)]).toEqual([303, '/admin/content?a=1']);
    expect(jar.names().toSorted()).toEqual(['auth_token', 'csrf_token']);
    const me = await open('/auth/me');
    expect(me.json()).toMatchObject({
      user: { email: editor.email, signInMethods: ['password', 'oidc'] },
      identityProvider: 'Ex & Co',
    });
    expect(me.json()).not.toHaveProperty('managesRoles');
    const { attempt, parameters } = provider.finished.at(-1)!;
    expect(attempt.redirectUri).toBe(`${publicUrl}/auth/oidc/callback`);
    expect(parameters).toEqual({ code: 'the-code', state: attempt.state });
  });

  test('a session from before is not used on', async () => {
    const { token } = editor;
    jar.take(new Headers({ 'Set-Cookie': `auth_token=${token}; Path=/` }));
    await callback(await begin());
    expect(jar.value('auth_token')).not.toBe(token);
  });

  test('the headers of the request do not choose where the provider sends the browser', async () => {
    const headers = { 'X-Forwarded-Host': 'evil.example', Origin: 'https://evil.example' };
    await open('/auth/oidc', { headers });
    expect(provider.begun.at(-1)?.redirectUri).toBe(`${publicUrl}/auth/oidc/callback`);
  });

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    `/${'x'.repeat(1_001)}`,
    '',
  ])('afterwards, %s opens the admin', async (next) => {
    expect(location(await callback(await begin(next)))).toBe('/admin');
  });

  test('several tabs sign in, each once', async () => {
    const [one, two] = [await begin('/one'), await begin('/two')];
    expect(location(await callback(two))).toBe('/two');
    expect(location(await callback(one))).toBe('/one');
    expect(location(await callback(one))).toBe(failedWith('oidc_failed'));
  });

  test('a browser keeps the latest four', async () => {
    const states: string[] = [];
    for (let n = 0; n < 6; n += 1) states.push(await begin('/one'));
    expect(jar.names()).toHaveLength(4);
    const results: string[] = [];
    for (const state of states) results.push(location(await callback(state)));
    const failure = failedWith('oidc_failed');
    expect(results).toEqual([failure, failure, '/one', '/one', '/one', '/one']);
  });

  test('the longest cookies fit into the headers of a request', async () => {
    for (let n = 0; n < 5; n += 1) await begin(`/${'x'.repeat(999)}`);
    const { Cookie = '' } = jar.header('/auth/oidc/callback');
    expect(Cookie.length).toBeLessThan(12_000);
    expect((await open('/auth/oidc')).status).toBe(302);
  });

  test('another browser ends nothing, nor does a foreign state', async () => {
    const state = await begin();
    jar = cookieJar();
    expect(location(await callback(state))).toBe(failedWith('oidc_failed'));
    await begin();
    for (const foreign of ['x'.repeat(43), 'a=b;c', '%0d%0aSet-Cookie:x=y', '', state]) {
      const answer = await callback(foreign);
      expect(location(answer)).toBe(failedWith('oidc_failed'));
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test('what a page loads ends nothing, and uses nothing up', async () => {
    const state = await begin();
    for (const headers of [
      { 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors' },
      { 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Mode': 'navigate' },
      { 'Sec-Purpose': 'prefetch;prerender' },
    ]) {
      const answer = await callback(state, '', { headers });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const headers = {
      'Sec-Fetch-Dest': 'document',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Site': 'cross-site',
    };
    expect(location(await callback(state, '', { headers }))).toBe('/admin');
  });

  test('HEAD ends nothing', async () => {
    const state = await begin();
    expect((await callback(state, '', { method: 'HEAD' })).status).toBe(405);
    expect(location(await callback(state))).toBe('/admin');
  });

  test.each([
    'oidc_denied',
    'oidc_failed',
    'oidc_unknown_account',
    'oidc_email_unverified',
    'oidc_inactive',
  ])('%s is explained on the login page', async (error) => {
    const page = await open(failedWith(error));
    expect(page.status).toBe(200);
    const [, alert = ''] = /role="alert">([^]*?)<\/p>/.exec(page.text) ?? [];
    expect(alert.length).toBeGreaterThan(20);
    expect(alert).not.toContain('Signing in failed. Try again.');
  });

  test('a failure keeps where to go, and uses the sign-in up', async () => {
    const state = await begin('/admin/media');
    provider.answer = () => ({ kind: 'denied' });
    expect(location(await callback(state))).toBe(failedWith('oidc_denied', '/admin/media'));
    provider.isFor('of the editor');
    expect(location(await callback(state))).toBe(failedWith('oidc_failed'));
    provider.answerBegin = () => ({ kind: 'failed', reason: 'down' });
    const answer = await open('/auth/oidc?next=%2Fadmin%2Fmedia');
    expect([answer.status, location(answer)]).toEqual([
      303,
      failedWith('oidc_failed', '/admin/media'),
    ]);
  });

  test('the login page offers it, and keeps where to go', async () => {
    const { text } = await open('/auth/login?next=%2Fadmin%2Fmedia');
    expect(text).toContain('href="/auth/oidc?next=%2Fadmin%2Fmedia"');
    expect(text).toContain('Continue with Ex &amp; Co');
    expect(text.indexOf('Continue with')).toBeGreaterThan(text.indexOf('<form id="login"'));
  });

  test('neither codes, states nor tokens are in the log, and no answer leaks them', async () => {
    const state = await begin();
    const { nonce, codeVerifier } = provider.begun.at(-1)!;
    const ended = await callback(state);
    expect(ended.headers.get('referrer-policy')).toMatch(/^(?:no-referrer|same-origin)$/);
    expect(ended.headers.get('cache-control')).toContain('no-store');
    const log = JSON.stringify(app.log.entries);
    for (const secret of [state, nonce, codeVerifier, 'the-code'])
      expect(log).not.toContain(secret);
  });
});
