import { operator } from '../../../core/index.ts';
import { serveApp, testPassword, type TestApp } from '../http/app.ts';
import type { Answer, RequestOptions } from '../http/http-client.ts';
import { secretOf } from '../mail/link-in.ts';
import { cookieJar } from '../openid/cookie-jar.ts';
import { memoryIdentityProvider, memoryIssuer } from '../openid/memory-identity-provider.ts';
import { appCode } from '../second-factor/app-code.ts';

/** Every kind of secret that accounts have. */
export type SecretName =
  | 'reset'
  | 'invitation'
  | 'challenge'
  | 'recoveryCode'
  | 'key'
  | 'trustedBrowser'
  | 'session'
  | 'state'
  | 'begunSignIn';

export interface SecretWorld {
  readonly app: TestApp;
  readonly secrets: Readonly<Record<SecretName, string>>;
  /** Sends a request from an address of its own. */
  readonly send: (path: string, options?: RequestOptions) => Promise<Answer>;
  readonly post: (path: string, json: unknown, cookie?: string) => Promise<Answer>;
  /** Of the account with a second factor. */
  readonly email: string;
  readonly code: () => Promise<string>;
  /** Enters the password. @returns a new challenge. */
  readonly challenge: () => Promise<string>;
}

const publicUrl = 'http://cms.test';

/** A service with one secret of each kind, all of which are valid. */
export const secretWorld = async (): Promise<SecretWorld> => {
  const provider = memoryIdentityProvider();
  const app = await serveApp({
    publicUrl,
    trustProxy: 1,
    core: { publicUrl, ports: { identityProvider: provider }, identityRules: { name: 'Example' } },
  });
  let clients = 0;
  const send: SecretWorld['send'] = (path, { headers, ...options } = {}) =>
    app.request(path, {
      ...options,
      headers: { 'X-Forwarded-For': `198.51.100.${(clients += 1)}`, ...headers },
    });
  const post: SecretWorld['post'] = (path, json, cookie) =>
    send(path, {
      method: 'POST',
      json,
      ...(cookie !== undefined && { headers: { Cookie: cookie } }),
    });

  const { userId: adminId } = await app.signIn('admin');
  const { cms, clock } = app;
  const admin = {
    kind: 'user',
    userId: adminId,
    sessionId: 'none',
    role: 'admin',
    grants: [],
  } as const;
  const viewer = await app.signIn('viewer');
  const { email, userId, bearer, token } = await app.signIn('editor');
  const reset = secretOf((await cms.users.createResetLink(operator, viewer.userId)).url);
  const invitation = { email: 'grace@example.org', role: 'author', expiresIn: '1d' } as const;
  const { url } = await cms.invitations.create(admin, invitation);

  const own = (path: string, json: unknown) =>
    app.request(path, { method: 'POST', json, headers: bearer });
  const { secret: key } = (await own('/auth/totp', { password: testPassword })).json().data;
  const code = () => appCode(key, clock.now());
  const confirmed = await own('/auth/totp/confirm', { code: await code() });
  const [recoveryCode, another] = confirmed.json().data.recoveryCodes as string[];
  const challenge = async (): Promise<string> =>
    (await post('/auth/login', { email, password: testPassword })).json().challenge;
  const trusted = { challenge: await challenge(), code: another, trust: true };
  const jar = cookieJar();
  jar.take((await post('/auth/login/code', trusted)).headers);

  const { identities } = app.ports.store.repositories;
  await identities.insert({ userId, issuer: memoryIssuer, subject: 'of the editor', createdAt: 1 });
  provider.isFor('of the editor');
  jar.take((await send('/auth/oidc')).headers);
  const begun = jar.names().find((name) => name.startsWith('oidc_')) ?? '';
  clock.advance(60_000);
  return {
    app,
    send,
    post,
    email,
    code,
    challenge,
    secrets: {
      reset,
      invitation: secretOf(url),
      challenge: await challenge(),
      recoveryCode: recoveryCode!,
      key,
      trustedBrowser: jar.value('trusted_browser')!,
      session: token,
      state: provider.begun.at(-1)!.state,
      begunSignIn: jar.value(begun)!,
    },
  };
};
