import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { PasswordLogin, Role } from '../../core/vocabulary.ts';
import { goodPassword, rejectsWith } from '../support/core/core-world.ts';
import { signInWorld, type SignInWorld } from '../support/openid/sign-in-world.ts';

const openWorld = async (passwordLogin: PasswordLogin): Promise<SignInWorld> => {
  const world = await signInWorld({ passwordLogin });
  for (const role of ['viewer', 'editor', 'admin'] as const) {
    const account = { email: `${role}@example.com`, password: goodPassword };
    await world.cms.users.create(operator, { ...account, role });
  }
  return world;
};

const logIn = ({ cms }: SignInWorld, role: Role, password = goodPassword) =>
  cms.accounts.logIn({ email: `${role}@example.com`, password, client: role });

test('by default, all passwords count', async () => {
  const world = await openWorld('all');
  for (const role of ['viewer', 'editor', 'admin'] as const) await logIn(world, role);
});

test('with `admins`, only those of admins count', async () => {
  const world = await openWorld('admins');
  await logIn(world, 'admin');
  for (const role of ['viewer', 'editor'] as const) {
    await rejectsWith('password_login_disabled', logIn(world, role));
  }
});

test('with `none`, no password counts', async () => {
  const world = await openWorld('none');
  for (const role of ['viewer', 'admin'] as const) {
    await rejectsWith('password_login_disabled', logIn(world, role));
  }
});

test('who does not know the password learns nothing', async () => {
  const world = await openWorld('none');
  const unknown = { email: 'nobody@example.com', password: goodPassword, client: '' };
  const errors = [
    await rejectsWith('invalid_credentials', logIn(world, 'viewer', 'a wrong password')),
    await rejectsWith('invalid_credentials', world.cms.accounts.logIn(unknown)),
  ];
  expect(errors[0]?.message).toBe(errors[1]?.message);
});

test('a rejected password is in the audit, and begins no session', async () => {
  const world = await openWorld('none');
  await rejectsWith('password_login_disabled', logIn(world, 'viewer'));
  const user = await world.stored('viewer@example.com');
  expect((await world.actions()).at(-1)).toBe(`session.reject ${user?.id} `);
  expect(await world.cms.users.listSessions(operator, user!.id)).toEqual([]);
});

test('nobody registers who could not sign in again', async () => {
  for (const passwordLogin of ['admins', 'none'] as const) {
    const { cms } = await openWorld(passwordLogin);
    await cms.settings.update(operator, { registrationEnabled: true });
    expect(await cms.accounts.newcomerRole()).toBeUndefined();
    const account = { email: 'new@example.com', password: goodPassword, client: '' };
    await rejectsWith('registration_disabled', cms.accounts.register(account));
  }
  const { cms } = await signInWorld({ passwordLogin: 'admins', hasAdmin: false });
  expect(await cms.accounts.newcomerRole()).toBe('admin');
});

test('with `none`, an active admin must be linked', async () => {
  const world = await openWorld('none');
  const { identities, users } = world.ports.store.repositories;
  const admin = await world.stored('admin@example.com');
  const viewer = await world.stored('viewer@example.com');
  const link = (userId: string, subject: string) =>
    identities.insert({ userId, issuer: 'https://a.example', subject, createdAt: 1 });
  await link(viewer!.id, 'v');
  expect(await world.cms.identities.adminCanSignIn()).toBe(false);
  await link(admin!.id, 'a');
  expect(await world.cms.identities.adminCanSignIn()).toBe(true);
  await users.update({ ...admin!, isActive: false });
  expect(await world.cms.identities.adminCanSignIn()).toBe(false);
  expect(await (await openWorld('admins')).cms.identities.adminCanSignIn()).toBe(true);
});
