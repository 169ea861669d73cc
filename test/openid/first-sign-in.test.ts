import { beforeEach, describe, expect, test } from 'vitest';
import type { IdentityRules } from '../../core/index.ts';
import { goodPassword, rejectsWith } from '../support/core/core-world.ts';
import { memoryIssuer } from '../support/openid/memory-identity-provider.ts';
import { signInWorld, verified, type SignInWorld } from '../support/openid/sign-in-world.ts';

let world: SignInWorld;

const withRules = async (identityRules: Partial<IdentityRules>): Promise<void> => {
  world = await signInWorld({ identityRules });
};

beforeEach(async () => {
  world = await signInWorld();
});

const errorOf = async (subject: string, claims = {}): Promise<string> => {
  const finished = await world.signIn(subject, claims);
  return finished.kind === 'failed' ? finished.error : finished.kind;
};

describe('a first sign-in is linked by the address', () => {
  test('that the provider has verified, and from then on by the subject alone', async () => {
    const { id } = await world.account('ada@example.com');
    const finished = await world.signIn('s1', verified('Ada@Example.com'));
    expect(finished).toMatchObject({ kind: 'signed in', loggedIn: { user: { id } } });
    const again = await world.signIn('s1');
    expect(again).toMatchObject({ kind: 'signed in', loggedIn: { user: { id } } });
    expect(await world.actions()).toEqual([
      `user.link_identity ${id} `,
      `session.create ${id} `,
      `session.create ${id} `,
    ]);
  });

  test('only if `email_verified` is the boolean true', async () => {
    await world.account('ada@example.com');
    for (const email_verified of ['true', 1, false, null, {}]) {
      const claims = { email: 'ada@example.com', email_verified };
      expect(await errorOf('s1', claims)).toBe('oidc_email_unverified');
    }
    expect(await errorOf('s1', { email: 'ada@example.com' })).toBe('oidc_email_unverified');
    const { identities } = world.ports.store.repositories;
    expect(await identities.find({ issuer: memoryIssuer, subject: 's1' })).toBeUndefined();
  });

  test('an unverified address says nothing about accounts', async () => {
    await world.account('ada@example.com');
    const claims = (email: string) => ({ email, email_verified: false });
    expect(await errorOf('s1', claims('nobody@example.com'))).toBe(
      await errorOf('s1', claims('ada@example.com')),
    );
  });

  test('not to the account of an admin, also of one in a collection', async () => {
    expect(await errorOf('s1', verified('admin@example.org'))).toBe('oidc_unknown_account');
    const grants = [{ collectionId: world.posts.id, role: 'admin' as const }];
    await world.account('ada@example.com', { grants });
    expect(await errorOf('s1', verified('ada@example.com'))).toBe('oidc_unknown_account');
  });

  test('not to an account that is linked already', async () => {
    await world.account('ada@example.com');
    await world.signIn('s1', verified('ada@example.com'));
    expect(await errorOf('s2', verified('ada@example.com'))).toBe('oidc_unknown_account');
    expect(await errorOf('s1')).toBe('signed in');
  });

  test('not to a deactivated account', async () => {
    await world.account('ada@example.com', { isActive: false });
    expect(await errorOf('s1', verified('ada@example.com'))).toBe('oidc_inactive');
    const { identities } = world.ports.store.repositories;
    expect(await identities.find({ issuer: memoryIssuer, subject: 's1' })).toBeUndefined();
  });

  test('not if the configuration says so', async () => {
    await withRules({ linksByEmail: false });
    await world.account('ada@example.com');
    expect(await errorOf('s1', verified('ada@example.com'))).toBe('oidc_unknown_account');
  });

  test('by our rules for addresses', async () => {
    await world.account('ada@xn--bcher-kva.example');
    expect(await errorOf('s1', verified(' ADA@Bücher.example '))).toBe('signed in');
    await world.account('kelvin@example.com');
    for (const email of ['\u212Aelvin@example.com', 'kelvin@example', '', 7, null]) {
      const claims = { email, email_verified: true };
      expect(await errorOf('s2', claims), String(email)).toBe('oidc_unknown_account');
    }
  });

  test('of 50 at once with different identities, one is linked', async () => {
    await world.account('ada@example.com');
    const subjects = Array.from({ length: 50 }, (_, n) => `s${n}`);
    const results = await Promise.all(
      subjects.map((subject) => errorOf(subject, verified('ada@example.com'))),
    );
    expect(results.filter((result) => result === 'signed in')).toHaveLength(1);
    expect(results.filter((result) => result === 'oidc_unknown_account')).toHaveLength(49);
  });
});

describe('a first sign-in without an account', () => {
  test('creates none by default', async () => {
    expect(await errorOf('s1', verified('new@example.com'))).toBe('oidc_unknown_account');
    expect(await world.stored('new@example.com')).toBeUndefined();
  });

  test('creates a viewer without a password, if everybody gets an account', async () => {
    await withRules({ creates: 'any' });
    const names = { given_name: ' New ', family_name: 'Person' };
    const finished = await world.signIn('s1', verified('new@example.com', names));
    const user = await world.stored('new@example.com');
    expect(user).toMatchObject({
      role: 'viewer',
      username: 'new',
      firstName: 'New',
      lastName: 'Person',
      passwordHash: undefined,
      grants: [],
    });
    expect(finished).toMatchObject({ kind: 'signed in', loggedIn: { user: { id: user?.id } } });
    expect(await world.actions()).toEqual([
      `user.create ${user?.id} viewer`,
      `user.link_identity ${user?.id} `,
      `session.create ${user?.id} `,
    ]);
    const attempt = { email: 'new@example.com', password: '', client: '' };
    await rejectsWith('invalid_credentials', world.cms.accounts.logIn(attempt));
  });

  test('creates one account, also if 50 arrive at once', async () => {
    await withRules({ creates: 'any' });
    const results = await Promise.all(
      Array.from({ length: 50 }, () => world.signIn('s1', verified('new@example.com'))),
    );
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['signed in']));
    const users = await world.ports.store.repositories.users.list({ limit: 10, offset: 0 });
    expect(users.map(({ email }) => email)).toEqual(['admin@example.org', 'new@example.com']);
  });

  test('creates none with an unverified address', async () => {
    await withRules({ creates: 'any' });
    expect(await errorOf('s1', { email: 'new@example.com' })).toBe('oidc_email_unverified');
  });

  test('creates none in a service without accounts: the first one is an admin', async () => {
    world = await signInWorld({ hasAdmin: false, identityRules: { creates: 'any' } });
    expect(await errorOf('s1', verified('new@example.com'))).toBe('oidc_unknown_account');
    const first = { email: 'first@example.com', password: goodPassword, client: '' };
    expect((await world.cms.accounts.register(first)).user.role).toBe('admin');
  });

  test('is linked to an existing account before it creates one', async () => {
    await withRules({ creates: 'any' });
    const { id } = await world.account('ada@example.com', { role: 'editor' });
    const finished = await world.signIn('s1', verified('ada@example.com'));
    expect(finished).toMatchObject({ loggedIn: { user: { id, role: 'editor' } } });
  });
});

test('a subject of another issuer is another identity', async () => {
  await world.account('ada@example.com');
  await world.signIn('s1', verified('ada@example.com'));
  const { state, sealed } = await world.cms.identities.begin('/admin');
  world.provider.answer = () => ({
    kind: 'proven',
    issuer: 'https://other.example.org',
    subject: 's1',
    claims: {},
  });
  const command = { parameters: { state }, sealed, client: '' };
  const finished = await world.cms.identities.finish({ kind: 'anonymous' }, command);
  expect(finished).toMatchObject({ kind: 'failed', error: 'oidc_unknown_account' });
});

test('a subject that is empty, too long or not storable identifies nobody', async () => {
  await withRules({ creates: 'any' });
  for (const subject of ['', 'x'.repeat(256), 'a\0b', '\ud800']) {
    expect(await errorOf(subject, verified('new@example.com'))).toBe('oidc_failed');
  }
  expect(await errorOf('x'.repeat(255), verified('new@example.com'))).toBe('signed in');
});
