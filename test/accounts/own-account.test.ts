import { expect, test } from 'vitest';
import { anonymous, noId, operator, type Actor, type Cms } from '../../core/index.ts';
import { coreWorld, goodPassword, rejectsWith } from '../support/core/core-world.ts';

const token: Actor = { kind: 'token', tokenId: noId, scope: 'all' };
const change = { currentPassword: goodPassword, newPassword: 'another password' };

const useCases: readonly (readonly [string, (cms: Cms, actor: Actor) => Promise<unknown>])[] = [
  ['read', ({ accounts }, actor) => accounts.getOwn(actor)],
  ['rename', ({ accounts }, actor) => accounts.updateOwn(actor, { firstName: 'x' })],
  ['give a password to', ({ accounts }, actor) => accounts.changeOwnPassword(actor, change)],
];
for (const [name, ask] of useCases) {
  test(`a caller without an account cannot ${name} one`, async () => {
    const { cms } = await coreWorld();
    await rejectsWith('not_authenticated', ask(cms, anonymous));
    await rejectsWith('not_authenticated', ask(cms, operator));
    await rejectsWith('forbidden', ask(cms, token));
  });
}

test('every user reads and renames their own account, with any role', async () => {
  const { cms, clock, person } = await coreWorld();
  for (const role of ['viewer', 'author', 'editor', 'admin'] as const) {
    const actor = await person(role);
    const before = await cms.accounts.getOwn(actor);
    expect(before.user).toMatchObject({ id: actor.userId, role });
    clock.advance(1_000);
    const after = await cms.accounts.updateOwn(actor, { firstName: ' Ada ', username: role });
    expect(after).toEqual({
      ...before,
      user: { ...before.user, firstName: 'Ada', username: role, updatedAt: clock.now() },
    });
    expect(await cms.accounts.getOwn(actor)).toEqual(after);
    expect(JSON.stringify(after)).not.toContain('passwordHash');
  }
});

test('the own account contains the current role in each collection with a grant', async () => {
  const { cms, person, posts, pages } = await coreWorld();
  const actor = await person('author', [{ collectionId: posts.id, role: 'viewer' }]);
  const permissions = async () => (await cms.accounts.getOwn(actor)).permissions;
  expect(await permissions()).toEqual([{ collection: posts.name, role: 'viewer' }]);
  const granted = [{ collection: pages.name, role: 'editor' }] as const;
  await cms.users.setPermissions(operator, actor.userId, granted);
  expect(await permissions()).toEqual(granted);
  const renamed = await cms.accounts.updateOwn(actor, { lastName: 'Byron' });
  expect(renamed.permissions).toEqual(granted);
  await cms.collections.delete(operator, pages.name);
  expect(await permissions()).toEqual([]);
});

test('users cannot raise their own rights (CVE-2023-39345)', async () => {
  const { cms, person } = await coreWorld();
  const actor = await person('viewer');
  const before = await cms.accounts.getOwn(actor);
  const extra = { role: 'admin', isActive: true, grants: [{}], id: noId, passwordHash: 'x' };
  expect(await cms.accounts.updateOwn(actor, extra as never)).toEqual(before);
});

test('a taken or invalid name is rejected', async () => {
  const { cms, person } = await coreWorld();
  const [actor, other] = [await person('viewer'), await person('viewer')];
  const { username } = (await cms.accounts.getOwn(other)).user;
  const taken = await rejectsWith('username_taken', cms.accounts.updateOwn(actor, { username }));
  expect(taken.issues?.map(({ path }) => path)).toEqual(['username']);
  await rejectsWith('invalid_input', cms.accounts.updateOwn(actor, { username: 'x' }));
});

test('a deleted account is not found', async () => {
  const { cms, person } = await coreWorld();
  const actor = await person('viewer');
  await cms.users.delete(operator, actor.userId);
  for (const [, ask] of useCases) await rejectsWith('not_found', ask(cms, actor));
});

test('changing one’s own password requires the current one, which then stops working', async () => {
  const { cms, member } = await coreWorld();
  const login = await member('viewer');
  const { email } = login.user;
  const actor = await cms.accounts.authenticate(login.token);
  const wrong = { ...change, currentPassword: 'wrong password' };
  await rejectsWith('wrong_password', cms.accounts.changeOwnPassword(actor, wrong));
  await cms.accounts.logIn({ email, password: goodPassword, client: 'c' });
  const changed = await cms.accounts.changeOwnPassword(actor, change);
  expect(JSON.stringify(changed)).not.toMatch(/pbkdf2|passwordHash/);
  const old = cms.accounts.logIn({ email, password: goodPassword, client: 'c' });
  await rejectsWith('invalid_credentials', old);
  await cms.accounts.logIn({ email, password: change.newPassword, client: 'c' });
});

test('attempts at the current password are limited per session, like logins', async () => {
  const { cms, another, clock, member } = await coreWorld();
  const { token, user } = await member('viewer');
  const actor = await cms.accounts.authenticate(token);
  const wrong = { ...change, currentPassword: 'wrong password' };
  const instances = [cms, another()];
  const guesses = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => instances[n % 2]!.accounts.changeOwnPassword(actor, wrong)),
  );
  const codes = guesses.map((guess) => (guess.status === 'rejected' ? guess.reason.code : 'none'));
  expect(codes.filter((code) => code === 'wrong_password')).toHaveLength(5);
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(3);
  clock.advance(59_000);
  const { retryAfterMs } = await rejectsWith(
    'rate_limited',
    cms.accounts.changeOwnPassword(actor, change),
  );
  expect(retryAfterMs).toBe(1_000);
  const anew = await cms.accounts.logIn({
    email: user.email,
    password: goodPassword,
    client: 'c',
  });
  await cms.accounts.changeOwnPassword(await cms.accounts.authenticate(anew.token), change);
});

test('a new password has the same limits, reported at newPassword', async () => {
  const { cms, person } = await coreWorld();
  const actor = await person('viewer');
  for (const newPassword of ['1234567', 'é'.repeat(513)]) {
    const attempt = cms.accounts.changeOwnPassword(actor, { ...change, newPassword });
    const { issues } = await rejectsWith('invalid_password', attempt);
    expect(issues?.map(({ path }) => path)).toEqual(['newPassword']);
  }
});

test('of two concurrent changes from one current password exactly one succeeds', async () => {
  const { cms, member } = await coreWorld();
  const login = await member('viewer');
  const actor = await cms.accounts.authenticate(login.token);
  const passwords = ['first new password', 'second new password'];
  const outcomes = await Promise.allSettled(
    passwords.map((newPassword) =>
      cms.accounts.changeOwnPassword(actor, { currentPassword: goodPassword, newPassword }),
    ),
  );
  const held = outcomes.findIndex(({ status }) => status === 'fulfilled');
  expect(outcomes[1 - held]).toMatchObject({ reason: { code: 'wrong_password' } });
  const { email } = login.user;
  await cms.accounts.logIn({ email, password: passwords[held]!, client: 'c' });
  const other = cms.accounts.logIn({ email, password: passwords[1 - held]!, client: 'c' });
  await rejectsWith('invalid_credentials', other);
});
