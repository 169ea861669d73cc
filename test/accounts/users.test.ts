import { describe, expect, test } from 'vitest';
import {
  anonymous,
  hasCode,
  operator,
  type Actor,
  type Cms,
  type ErrorCode,
} from '../../core/index.ts';
import { noId, type Role } from '../../core/vocabulary.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld, goodPassword, rejectsWith } from '../support/core/core-world.ts';
import { faults } from '../support/core/faults.ts';

const token: Actor = { kind: 'token', tokenId: noId, scope: 'all' };

const useCases: readonly (readonly [string, (cms: Cms, actor: Actor) => Promise<unknown>])[] = [
  ['list', ({ users }, actor) => users.list(actor, {})],
  ['get', ({ users }, actor) => users.get(actor, noId)],
  ['create', ({ users }, actor) => users.create(actor, { email: 'x', password: 'x' })],
  ['update', ({ users }, actor) => users.update(actor, noId, { password: 'x' })],
  ['give permissions', ({ users }, actor) => users.setPermissions(actor, noId, [])],
  ['delete', ({ users }, actor) => users.delete(actor, noId)],
];

for (const [name, ask] of useCases) {
  test(`only administrators may ${name} users; others do not learn which exist`, async () => {
    const { cms, person, posts } = await coreWorld();
    await rejectsWith('not_authenticated', ask(cms, anonymous));
    await rejectsWith('token_read_only', ask(cms, token));
    for (const role of ['viewer', 'author', 'editor'] as const) {
      await rejectsWith('forbidden', ask(cms, await person(role)));
    }
    const grant = { collectionId: posts.id, role: 'admin' } as const;
    await rejectsWith('forbidden', ask(cms, await person('viewer', [grant])));
    for (const actor of [operator, await person('admin')]) {
      await ask(cms, actor).catch((error: unknown) =>
        expect(error).not.toMatchObject({ kind: 'forbidden' }),
      );
    }
  });
}

test('users are listed oldest first, in pages', async () => {
  const { cms, clock, person } = await coreWorld();
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    ids.push((await person('viewer')).userId);
    clock.advance(n % 2);
  }
  const idsOf = async (page: object): Promise<readonly string[]> =>
    (await cms.users.list(operator, page)).map(({ user }) => user.id);
  expect(await idsOf({})).toEqual(ids);
  expect(await idsOf({ limit: 2, offset: 3 })).toEqual(ids.slice(3));
  await rejectsWith('invalid_input', idsOf({ limit: 0 }));
});

test('a user is found by its id in any case; other texts are not found', async () => {
  const { cms, person } = await coreWorld();
  const { userId } = await person('viewer');
  expect((await cms.users.get(operator, userId.toUpperCase())).user.id).toBe(userId);
  for (const id of [noId, 'x', '']) await rejectsWith('not_found', cms.users.get(operator, id));
});

test('an update changes the given members and never turns back the time', async () => {
  const { cms, clock, person } = await coreWorld();
  const { userId } = await person('viewer');
  const { user } = await cms.users.get(operator, userId);
  clock.advance(1_000);
  const names = { username: ' Ada ', firstName: ' Ada ', lastName: ' Lovelace ' };
  const renamed = await cms.users.update(operator, userId, names);
  const trimmed = { username: 'Ada', firstName: 'Ada', lastName: 'Lovelace' };
  expect(renamed.user).toEqual({ ...user, ...trimmed, updatedAt: clock.now() });
  clock.advance(-5_000);
  const promoted = await cms.users.update(operator, userId, { role: 'editor' });
  expect(promoted.user).toEqual({ ...renamed.user, role: 'editor' });
  expect((await cms.users.get(operator, userId)).user).toEqual(promoted.user);
});

test('an update cannot change other members (CVE-2023-39345)', async () => {
  const { cms, person } = await coreWorld();
  const { userId } = await person('viewer');
  const { user } = await cms.users.get(operator, userId);
  const extra = { id: noId, email: 'x@example.org', passwordHash: 'x', grants: [{}], createdAt: 1 };
  expect((await cms.users.update(operator, userId, extra as never)).user).toEqual(user);
});

test('a taken username is rejected with its field, ignoring case', async () => {
  const { cms, person } = await coreWorld();
  const { userId } = await person('viewer');
  const { user: other } = await cms.users.get(operator, (await person('viewer')).userId);
  const update = cms.users.update(operator, userId, { username: other.username.toUpperCase() });
  const { issues } = await rejectsWith('username_taken', update);
  expect(issues).toEqual([{ path: 'username', message: 'must not be taken' }]);
});

test('mistakes in an update are reported and change nothing', async () => {
  const { cms, person } = await coreWorld();
  const { userId } = await person('viewer');
  const before = await cms.users.get(operator, userId);
  const mistakes: readonly (readonly [object, ErrorCode])[] = [
    [{ username: 'ab' }, 'invalid_input'],
    [{ firstName: 'a'.repeat(101) }, 'invalid_input'],
    [{ lastName: 'a\u0000' }, 'invalid_text'],
    [{ password: 'short' }, 'invalid_password'],
  ];
  for (const [change, code] of mistakes) {
    await rejectsWith(code, cms.users.update(operator, userId, { role: 'admin', ...change }));
  }
  expect(await cms.users.get(operator, userId)).toEqual(before);
});

test('a new password replaces the old one', async () => {
  const { cms, member } = await coreWorld();
  const { user } = await member('editor');
  await cms.users.update(operator, user.id, { password: 'another password' });
  const logIn = (password: string) =>
    cms.accounts.logIn({ email: user.email, password, client: 'c' });
  await rejectsWith('invalid_credentials', logIn(goodPassword));
  await logIn('another password');
});

test('what a deleted user created stays without an owner, and the names are free again', async () => {
  const { cms, member, write, ports } = await coreWorld();
  const { user, token: session } = await member('author');
  const actor = await cms.accounts.authenticate(session);
  const item = await write(actor);
  await cms.users.delete(operator, user.id);
  expect((await ports.store.repositories.contents.findById(item.id))?.authorId).toBeUndefined();
  await rejectsWith('not_found', cms.users.delete(operator, user.id));
  const { email, username } = user;
  await cms.users.create(operator, { email, username, password: goodPassword });
});

test('an account can be created inactive', async () => {
  const { cms } = await coreWorld();
  const account = { email: 'new@example.org', password: goodPassword };
  const { user } = await cms.users.create(operator, { ...account, isActive: false });
  expect(user.isActive).toBe(false);
  const logIn = () => cms.accounts.logIn({ ...account, client: 'c' });
  await rejectsWith('invalid_credentials', logIn());
  await cms.users.update(operator, user.id, { isActive: true });
  expect((await logIn()).user.id).toBe(user.id);
});

test('no result about users contains a hash', async () => {
  const { cms, member } = await coreWorld();
  const { user } = await member('editor');
  const account = { email: 'new@example.org', password: goodPassword };
  const answers = [
    await cms.users.list(operator, {}),
    await cms.users.get(operator, user.id),
    await cms.users.create(operator, account),
    await cms.users.update(operator, user.id, { password: 'another password' }),
    await cms.users.setPermissions(operator, user.id, []),
  ];
  expect(JSON.stringify(answers)).not.toMatch(/pbkdf2|hash/i);
});

describe('permissions', () => {
  test('replace all grants of the user and are returned by name', async () => {
    const { cms, person, posts, pages } = await coreWorld();
    const { userId } = await person('viewer');
    const set = (...permissions: readonly { collection: string; role: Role }[]) =>
      cms.users.setPermissions(operator, userId, permissions);
    const first = { collection: posts.name, role: 'editor' } as const;
    const second = { collection: pages.name, role: 'author' } as const;
    expect((await set(first, second)).permissions).toEqual([first, second]);
    expect((await set(second)).permissions).toEqual([second]);
    expect((await cms.users.get(operator, userId)).permissions).toEqual([second]);
    expect((await set()).permissions).toEqual([]);
  });

  test('name each collection once, and only existing ones', async () => {
    const { cms, person, posts } = await coreWorld();
    const { userId } = await person('viewer');
    const known = { collection: posts.name, role: 'editor' } as const;
    const set = (...permissions: readonly { collection: string; role: Role }[]) =>
      cms.users.setPermissions(operator, userId, permissions);
    await set(known);
    const pathOf = { path: 'permissions.1.collection' };
    const unknown = await rejectsWith(
      'collection_not_found',
      set(known, { ...known, collection: 'x' }),
    );
    expect(unknown.issues).toEqual([{ ...pathOf, message: 'must name a collection' }]);
    const twice = await rejectsWith('invalid_input', set(known, { ...known, role: 'viewer' }));
    expect(twice.issues).toMatchObject([pathOf]);
    expect((await cms.users.get(operator, userId)).permissions).toEqual([known]);
    await rejectsWith('not_found', cms.users.setPermissions(operator, noId, []));
  });

  test('are set with one read of the collections', async () => {
    const { another, ports, person, posts } = await coreWorld();
    const { userId } = await person('viewer');
    const looks = faults({ nth: Infinity, kind: 'rejected', isLasting: false });
    const store = alteredStore(ports.store, ({ collections }) => ({
      collections: looks.on(collections),
    }));
    const { users } = another({ ports: { store } });
    await users.setPermissions(operator, userId, [{ collection: posts.name, role: 'editor' }]);
    expect(looks.calls()).toBe(1);
  });

  test('for a collection that is deleted concurrently are not returned', async () => {
    const { cms, another, ports, person, posts } = await coreWorld();
    const { userId } = await person('viewer');
    const grant = { collection: posts.name, role: 'editor' } as const;
    await cms.users.setPermissions(operator, userId, [grant]);
    const store = alteredStore(ports.store, ({ collections }) => ({
      collections: altered(collections, { list: async () => [] }),
    }));
    const { users } = another({ ports: { store } });
    expect((await users.get(operator, userId)).permissions).toEqual([]);
  });

  test('follow a renamed collection, and end with a deleted one even if its name is used again', async () => {
    const { cms, person, posts } = await coreWorld();
    const { userId } = await person('viewer');
    const grant = { collection: posts.name, role: 'editor' } as const;
    await cms.users.setPermissions(operator, userId, [grant]);
    const permissions = async () => (await cms.users.get(operator, userId)).permissions;
    await cms.collections.update(operator, posts.name, { name: 'news' });
    expect(await permissions()).toEqual([{ collection: 'news', role: 'editor' }]);
    await cms.collections.delete(operator, 'news');
    await cms.collections.create(operator, { name: 'news' });
    expect(await permissions()).toEqual([]);
  });
});

const removals: readonly (readonly [
  string,
  (cms: Cms, actor: Actor, id: string) => Promise<unknown>,
])[] = [
  ['demoted', ({ users }, actor, id) => users.update(actor, id, { role: 'editor' })],
  ['deactivated', ({ users }, actor, id) => users.update(actor, id, { isActive: false })],
  ['deleted', ({ users }, actor, id) => users.delete(actor, id)],
];

describe('the last administrator', () => {
  for (const [how, remove] of removals) {
    test(`cannot be ${how}, not even by the operator`, async () => {
      const { cms, ports, person } = await coreWorld();
      const admin = await person('admin');
      await cms.users.update(operator, (await person('admin')).userId, { isActive: false });
      await person('editor');
      for (const actor of [operator, admin]) {
        const { details } = await rejectsWith('last_admin', remove(cms, actor, admin.userId));
        expect(details).toContain('another active user');
      }
      expect(await ports.store.repositories.users.countActive(['admin'])).toBe(1);
    });

    test(`can be ${how} if there is another one`, async () => {
      const { cms, ports, person } = await coreWorld();
      const admin = await person('admin');
      await person('admin');
      await remove(cms, admin, admin.userId);
      expect(await ports.store.repositories.users.countActive(['admin'])).toBe(1);
    });
  }

  test('can be renamed, and an inactive administrator can be removed', async () => {
    const { cms, person } = await coreWorld();
    const admin = await person('admin');
    const inactive = await person('admin');
    await cms.users.update(operator, inactive.userId, { isActive: false });
    await cms.users.update(admin, admin.userId, { firstName: 'Ada', role: 'admin' });
    await cms.users.update(admin, inactive.userId, { role: 'viewer' });
    await cms.users.delete(admin, inactive.userId);
  });

  for (const [how, remove] of removals) {
    for (const [otherwise, removeOtherwise] of removals) {
      test(`remains when two administrators are ${how} and ${otherwise} concurrently, on two instances`, async () => {
        const { cms, another, ports, person } = await coreWorld();
        const [one, two] = [await person('admin'), await person('admin')];
        const outcomes = await Promise.allSettled([
          remove(cms, one, two.userId),
          removeOtherwise(another(), two, one.userId),
        ]);
        const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
        expect(rejected.map(({ reason }) => hasCode(reason, 'last_admin'))).toEqual([true]);
        expect(await ports.store.repositories.users.countActive(['admin'])).toBe(1);
      });
    }
  }

  test('remains when all users are deleted concurrently', async () => {
    const { cms, ports, person } = await coreWorld();
    const admins = await Promise.all(Array.from({ length: 12 }, () => person('admin')));
    await Promise.allSettled(
      admins.map(({ userId }, n) => removals[n % removals.length]![1](cms, operator, userId)),
    );
    expect(await ports.store.repositories.users.countActive(['admin'])).toBe(1);
  });
});

describe('the own account', () => {
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
      Array.from({ length: 8 }, (_, n) =>
        instances[n % 2]!.accounts.changeOwnPassword(actor, wrong),
      ),
    );
    const codes = guesses.map((guess) =>
      guess.status === 'rejected' ? guess.reason.code : 'none',
    );
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
});
