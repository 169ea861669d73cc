import type { ContentChange, Repositories, Store } from '../../../core/store.ts';
import { placedAlone, type ContentItem } from '../../../core/vocabulary.ts';
import { equal, ok, rejectsWith } from '../assert.ts';
import { oneWins, racers, times } from '../cases.ts';
import { collectionId, sampleCollection, sampleContent } from '../samples.ts';
import { suite } from '../suite.ts';
import { recovered, recoveryOf, trash, trashIsOnly } from '../trash/trashed-items.ts';
import {
  creationOf,
  deleteItem,
  expecting,
  insertItems,
  revisionOf,
  updateOf,
} from './content-changes.ts';
import { storesOnly } from './stored-items.ts';

/** Collections of at most one item. */
export const singletonSuite = suite<Store>('Store, singletons', {
  'a singleton is stored as one, also for the site, and other collections are none': async (
    store,
  ) => {
    const { collections, site } = await withSingleton(store);
    const singleton = sampleCollection(1, { isSingleton: true });
    equal(await collections.list(), [singleton, sampleCollection(2)], 'list');
    const { name, id, isActive } = singleton;
    const expected = { name, id, isActive, isSingleton: true };
    equal((await site.load(name)).collection, expected, 'the site');
    equal((await site.load('collection-2')).collection?.isSingleton, undefined, 'another one');
    ok(await collections.update(sampleCollection(1)), 'the collection is there');
    equal(await collections.findById(id), sampleCollection(1), 'after it was switched off');
  },

  'the stamp of the site changes when its collection becomes a singleton': async (store) => {
    const { collections, site } = await withSingleton(store);
    const stamp = async () => (await site.load('collection-2')).stamp;
    const before = await stamp();
    await collections.update(sampleCollection(2, { isSingleton: true }));
    ok((await stamp()) !== before, 'another stamp');
    await collections.update(sampleCollection(2));
    equal(await stamp(), before, 'the stamp after it was switched off');
  },

  'a singleton takes one item': async (store) => {
    await withSingleton(store);
    ok(await store.commit([entering(creationOf(sampleContent(1)))]), 'the first was stored');
    await rejectsWith('singleton_exists', store.commit([entering(creationOf(sampleContent(2)))]));
    await storesOnly(store, [sampleContent(1)]);
    await deleteItem(store, sampleContent(1));
    ok(await store.commit([entering(creationOf(sampleContent(2)))]), 'it was empty again');
    await storesOnly(store, [sampleContent(2)]);
  },

  'a creation for another version of the singleton returns false and stores nothing': async (
    store,
  ) => {
    await withSingleton(store);
    equal(await store.commit([entering(creationOf(sampleContent(1), 2))]), false, 'the result');
    await storesOnly(store, []);
  },

  'the item of a singleton can change, and leave it': async (store) => {
    await withSingleton(store);
    const first = sampleContent(1);
    ok(await store.commit([entering(creationOf(first))]), 'the first was stored');
    const second = revisionOf(first, { title: 'Second' });
    ok(await store.commit([updateOf(first, second)]), 'it was changed');
    const third = revisionOf(second, { collectionId: collectionId(2) });
    ok(await store.commit([updateOf(second, third)]), 'it was moved');
    const fourth = revisionOf(third, { collectionId: collectionId(1) });
    ok(await store.commit([entering(updateOf(third, fourth))]), 'it was moved back');
    await storesOnly(store, [fourth]);
  },

  'a singleton with an item takes none from another collection': async (store) => {
    await withSingleton(store);
    const other = elsewhere(2);
    await insertItems(store, [sampleContent(1), other]);
    const moved = revisionOf(other, { collectionId: collectionId(1) });
    await rejectsWith('singleton_exists', store.commit([entering(updateOf(other, moved))]));
    await storesOnly(store, [sampleContent(1), other]);
  },

  'a singleton with an item takes none from the trash': async (store) => {
    await withSingleton(store);
    await insertItems(store, [sampleContent(1)]);
    await trash(store, sampleContent(1));
    await insertItems(store, [sampleContent(2)]);
    const recovery = entering(recoveryOf(sampleContent(1)));
    await rejectsWith('singleton_exists', store.commit([recovery]));
    await trashIsOnly(store, [sampleContent(1)]);
    await storesOnly(store, [sampleContent(2)]);
    await deleteItem(store, sampleContent(2));
    ok(await store.commit([recovery]), 'it was empty again');
    await storesOnly(store, [recovered(sampleContent(1))]);
  },

  'of several changes in one commit, a singleton takes none if there are two for it': async (
    store,
  ) => {
    await withSingleton(store);
    const two = [1, 2].map((n) => entering(creationOf(sampleContent(n))));
    await rejectsWith('singleton_exists', store.commit(two));
    const other = creationOf(elsewhere(3));
    await rejectsWith('singleton_exists', store.commit([other, ...two]));
    await storesOnly(store, []);
    ok(await store.commit([other, ...two.slice(1)]), 'one of them');
    await storesOnly(store, [sampleContent(2), elsewhere(3)]);
  },

  'of concurrent changes for one singleton exactly one succeeds': async (store) => {
    await withSingleton(store);
    const numbers = times(racers, (n) => n);
    const trashed = numbers.filter((n) => n % 3 === 1).map((n) => sampleContent(n));
    const others = numbers.filter((n) => n % 3 === 2).map(elsewhere);
    await insertItems(store, [...trashed, ...others]);
    for (const item of trashed) await trash(store, item);
    const changes = [
      ...numbers.filter((n) => n % 3 === 0).map((n) => creationOf(sampleContent(n))),
      ...trashed.map((item) => recoveryOf(item)),
      ...others.map((item) => updateOf(item, revisionOf(item, { collectionId: collectionId(1) }))),
    ];
    const writes = changes.map((change) => store.commit([entering(change)]));
    await oneWins('singleton_exists', writes);
    equal((await itemsIn(store, 1)).length, 1, 'items of the singleton');
  },

  'a collection with one item or none becomes a singleton, one with several does not': async (
    store,
  ) => {
    const { collections } = await withSingleton(store);
    const change = (version: number) =>
      collections.update(sampleCollection(2, { isSingleton: true, version }));
    ok(await change(2), 'without an item');
    await collections.update(sampleCollection(2));
    await insertItems(store, [elsewhere(1)]);
    ok(await change(2), 'with one item');
    await collections.update(sampleCollection(2));
    await insertItems(store, [elsewhere(2)]);
    await trash(store, elsewhere(1));
    ok(await change(2), 'with another one in the trash');
    await collections.update(sampleCollection(2));
    await insertItems(store, [elsewhere(3)]);
    await rejectsWith('not_singleton', change(2));
    equal(await collections.findById(collectionId(2)), sampleCollection(2), 'the collection');
  },

  'a localised singleton takes the translations of one item, and no other item': async (store) => {
    const { collections } = store.repositories;
    await collections.insert(sampleCollection(1, { isSingleton: true, baseLocale: 'en' }));
    const first = sampleContent(1, placedAlone(sampleContent(1), 'en'));
    const { group } = first;
    const second = sampleContent(2, { locale: 'de', group });
    const third = sampleContent(3, { locale: 'fr', group });
    for (const item of [first, second, third]) {
      const change = expecting(creationOf(item), { entersSingleton: true, entersGroup: 'any' });
      ok(await store.commit([change]), `item ${item.locale}`);
    }
    const other = sampleContent(4, placedAlone(sampleContent(4), 'it'));
    const creation = expecting(creationOf(other), { entersSingleton: true, entersGroup: 'any' });
    await rejectsWith('singleton_exists', store.commit([creation]));
    const alone = revisionOf(third, placedAlone(third, 'fr'));
    const leaving = expecting(updateOf(third, alone), {
      entersSingleton: true,
      entersGroup: 'any',
    });
    await rejectsWith('singleton_exists', store.commit([leaving]));
    await storesOnly(store, [first, second, third]);
  },

  'a collection with translations of one item becomes a singleton, one with two groups does not':
    async (store) => {
      const { collections } = store.repositories;
      await collections.insert(sampleCollection(1, { baseLocale: 'en' }));
      const first = sampleContent(1, placedAlone(sampleContent(1), 'en'));
      const { group } = first;
      await insertItems(store, [
        first,
        sampleContent(2, { locale: 'de', group }),
        sampleContent(3, { locale: 'fr', group }),
      ]);
      const change = (isSingleton: true | undefined, version: number) =>
        collections.update(
          sampleCollection(1, { baseLocale: 'en', version, ...(isSingleton && { isSingleton }) }),
        );
      ok(await change(true, 2), 'with one group');
      await change(undefined, 3);
      const other = sampleContent(4, placedAlone(sampleContent(4), 'it'));
      ok(await store.commit([creationOf(other, 3)]), 'another group');
      await rejectsWith('not_singleton', change(true, 4));
    },

  'a collection that becomes a singleton while items are created has one at most': async (
    store,
  ) => {
    const { collections } = await withSingleton(store);
    for (const round of times(5, (n) => 10 * n)) {
      await collections.insert(sampleCollection(round));
      const creations = times(4, (n) =>
        store.commit([creationOf(sampleContent(round + n, { collectionId: collectionId(round) }))]),
      );
      const change = collections.update(sampleCollection(round, { isSingleton: true, version: 2 }));
      await Promise.allSettled([change, ...creations]);
      const stored = (await Promise.all(creations)).filter((isStored) => isStored);
      const isSingleton = (await collections.findById(collectionId(round)))?.isSingleton === true;
      equal((await itemsIn(store, round)).length, stored.length, 'stored items');
      if (isSingleton) ok(stored.length <= 1, 'one item at most');
      else await rejectsWith('not_singleton', change);
    }
  },
});

/** Inserts a singleton, and then another collection. */
const withSingleton = async (store: Store): Promise<Repositories> => {
  const { collections } = store.repositories;
  await collections.insert(sampleCollection(1, { isSingleton: true }));
  await collections.insert(sampleCollection(2));
  return store.repositories;
};

/** An item of the other collection. */
const elsewhere = (n: number): ContentItem => sampleContent(n, { collectionId: collectionId(2) });

const entering = (change: ContentChange): ContentChange =>
  expecting(change, { entersSingleton: true });

const itemsIn = ({ repositories }: Store, n: number): Promise<readonly ContentItem[]> =>
  repositories.contents.listOfCollectionAfter(collectionId(n), undefined, 1_000);
