import { expect, test } from 'vitest';
import { operator, type IdentityRules } from '../../core/index.ts';
import type { PasswordLogin, Role } from '../../core/vocabulary.ts';
import { goodPassword, rejectsWith } from '../support/core/core-world.ts';
import { signInWorld, verified, type SignInWorld } from '../support/openid/sign-in-world.ts';

const email = 'new@example.com';

interface Invited extends SignInWorld {
  readonly token: string;
}

const invited = async (
  identityRules: Partial<IdentityRules> = {},
  passwordLogin: PasswordLogin = 'all',
  role: Role = 'author',
): Promise<Invited> => {
  const world = await signInWorld({ identityRules, passwordLogin });
  const { id: userId } = (await world.stored('admin@example.org'))!;
  const inviter = { kind: 'user', userId, sessionId: 'none', role: 'admin', grants: [] } as const;
  const permissions = [{ collection: world.posts.name, role: 'editor' as const }];
  const created = await world.cms.invitations.create(inviter, {
    email,
    role,
    permissions,
    expiresIn: '7d',
  });
  return { ...world, token: created.url.slice(created.url.indexOf('#') + 1) };
};

test('an invitation of the verified address makes an account with its role and permissions', async () => {
  const world = await invited();
  const finished = await world.signIn('s1', verified('New@example.com'));
  expect(finished.kind).toBe('signed in');
  const user = await world.stored(email);
  expect(user).toMatchObject({
    role: 'author',
    grants: [{ collectionId: world.posts.id, role: 'editor' }],
    passwordHash: undefined,
  });
  expect((await world.actions()).map((action) => action.split(' ', 1)[0]).slice(-4)).toEqual([
    'invitation.accept',
    'user.create',
    'user.link_identity',
    'session.create',
  ]);
});

test('it is used up, also its link', async () => {
  const world = await invited();
  await world.signIn('s1', verified(email));
  expect(await world.cms.invitations.list(operator)).toEqual([]);
  const accepted = world.cms.invitations.accept({
    token: world.token,
    password: goodPassword,
    client: '',
  });
  await rejectsWith('invalid_link', accepted);
  await world.cms.users.delete(operator, (await world.stored(email))!.id);
  const again = await world.signIn('s1', verified(email));
  expect(again).toMatchObject({ kind: 'failed', error: 'oidc_unknown_account' });
});

test('it is not used by an address that is not verified, or if no accounts are created', async () => {
  const unverified = await invited();
  expect(await unverified.signIn('s1', { email })).toMatchObject({
    error: 'oidc_email_unverified',
  });
  const none = await invited({ creates: 'none' });
  expect(await none.signIn('s1', verified(email))).toMatchObject({ error: 'oidc_unknown_account' });
  for (const { cms } of [unverified, none]) {
    expect(await cms.invitations.list(operator)).toHaveLength(1);
  }
});

test('it counts more than that everybody gets an account', async () => {
  const world = await invited({ creates: 'any' });
  await world.signIn('s1', verified(email));
  expect((await world.stored(email))?.role).toBe('author');
  expect(await world.cms.invitations.list(operator)).toEqual([]);
});

test('it does not count after its time, or without its inviter', async () => {
  const expired = await invited();
  expired.clock.advance(8 * 24 * 3_600_000);
  expect(await expired.signIn('s1', verified(email))).toMatchObject({ kind: 'failed' });
  const withdrawn = await invited();
  await withdrawn.account('second@example.org', { role: 'admin' });
  const { id } = (await withdrawn.stored('admin@example.org'))!;
  await withdrawn.cms.users.update(operator, id, { role: 'editor' });
  expect(await withdrawn.signIn('s1', verified(email))).toMatchObject({ kind: 'failed' });
});

test('groups decide about the role, the invitation about permissions', async () => {
  const groupRoles = { claim: 'groups', roles: [], allowsAdmin: false };
  const world = await invited({ groupRoles }, 'all', 'admin');
  await world.signIn('s1', verified(email));
  expect(await world.stored(email)).toMatchObject({ role: 'viewer', grants: [{ role: 'editor' }] });
});

test('of 50 at once, one uses it', async () => {
  const world = await invited();
  const subjects = Array.from({ length: 50 }, (_, n) => `s${n}`);
  const results = await Promise.all(
    subjects.map((subject) => world.signIn(subject, verified(email))),
  );
  expect(results.filter(({ kind }) => kind === 'signed in')).toHaveLength(1);
});

test('without passwords, its link makes no account, and stays for the provider', async () => {
  const world = await invited({}, 'admins');
  const accepted = world.cms.invitations.accept({
    token: world.token,
    password: goodPassword,
    client: '',
  });
  await rejectsWith('password_login_disabled', accepted);
  expect((await world.signIn('s1', verified(email))).kind).toBe('signed in');
});
