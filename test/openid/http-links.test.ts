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

describe.each(httpAdapters)('linking an account, over $adapter', ({ create }) => {
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
  const callback = (state: string, more = '', options?: RequestOptions): Promise<Answer> =>
    open(`/auth/oidc/callback?code=the-code&state=${state}${more}`, options);
  const failedWith = (error: string, next?: string): string =>
    `/auth/login?${new URLSearchParams({ error, ...(next !== undefined && { next }) }).toString()}`;

  test('users link and unlink their account', async () => {
    const { token, userId, bearer } = await app.signIn('author');
    const { sessionId } = await app.signIn('author');
    jar.take(new Headers({ 'Set-Cookie': `auth_token=${token}; Path=/` }));
    expect((await open('/auth/oidc/link', { method: 'POST' })).json()).toMatchObject({
      code: 'csrf_failed',
    });
    const answer = await app.request('/auth/oidc/link?next=%2Fadmin%2Faccount', {
      method: 'POST',
      headers: bearer,
    });
    jar.take(answer.headers);
    const { url } = (answer.json() as { readonly data: { readonly url: string } }).data;
    provider.isFor('of the author');
    const state = new URL(url).searchParams.get('state') ?? '';
    const ended = await callback(state);
    expect(location(ended)).toBe('/admin/account');
    expect(jar.value('auth_token')).toBe(token);
    const session = await app.ports.store.repositories.sessions.find(sessionId);
    expect(session?.session.userId).toBe(userId);
    const again = { method: 'DELETE', headers: bearer };
    expect((await app.request('/auth/oidc/link', again)).json()).toEqual({
      data: { unlinked: true },
    });
    expect((await app.request('/auth/oidc/link', again)).status).toBe(404);
  });

  test('a link is not made for another session than that of the browser', async () => {
    const { bearer } = await app.signIn('author');
    const answer = await app.request('/auth/oidc/link', { method: 'POST', headers: bearer });
    jar.take(answer.headers);
    const { url } = (answer.json() as { readonly data: { readonly url: string } }).data;
    provider.isFor('of somebody else');
    const ended = await callback(new URL(url).searchParams.get('state') ?? '');
    expect(location(ended)).toBe(failedWith('oidc_failed'));
  });
});
