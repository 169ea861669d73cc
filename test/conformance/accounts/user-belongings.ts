import type { Repositories, User, UserRepository, Store } from '../../../core/store.ts';
import type { Grant, Role } from '../../../core/vocabulary.ts';
import { equal, ok, rejectsWith } from '../assert.ts';
import { oneIsTrue, racers, modifyAll, times } from '../cases.ts';
import { insertItems } from '../content/content-changes.ts';
import {
  collectionId,
  contentId,
  mediaId,
  sampleCollection,
  sampleContent,
  sampleMedia,
  insertSession,
  sampleSession,
  sampleUser,
  sessionId,
  userId,
} from '../samples.ts';
import { suite } from '../suite.ts';

/** The grants and sessions of an account, and the items and files that it created. */
export const userBelongingsSuite = suite<Store>('UserRepository, belongings', {
  'all finders return an account with its grants': async ({ repositories }) => {
    const { users, sessions } = await withCollections(repositories);
    const grants = [grant(1, 'admin'), grant(2, 'viewer'), grant(3, 'author')];
    await users.insert(sampleUser(1, { grants }));
    await users.insert(sampleUser(2, { grants: [grant(1, 'editor')] }));
    await insertSession(sessions, sampleSession(1));
    const { email, username } = sampleUser(1);
    const found = [
      await users.findById(userId(1)),
      await users.findByEmail(email),
      await users.findByUsername(username),
      (await users.list({ limit: 1, offset: 0 }))[0],
      (await sessions.find(sessionId(1)))?.user,
    ];
    for (const user of found) equal(grantsOf(user), grants, 'grants');
    equal(
      (await users.findById(userId(2)))?.grants,
      [grant(1, 'editor')],
      'grants of the other account',
    );
  },

  'limit and offset of list count accounts, not grants': async ({ repositories }) => {
    const { users } = await withCollections(repositories);
    const grants = [grant(1, 'admin'), grant(2, 'viewer'), grant(3, 'author')];
    for (const n of [1, 2, 3]) await users.insert(sampleUser(n, { grants }));
    const page = await users.list({ limit: 2, offset: 1 });
    equal(
      page.map(({ id }) => id),
      [userId(2), userId(3)],
      'ids',
    );
    for (const user of page) equal(grantsOf(user), grants, 'grants');
  },

  'replaceGrants replaces all grants of that account only': async ({ repositories }) => {
    const { users } = await withCollections(repositories);
    const before = [grant(1, 'admin'), grant(2, 'viewer')];
    await users.insert(sampleUser(1, { grants: before }));
    await users.insert(sampleUser(2, { grants: before }));
    const after = [grant(2, 'editor'), grant(3, 'author')];
    await users.replaceGrants(userId(1), after);
    const user = await users.findById(userId(1));
    equal(grantsOf(user), after, 'grants');
    equal({ ...user, grants: [] }, sampleUser(1), 'the rest of the account');
    equal(grantsOf(await users.findById(userId(2))), before, 'grants of the other account');
    await users.replaceGrants(userId(1), []);
    equal(await users.findById(userId(1)), sampleUser(1), 'the account without grants');
  },

  'replaceGrants rejects a missing collection and changes nothing': async ({ repositories }) => {
    const { users } = await withCollections(repositories);
    await users.insert(sampleUser(1, { grants: [grant(1, 'admin')] }));
    const grants = [grant(2, 'viewer'), grant(9, 'viewer')];
    await rejectsWith('collection_not_found', users.replaceGrants(userId(1), grants));
    equal(
      await users.findById(userId(1)),
      sampleUser(1, { grants: [grant(1, 'admin')] }),
      'account',
    );
  },

  'grants keep their locales': async ({ repositories }) => {
    const { users, sessions } = await withCollections(repositories);
    const grants = [inLocales(1, ['de', 'pt-BR']), grant(2, 'viewer'), inLocales(3, [])];
    await users.insert(sampleUser(1, { grants }));
    await insertSession(sessions, sampleSession(1));
    equal(grantsOf(await users.findById(userId(1))), grants, 'by id');
    equal(grantsOf((await sessions.find(sessionId(1)))?.user), grants, 'by a session');
    const after = [grant(1, 'editor'), inLocales(2, ['fr']), inLocales(3, ['de'])];
    await users.replaceGrants(userId(1), after);
    equal(grantsOf((await listed(users))[0]), after, 'replaced grants');
  },

  'a locale gets another code in all grants that name it, and leaves them': async ({
    repositories,
  }) => {
    const { users } = await withCollections(repositories);
    await users.insert(
      sampleUser(1, { grants: [inLocales(1, ['fr', 'de']), inLocales(2, ['de'])] }),
    );
    await users.insert(sampleUser(2, { grants: [inLocales(1, ['de']), grant(2, 'author')] }));
    await users.insert(sampleUser(3, { grants: [inLocales(1, ['de-CH']), grant(2, 'author')] }));
    const all = async () => (await listed(users)).map(grantsOf);
    await users.renameGrantedLocale('de', 'de-DE');
    equal(
      await all(),
      [
        [inLocales(1, ['fr', 'de-DE']), inLocales(2, ['de-DE'])],
        [inLocales(1, ['de-DE']), grant(2, 'author')],
        [inLocales(1, ['de-CH']), grant(2, 'author')],
      ],
      'another code',
    );
    await users.renameGrantedLocale('de-DE', undefined);
    equal(
      await all(),
      [
        [inLocales(1, ['fr']), inLocales(2, [])],
        [inLocales(1, []), grant(2, 'author')],
        [inLocales(1, ['de-CH']), grant(2, 'author')],
      ],
      'without it',
    );
  },

  'delete removes that account only': async ({ repositories: { users } }) => {
    for (const n of [1, 2]) await users.insert(sampleUser(n));
    await oneIsTrue(times(racers, () => users.delete(userId(1))));
    equal(await users.findById(userId(1)), undefined, 'by id');
    equal(await users.findByEmail(sampleUser(1).email), undefined, 'by e-mail address');
    equal(await users.findByUsername(sampleUser(1).username), undefined, 'by username');
    equal(await listed(users), [sampleUser(2)], 'accounts');
    equal(await users.delete(userId(1)), false, 'result of a second delete');
    await users.insert({ ...sampleUser(1), id: userId(3) });
  },

  'deleting an account deletes its sessions only': async ({ repositories }) => {
    const { users, sessions } = repositories;
    for (const n of [1, 2]) await users.insert(sampleUser(n));
    for (const n of [1, 2]) await insertSession(sessions, sampleSession(n));
    await insertSession(sessions, sampleSession(3, { userId: userId(2) }));
    ok((await sessions.find(sessionId(1))) !== undefined, 'the session exists before');
    ok(await users.delete(userId(1)), 'the change returns true');
    for (const n of [1, 2]) equal(await sessions.find(sessionId(n)), undefined, 'a session');
    equal((await sessions.find(sessionId(3)))?.user, sampleUser(2), 'session of the other account');
    await users.insert(sampleUser(1, { username: 'Again' }));
    equal(
      await sessions.find(sessionId(1)),
      undefined,
      'a session, after an account with the same id was created',
    );
  },

  'deleting an account deletes its grants': async ({ repositories }) => {
    const { users, collections } = await withCollections(repositories);
    await users.insert(sampleUser(1, { grants: [grant(1, 'admin')] }));
    equal((await users.findById(userId(1)))?.grants.length, 1, 'grants before');
    ok(await users.delete(userId(1)), 'the change returns true');
    await users.insert(sampleUser(1));
    equal(await users.findById(userId(1)), sampleUser(1), 'a new account with the same id');
    equal(await collections.findById(collectionId(1)), sampleCollection(1), 'the collection');
  },

  'items and files of a deleted account stay, without an owner': async (store) => {
    const { users, contents, media } = await withCollections(store.repositories);
    for (const n of [1, 2]) {
      await users.insert(sampleUser(n));
      await insertItems(store, [sampleContent(n, { authorId: userId(n) })]);
      await media.insert(sampleMedia(n, { uploadedBy: userId(n) }));
    }
    ok(await users.delete(userId(1)), 'the change returns true');
    equal(await contents.findById(contentId(1)), sampleContent(1), 'item of the deleted account');
    equal(await media.findById(mediaId(1)), sampleMedia(1), 'file of the deleted account');
    const theirs = sampleContent(2, { authorId: userId(2) });
    equal(await contents.findById(contentId(2)), theirs, 'item of the other account');
    const file = sampleMedia(2, { uploadedBy: userId(2) });
    equal(await media.findById(mediaId(2)), file, 'file of the other account');
  },

  'stored records do not share objects with callers': async ({ repositories }) => {
    const { users } = await withCollections(repositories);
    const given = sampleUser(1, { grants: [grant(1, 'admin')] });
    await users.insert(given);
    modifyAll(given);
    modifyAll(await users.findById(userId(1)));
    modifyAll(await users.findByEmail(sampleUser(1).email));
    modifyAll(await users.findByUsername(sampleUser(1).username));
    modifyAll(await listed(users));
    equal(await listed(users), [sampleUser(1, { grants: [grant(1, 'admin')] })], 'accounts');

    const grants = [grant(2, 'viewer')];
    await users.replaceGrants(userId(1), grants);
    modifyAll(grants);
    const changed = sampleUser(1, { firstName: 'Changed' });
    ok(await users.update(changed), 'the change returns true');
    modifyAll(changed);
    const expected = sampleUser(1, { firstName: 'Changed', grants: [grant(2, 'viewer')] });
    equal(await listed(users), [expected], 'accounts after updates');
  },
});

const grant = (n: number, role: Role): Grant => ({ collectionId: collectionId(n), role });

const inLocales = (n: number, locales: readonly string[]): Grant => ({
  ...grant(n, 'editor'),
  locales,
});

/** Sorted by collection, because stores may return them in any order. */
const grantsOf = (user: User | undefined): readonly Grant[] | undefined =>
  user?.grants.toSorted((left, right) => (left.collectionId < right.collectionId ? -1 : 1));

const withCollections = async (repositories: Repositories): Promise<Repositories> => {
  for (const n of [1, 2, 3]) await repositories.collections.insert(sampleCollection(n));
  return repositories;
};

const listed = (users: UserRepository): Promise<readonly User[]> =>
  users.list({ limit: 1_000, offset: 0 });
