import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Server } from 'node:http';
import { OpenIdIdentityProvider } from '../../../adapters/openid/openid-identity-provider.ts';
import { startProvider } from '../../../docs/examples/sign-in/provider.ts';
import { serveApp } from '../../support/http/app.ts';
import { cookieJar } from '../../support/openid/cookie-jar.ts';
import { chooseAtProvider } from '../../support/openid/choose-at-provider.ts';

const publicUrl = 'http://localhost:8787';
const client = { clientId: 'quoin', clientSecret: 'a secret / with + and %' };
const people = {
  ada: { email: 'ada@example.com', email_verified: true, given_name: 'Ada', groups: ['editors'] },
  eve: { email: 'eve@example.com', email_verified: false },
};

const servers: Server[] = [];
let issuers: readonly string[];

beforeAll(async () => {
  const started = await Promise.all(
    [true, false].map((hasClaimsInIdToken) =>
      startProvider({
        ...client,
        port: 0,
        redirectUri: `${publicUrl}/auth/oidc/callback`,
        people,
        hasClaimsInIdToken,
      }),
    ),
  );
  servers.push(...started.map(({ server }) => server));
  issuers = started.map(({ issuer }) => issuer);
});

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

test.each([
  [0, 'in the ID token'],
  [1, 'in userinfo'],
])('people sign in by oidc-provider, with claims %#: %s', async (place) => {
  const scopes = 'openid email profile groups';
  const issuer = issuers[place]!;
  await using app = await serveApp({
    publicUrl,
    core: {
      publicUrl,
      ports: { identityProvider: new OpenIdIdentityProvider({ ...client, issuer, scopes }) },
      identityRules: {
        creates: 'any',
        groupRoles: { claim: 'groups', roles: [['editors', 'editor']], allowsAdmin: false },
      },
    },
  });
  await app.signIn('admin');
  const signIn = async (subject: string) => {
    const jar = cookieJar();
    const begun = await app.request('/auth/oidc?next=%2Fadmin%2Fmedia');
    jar.take(begun.headers);
    const back = await chooseAtProvider(begun.headers.get('location') ?? '', subject);
    expect(back.origin).toBe(publicUrl);
    const headers = jar.header(back.pathname);
    const ended = await app.request(`${back.pathname}${back.search}`, { headers });
    jar.take(ended.headers);
    return { jar, location: ended.headers.get('location') };
  };
  for (let n = 0; n < 2; n += 1) {
    const { jar, location } = await signIn('ada');
    expect(location).toBe('/admin/media');
    const me = await app.request('/auth/me', { headers: jar.header('/auth/me') });
    expect(me.json()).toMatchObject({
      user: { email: 'ada@example.com', firstName: 'Ada', role: 'editor', signInMethods: ['oidc'] },
      managesRoles: true,
    });
  }
  const next = `&next=${encodeURIComponent('/admin/media')}`;
  expect((await signIn('eve')).location).toBe(`/auth/login?error=oidc_email_unverified${next}`);
  expect((await signIn('')).location).toBe(`/auth/login?error=oidc_denied${next}`);
});
