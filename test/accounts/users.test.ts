import { describe, expect, test } from 'vitest';
import {
  anonymous,
  noId,
  operator,
  type Actor,
  type Cms,
  type ErrorCode,
  type Role,
} from '../../core/index.ts';
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
