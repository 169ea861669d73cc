import type { LockName, Repositories, Store } from '../../../core/store.ts';
import { equal, failsWith, ok } from '../assert.ts';
import { giveWayTo, modifyAll, oneWins, racers, times } from '../cases.ts';
import { insertItems } from '../content/content-changes.ts';
import {
  collectionId,
  contentId,
  sampleCollection,
  sampleContent,
  sampleUser,
  userId,
} from '../samples.ts';
import { suite } from '../suite.ts';

const locks: readonly LockName[] = ['accounts', 'settings'];

/** Sequential and concurrent runs of `exclusively`. See also `failedWorkSuite`. */
export const exclusiveWorkSuite = suite<Store>('Store, exclusive work', {
  'a run returns the result of its work': async (store) => {
    const answer = { any: 'thing' };
    ok((await store.exclusively('settings', async () => answer)) === answer, 'the same object');
    equal(await store.exclusively('settings', async () => undefined), undefined, 'nothing');
  },

  'writes of a run are stored, in every repository': async (store) => {
    await store.exclusively('accounts', async ({ collections, users, site }) => {
      await collections.insert(sampleCollection(1));
      await users.insert(sampleUser(1));
      await site.saveSettings({ ...(await site.load()).settings, siteName: 'Kept' });
    });
    const { collections, users, site } = store.repositories;
    equal(await collections.list(), [sampleCollection(1)], 'collections');
    equal(await users.findById(userId(1)), sampleUser(1), 'the account');
    equal((await site.load()).settings.siteName, 'Kept', 'the name of the site');
  },

  'a run reads stored data and its own writes': async (store) => {
    await withCollections(store, 1);
    await insertItems(store, [sampleContent(1)]);
    await store.exclusively('settings', async ({ collections, contents }) => {
      equal(await contents.findById(contentId(1)), sampleContent(1), 'the item from before');
      equal(await collections.list(), [sampleCollection(1)], 'the collection from before');
      await collections.insert(sampleCollection(2));
      const listed = await collections.list();
      equal(listed, [sampleCollection(1), sampleCollection(2)], 'both collections');
      ok(await collections.delete(collectionId(2)), 'the collection was there');
      equal(await collections.findById(collectionId(2)), undefined, 'the deleted collection');
      await collections.insert(sampleCollection(3));
    });
    equal(await idsIn(store), [1, 3].map(collectionId), 'ids afterwards');
  },

  'modifying an object that a run returned does not change the store': async (store) => {
    await withCollections(store, 2);
    await insertItems(store, [sampleContent(1)]);
    const modifyRead = async ({ contents, collections }: Repositories): Promise<void> => {
      modifyAll(await contents.findById(contentId(1)));
      modifyAll(await contents.listAfter(undefined, 10));
      modifyAll(await collections.findById(collectionId(1)));
      modifyAll(await collections.list());
    };
    await store.exclusively('settings', modifyRead);
    await store.consistently(modifyRead);
    const { contents, collections } = store.repositories;
    equal(await contents.listAfter(undefined, 10), [sampleContent(1)], 'items');
    equal(
      await collections.list(),
      [1, 2].map((n) => sampleCollection(n)),
      'collections',
    );
  },

  'writes of an unfinished run are not visible outside': async (store) => {
    await withCollections(store, 1);
    const { collections: outside } = store.repositories;
    const seen: Promise<unknown>[] = [];
    const failure = new Error('given up');
    const run = store.exclusively('settings', async ({ collections }) => {
      await collections.insert(sampleCollection(2));
      ok(await collections.delete(collectionId(1)), 'the collection was there');
      // An embedded store may answer these reads only after the run. The run fails, so that the results
      // must be the same.
      seen.push(outside.findById(collectionId(2)));
      seen.push(outside.findById(collectionId(1)));
      await giveWayTo(Promise.all(seen), () => collections.findById(collectionId(2)));
      throw failure;
    });
    await failsWith(failure, run);
    equal(await Promise.all(seen), [undefined, sampleCollection(1)], 'the collections outside');
  },

  'a run and concurrent writes outside of it are all stored': async (store) => {
    await withCollections(store, 1);
    const outside: Promise<void>[] = [];
    await store.exclusively('settings', async ({ collections }) => {
      await collections.insert(sampleCollection(2));
      outside.push(writeOutside(store));
      await giveWayTo(Promise.all(outside), () => collections.findById(collectionId(1)));
      await collections.insert(sampleCollection(4));
    });
    await Promise.all(outside);
    equal(await idsIn(store), [1, 2, 3, 4].map(collectionId), 'ids');
    const item = await store.repositories.contents.findById(contentId(1));
    equal(item, sampleContent(1), 'the item');
  },

  'a failed run does not undo concurrent writes outside of it': async (store) => {
    await withCollections(store, 1);
    const outside: Promise<void>[] = [];
    const failure = new Error('given up');
    const run = store.exclusively('settings', async ({ collections }) => {
      await collections.insert(sampleCollection(2));
      outside.push(writeOutside(store));
      await giveWayTo(Promise.all(outside), () => collections.findById(collectionId(1)));
      throw failure;
    });
    await failsWith(failure, run);
    await Promise.all(outside);
    equal(await idsIn(store), [1, 3].map(collectionId), 'ids');
    const item = await store.repositories.contents.findById(contentId(1));
    equal(item, sampleContent(1), 'the item');
  },

  'runs with the same lock lose no update': async (store) => {
    const { collections } = store.repositories;
    await collections.insert(sampleCollection(1, { description: '0' }));
    await Promise.all(times(racers, () => countUp(store, 'settings')));
    const collection = await collections.findById(collectionId(1));
    equal(collection?.description, String(racers), 'the count');
  },

  'runs with the same lock never overlap': async (store) => {
    const log: string[] = [];
    const run = (n: number): Promise<void> =>
      store.exclusively('accounts', async ({ users }) => {
        log.push(`${n} begins`);
        for (const _ of times(3, (round) => round)) await users.any();
        log.push(`${n} ends`);
      });
    await Promise.all(times(racers, run));
    equal(log.length, 2 * racers, 'entries');
    for (let place = 0; place < log.length; place += 2) {
      equal(log[place + 1], log[place]?.replace('begins', 'ends'), `entry ${place + 1}`);
    }
  },

  'a failed run releases its lock': async (store) => {
    const failure = new Error('given up');
    const failing = times(5, () => store.exclusively('settings', () => Promise.reject(failure)));
    const next = store.exclusively('settings', async () => 'done');
    // Concurrently, because a lock may admit them in any order.
    const [answer] = await Promise.all([next, ...failing.map((run) => failsWith(failure, run))]);
    equal(answer, 'done', 'the answer of a run that waited');
    const later = await store.exclusively('settings', async () => 'later');
    equal(later, 'later', 'the answer of a later run');
  },

  'runs with different locks all complete': async (store) => {
    const answers = await Promise.all(
      locks.map((lock) =>
        store.exclusively(lock, async ({ users }) => `${lock}: ${await users.any()}`),
      ),
    );
    equal(
      answers,
      locks.map((lock) => `${lock}: false`),
      'answers',
    );
  },

  'of concurrent runs with one name exactly one succeeds': async (store) => {
    const runs = times(racers, (n) =>
      store.exclusively(locks[n % 2] ?? 'settings', async ({ collections }) => {
        await collections.insert(sampleCollection(100 + n));
        await collections.insert(sampleCollection(n, { name: 'wanted' }));
      }),
    );
    const winner = 1 + (await oneWins('collection_name_taken', runs));
    equal(await idsIn(store), [winner, 100 + winner].map(collectionId), 'ids');
  },
});

const countUp = (store: Store, lock: LockName): Promise<boolean> =>
  store.exclusively(lock, async ({ collections }) => {
    const collection = await collections.findById(collectionId(1));
    ok(collection !== undefined, 'the collection is there');
    const description = String(Number(collection.description) + 1);
    return collections.update({ ...collection, description });
  });

const withCollections = async (store: Store, count: number): Promise<void> => {
  for (const collection of times(count, (n) => sampleCollection(n))) {
    await store.repositories.collections.insert(collection);
  }
};

const writeOutside = async (store: Store): Promise<void> => {
  await store.repositories.collections.insert(sampleCollection(3));
  await insertItems(store, [sampleContent(1)]);
};

const idsIn = async ({ repositories: { collections } }: Store): Promise<readonly string[]> =>
  (await collections.list()).map(({ id }) => id).toSorted();
