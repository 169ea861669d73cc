import type { Repositories, Store } from '../../../core/store.ts';
import { equal, failsWith, ok, reasonOf } from '../assert.ts';
import { giveWayTo, itemsOf, times } from '../cases.ts';
import { deleteItem, insertItems, pageOf, reviseItem } from '../content/content-changes.ts';
import {
  collectionId,
  contentId,
  sampleCollection,
  sampleContent,
  sampleUser,
} from '../samples.ts';
import { suite } from '../suite.ts';

/** Reads of one state of the store. */
export const consistentReadsSuite = suite<Store>('Store, consistent reads', {
  'consistent reads return the result of their work, or throw its error': async (store) => {
    const answer = { any: 'thing' };
    ok((await store.consistently(async () => answer)) === answer, 'the same object');
    const failure = new Error('given up');
    const failing = store.consistently(() => Promise.reject(failure));
    await failsWith(failure, failing);
  },

  'consistent reads see what is stored when they start': async (store) => {
    await withItems(store);
    const seen = await store.consistently(readAll);
    equal(seen, await readAll(store.repositories), 'the state');
    equal(seen.listed.length, 3, 'items');
  },

  'they all see the same state, regardless of concurrent writes': async (store) => {
    await withItems(store);
    const outside: Promise<void>[] = [];
    await store.consistently(async (inside) => {
      const before = await readAll(inside);
      equal(before.listed.length, 3, 'items before');
      outside.push(writeOutside(store));
      await giveWayTo(Promise.all(outside), () => inside.contents.findById(contentId(1)));
      equal(await readAll(inside), before, 'the state after other writes');
    });
    await Promise.all(outside);
    const { listed, settings } = await readAll(store.repositories);
    equal(
      listed.map(({ id }) => id),
      [4, 3, 2].map(contentId),
      'ids afterwards',
    );
    equal([listed[1]?.title, settings.siteName], ['Changed', 'Changed'], 'the concurrent writes');
  },

  'a write among consistent reads fails and stores nothing': async (store) => {
    await withItems(store);
    const before = await readAll(store.repositories);
    const writes: readonly ((inside: Repositories) => Promise<unknown>)[] = [
      ({ collections }) => collections.insert(sampleCollection(2)),
      ({ collections }) => collections.update(sampleCollection(1, { isActive: false })),
      ({ users }) => users.insert(sampleUser(1)),
      async ({ site }) =>
        site.saveSettings({ ...(await site.load()).settings, siteName: 'Changed' }),
    ];
    for (const write of writes) {
      await reasonOf(store.consistently(write));
      equal(await readAll(store.repositories), before, 'the state');
    }
  },

  'consistent reads do not wait for each other': async (store) => {
    await withItems(store);
    const seen = await Promise.all(times(5, () => store.consistently(readAll)));
    for (const one of seen) equal(one, seen[0], 'the state');
  },
});

const withItems = async (store: Store): Promise<void> => {
  await store.repositories.collections.insert(sampleCollection(1));
  await insertItems(store, times(3, sampleContent));
};

const writeOutside = async (store: Store): Promise<void> => {
  const { collections, site } = store.repositories;
  await insertItems(store, [sampleContent(4)]);
  await deleteItem(store, sampleContent(1));
  await reviseItem(store, sampleContent(3), { title: 'Changed' });
  const changed = sampleCollection(1, { description: 'Changed', version: 2 });
  ok(await collections.update(changed), 'a collection');
  await site.saveSettings({ ...(await site.load()).settings, siteName: 'Changed' });
};

const readAll = async (repositories: Repositories) => {
  const { contents, collections, users, site } = repositories;
  return {
    listed: itemsOf(await pageOf(repositories, { limit: 10, offset: 0, within: 'all' })),
    walked: await contents.listAfter(undefined, 10),
    single: await contents.findById(contentId(1)),
    groups: await collections.list(),
    collection: await collections.findById(collectionId(1)),
    hasUsers: await users.any(),
    settings: (await site.load()).settings,
  };
};
