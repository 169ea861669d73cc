import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../contracts/index.ts';
import { testPassword } from '../support/http/app.ts';
import type { Answer } from '../support/http/http-client.ts';
import { secretOf } from '../support/mail/link-in.ts';
import {
  secretWorld,
  type SecretName,
  type SecretWorld,
} from '../support/accounts/every-secret.ts';

let world: SecretWorld;

beforeAll(async () => {
  world = await secretWorld();
});

afterAll(() => world.app[Symbol.asyncDispose]());

const password = 'a password that was chosen now';
const login = (cookie: string): Promise<Answer> =>
  world.post('/auth/login', { email: world.email, password: testPassword }, cookie);
const read = (headers: Readonly<Record<string, string>>): Promise<Answer> =>
  world.send('/auth/me', { headers });
const callback = (state: string, sealed: string): Promise<Answer> =>
  world.send(`/auth/oidc/callback?code=a&state=${state}`, {
    headers: { Cookie: `oidc_${world.secrets.state.slice(0, 16)}=${sealed}` },
  });

/** Where a secret can be used, and the only kind of secret that works there. */
const places: Readonly<
  Record<string, readonly [SecretName | undefined, (secret: string) => Promise<Answer>]>
> = {
  'a bearer token': ['session', (secret) => read({ Authorization: `Bearer ${secret}` })],
  'the cookie of a session': ['session', (secret) => read({ Cookie: `auth_token=${secret}` })],
  'an API token': [undefined, (secret) => read({ 'X-API-Key': secret })],
  'a preview token': [
    undefined,
    (secret) => world.send(`/api/content?preview=${encodeURIComponent(secret)}`),
  ],
  'a link for a new password': [
    'reset',
    (token) => world.post('/auth/password/reset', { token, password }),
  ],
  'the link of an invitation': [
    'invitation',
    (token) => world.post('/auth/invitation/accept', { token, password }),
  ],
  'a challenge': [
    'challenge',
    async (challenge) => world.post('/auth/login/code', { challenge, code: await world.code() }),
  ],
  'the challenge of a form': [
    'challenge',
    async (challenge) =>
      world.send('/auth/login/code/form', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Origin: 'http://cms.test',
          'Sec-Fetch-Site': 'same-origin',
          Cookie: `login_challenge=${challenge}`,
        },
        body: `code=${await world.code()}`,
      }),
  ],
  'a code': [
    'recoveryCode',
    async (code) => world.post('/auth/login/code', { challenge: await world.challenge(), code }),
  ],
  'the cookie of a trusted browser': [
    'trustedBrowser',
    (secret) => login(`trusted_browser=${secret}`),
  ],
  'the state of a sign-in': ['state', (secret) => callback(secret, world.secrets.begunSignIn)],
  'the cookie of a sign-in': ['begunSignIn', (secret) => callback(world.secrets.state, secret)],
};

const secretNames: readonly SecretName[] = [
  'reset',
  'invitation',
  'challenge',
  'recoveryCode',
  'key',
  'trustedBrowser',
  'session',
  'state',
  'begunSignIn',
];

/** Whether somebody came in, or something was changed. */
const succeeded = ({ status, headers }: Answer): boolean =>
  status < 300 || headers.getSetCookie().some((each) => /^auth_token=[^;]/.test(each));

describe('a secret of one kind is none of another', () => {
  test.each(Object.entries(places))('as %s', async (_, [right, use]) => {
    for (const name of secretNames.filter((each) => each !== right)) {
      const answer = await use(world.secrets[name]);
      expect([name, succeeded(answer), answer.status < 500]).toEqual([name, false, true]);
    }
  });

  // The last test of these secrets: it uses them up.
  test('and each is valid at its own place', async () => {
    const used = new Set<SecretName>();
    for (const [place, [right, use]] of Object.entries(places)) {
      if (right === undefined || used.has(right)) continue;
      used.add(right);
      world.app.clock.advance(60_000);
      // Both are of one sign-in, which ends once.
      if (right === 'begunSignIn') continue;
      expect([place, succeeded(await use(world.secrets[right]))]).toEqual([place, true]);
    }
    expect(used.size).toBe(secretNames.length - 1);
  });
});

describe('a page of another site', () => {
  const paths = [
    '/auth/login',
    '/auth/login/code',
    '/auth/register',
    '/auth/password/forgot',
    '/auth/password/reset',
    '/auth/invitation/accept',
  ];

  test.each(paths)('cannot send %s, which signs nobody in (login CSRF)', async (path) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const { status, headers } = await world.send(path, {
        method: 'POST',
        headers: { 'Content-Type': type, Origin: 'https://evil.example' },
        body: JSON.stringify({ email: 'viewer@example.com', password: testPassword }),
      });
      expect([type, status, headers.getSetCookie()]).toEqual([type, 415, []]);
    }
  });

  test.each(['/auth/login/form', '/auth/login/code/form'])('cannot submit %s', async (path) => {
    for (const site of ['cross-site', 'same-site']) {
      const { status, headers } = await world.send(path, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Origin: 'https://evil.example',
          'Sec-Fetch-Site': site,
          Cookie: `login_challenge=${await world.challenge()}`,
        },
        body: `email=viewer@example.com&password=${testPassword}&code=${await world.code()}`,
      });
      expect([status, headers.getSetCookie()]).toEqual([403, []]);
    }
  });
});

describe('an account is what its inviter has decided', () => {
  test('whatever the body of the acceptance says (CVE-2023-39345)', async () => {
    const { bearer } = await world.app.signIn('admin');
    const invited = await world.app.request('/api/invitations', {
      method: 'POST',
      headers: bearer,
      json: {
        email: 'eve@example.org',
        role: 'viewer',
        expiresIn: '1d',
        invitedBy: 'x',
        sent: true,
      },
    });
    const { url, sent } = invited.json().data;
    expect(sent).toBe(false);
    const more = {
      role: 'admin',
      email: 'admin@example.com',
      permissions: [{ collection: 'pages', role: 'admin' }],
      isActive: true,
      hasSecondFactor: true,
      id: '01a1fafe-d4eb-74e9-b7f9-0cdaf7e52f05',
    };
    const token = secretOf(url as string);
    const accepted = await world.post('/auth/invitation/accept', { ...more, token, password });
    expect(accepted.json().user).toMatchObject({ email: 'eve@example.org', role: 'viewer' });
    const headers = { Authorization: `Bearer ${accepted.json().token}` };
    const { user } = (await world.send('/auth/me', { headers })).json();
    expect(user).toMatchObject({ role: 'viewer', permissions: [], hasSecondFactor: false });
    expect(user.id).not.toBe(more.id);
  });

  test.each([
    'eve@example.org\r\nBcc: mallory@example.org',
    'eve@example.org, mallory@example.org',
    '"a, b" <eve@example.org>',
    'eve@example.org\u0000',
  ])('no mail goes to %j', async (email) => {
    const { bearer } = await world.app.signIn('admin');
    const { status } = await world.app.request('/api/invitations', {
      method: 'POST',
      headers: bearer,
      json: { email, role: 'viewer', expiresIn: '1d' },
    });
    expect(status).toBe(400);
  });
});

test('no page of accounts shows markup of its query, leads elsewhere, or names another host', async () => {
  const query = new URLSearchParams({
    error: '"><script>alert(1)</script>',
    next: 'javascript:alert(1)//https://evil.example',
    token: 'a-secret-in-the-query',
  });
  for (const page of ['login', 'code', 'forgot', 'reset', 'invitation']) {
    const { status, text, headers } = await world.send(`/auth/${page}?${query.toString()}`, {
      headers: { Cookie: `login_challenge=${await world.challenge()}` },
    });
    expect([page, status]).toEqual([page, 200]);
    expect(text, page).not.toMatch(/alert\(1\)|evil\.example|a-secret-in-the-query/);
    expect([page, /(?:src|href|action)="(?:https?:)?\/\/[^"]*/.exec(text)]).toEqual([page, null]);
    expect(headers.get('referrer-policy')).toMatch(/^(?:no-referrer|same-origin)$/);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect([page, headers.get('cache-control')]).toEqual([page, 'no-store']);
  }
});

describe('who may', () => {
  const own = /^\/auth\/(?:totp|recovery-codes|trusted-browsers|sessions|oidc\/link)/;
  const others =
    /^\/api\/(?:invitations|mail|users\/\{id\}\/(?:sessions|second-factor|oidc-link|reset-link))/;
  const accessOf = (paths: RegExp): readonly string[] =>
    operations.filter(([, { path }]) => paths.test(path)).map(([, { auth }]) => auth);

  test('everybody who is signed in has an own factor, links, sessions and trusted browsers', () => {
    const access = accessOf(own);
    expect(access.length).toBeGreaterThanOrEqual(10);
    expect(new Set(access)).toEqual(new Set(['user']));
  });

  test('only administrators have invitations, mail, and what others have', () => {
    const access = accessOf(others);
    expect(access.length).toBeGreaterThanOrEqual(10);
    expect(new Set(access)).toEqual(new Set(['admin']));
  });
});
