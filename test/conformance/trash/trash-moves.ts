import type { ContentChange, Store } from '../../../core/store.ts';
import { parseSlug } from '../../../core/vocabulary.ts';
import { equal, ok, rejectsWith } from '../assert.ts';
import { oneIsTrue, oneWins, racers, times } from '../cases.ts';
import {
  creationOf,
  deletionOf,
  revisionOf,
  updateOf,
  withParts,
} from '../content/content-changes.ts';
import { storesOnly } from '../content/stored-items.ts';
import { collectionId, contentId, momentOf, sampleCollection, sampleContent } from '../samples.ts';
import { suite } from '../suite.ts';
import {
  create,
  entriesIn,
  entryOf,
  facts,
  firstOwner,
  historyOf,
  recovered,
  recoveryOf,
  secondOwner,
  trash,
  trashIsOnly,
  trashingOf,
  withHistory,
} from './trashed-items.ts';

const slug = parseSlug('other');

/** Moves of items into the trash and back. */
export const trashMovesSuite = suite<Store>('Store, the trash', {
  'a deletion with trash moves the item with its history, and frees its slug': async (store) => {
    const repositories = await withHistory(store, 0);
    const origin = { digest: 'd', version: 3 };
    const item = sampleContent(1, { authorId: secondOwner, origin, version: 4 });
    await create(store, [item, sampleContent(2)]);
    await trash(store, item, 7, firstOwner);
    await trashIsOnly(store, [item]);
    equal(await entriesIn(repositories), [entryOf(item, 7, firstOwner)], 'entries');
    equal(await historyOf(repositories, item.id), [4], 'its history');
    await storesOnly(store, [sampleContent(2)]);
    await create(store, [sampleContent(3, { slug: item.slug })]);
  },

  'a deletion without trash deletes the history': async (store) => {
    const repositories = await withHistory(store, 2);
    ok(await store.commit([deletionOf(sampleContent(1))]), 'the item was deleted');
    await trashIsOnly(store, []);
    equal(await historyOf(repositories, contentId(1)), [], 'its history');
    equal(await historyOf(repositories, contentId(2)), [1], 'the history of another item');
  },

  'a deletion of another version returns false and moves nothing': async (store) => {
    await withHistory(store, 1);
    const stale = { ...sampleContent(1), version: 2 };
    equal(await store.commit([trashingOf(stale)]), false, 'the result');
    equal(await store.commit([trashingOf(sampleContent(9))]), false, 'without such an item');
    await trashIsOnly(store, []);
    await storesOnly(store, [sampleContent(1)]);
  },

  'a recovery moves the item back in its next version, with its history': async (store) => {
    const repositories = await withHistory(store, 2);
    const item = sampleContent(1);
    await trash(store, item);
    equal(await store.commit([recoveryOf(item, { slug })]), true, 'the result');
    await trashIsOnly(store, []);
    await storesOnly(store, [recovered(item, { slug }), sampleContent(2)]);
    equal(await historyOf(repositories, item.id), [2, 1], 'its history');
  },

  'a recovery of another version returns false and changes nothing': async (store) => {
    await withHistory(store, 2);
    const item = sampleContent(1);
    await trash(store, item);
    const stale = { ...item, version: 2 };
    for (const change of [recoveryOf(stale), recoveryOf(sampleContent(2), { version: 2, slug })]) {
      equal(await store.commit([change]), false, 'the result');
    }
    await trashIsOnly(store, [item]);
    await storesOnly(store, [sampleContent(2)]);
  },

  'a recovery for another version of the collection returns false and changes nothing': async (
    store,
  ) => {
    const { collections } = await withHistory(store, 1);
    const item = sampleContent(1);
    await trash(store, item);
    await collections.update(sampleCollection(1, { version: 2 }));
    equal(await store.commit([recoveryOf(item)]), false, 'the result');
    await trashIsOnly(store, [item]);
    equal(await store.commit([recoveryOf(item, {}, 2)]), true, 'with the stored version');
  },

  'a recovery rejects a taken slug and changes nothing': async (store) => {
    const repositories = await withHistory(store, 1);
    const item = sampleContent(1);
    await trash(store, item);
    const other = sampleContent(2, { slug: item.slug });
    await create(store, [other]);
    await rejectsWith('slug_taken', store.commit([recoveryOf(item)]));
    await trashIsOnly(store, [item]);
    await storesOnly(store, [other]);
    equal(await historyOf(repositories, item.id), [1], 'its history');
  },

  'the id of an item in the trash is taken': async (store) => {
    await withHistory(store, 2);
    const item = sampleContent(1);
    await trash(store, item);
    const again = creationOf(sampleContent(1, { slug }));
    await rejectsWith('id_taken', store.commit([again]));
    await rejectsWith('id_taken', store.commit([withParts(again, { revision: facts })]));
    await rejectsWith('id_taken', store.commit([creationOf(sampleContent(3)), again]));
    const update = updateOf(sampleContent(2), revisionOf(sampleContent(2), {}));
    await rejectsWith('id_taken', store.commit([update, again]));
    await trashIsOnly(store, [item]);
    await storesOnly(store, [sampleContent(2)]);
  },

  'moves among other changes are stored with them, or not at all': async (store) => {
    await withHistory(store, 4);
    const [one, two, three, four] = [1, 2, 3, 4].map((n) => sampleContent(n));
    ok(one !== undefined && two !== undefined, 'two items for the trash');
    ok(three !== undefined && four !== undefined, 'two other items');
    await trash(store, one);
    await trash(store, two);
    const moves = [trashingOf(three), recoveryOf(one), recoveryOf(two)];
    const stale = trashingOf({ ...four, version: 2 });
    equal(await store.commit([...moves, stale]), false, 'with an outdated change');
    await trashIsOnly(store, [one, two]);
    equal(await store.commit(moves), true, 'without it');
    await trashIsOnly(store, [three]);
    await storesOnly(store, [recovered(one), recovered(two), four]);
  },

  'of concurrent moves of one item exactly one succeeds': async (store) => {
    await withHistory(store, 1);
    const item = sampleContent(1);
    await oneIsTrue(times(racers, (n) => store.commit([trashingOf(item, n)])));
    await trashIsOnly(store, [item]);
    await oneIsTrue(times(racers, () => store.commit([recoveryOf(item)])));
    await trashIsOnly(store, []);
    await storesOnly(store, [recovered(item)]);
  },

  'of concurrent recoveries with one slug exactly one succeeds': async (store) => {
    await withHistory(store, racers);
    const items = times(racers, sampleContent);
    for (const item of items) await trash(store, item);
    const writes = items.map((item) => store.commit([recoveryOf(item, { slug })]));
    const winner = await oneWins('slug_taken', writes);
    await storesOnly(
      store,
      items.filter((_, place) => place === winner).map((item) => recovered(item, { slug })),
    );
    await trashIsOnly(
      store,
      items.filter((_, place) => place !== winner),
    );
  },

  'there is never content with the id of an item in the trash': async (store) => {
    const { contents, trash: port } = await withHistory(store, 0);
    const items = times(racers, (n) => sampleContent(n));
    await create(store, items);
    const again = (n: number): ContentChange =>
      creationOf(sampleContent(n, { slug: parseSlug(`again-${n}`) }));
    const writes = items.flatMap((item, place) => [
      store.commit([again(place + 1)]),
      store.commit([trashingOf(item)]),
      store.commit([again(place + 1)]),
    ]);
    for (const [place, { status }] of (await Promise.allSettled(writes)).entries()) {
      if (status === 'rejected') await rejectsWith('id_taken', writes[place] ?? Promise.resolve());
    }
    for (const { id } of items) {
      const places = [await contents.findById(id), await port.find(id)];
      equal(places.filter((found) => found !== undefined).length, 1, 'items with one id');
    }
  },

  'deleting a collection deletes its trash with the history of the items': async (store) => {
    const repositories = await withHistory(store, 2);
    const other = sampleContent(3, { collectionId: collectionId(2) });
    await create(store, [other]);
    for (const item of [sampleContent(1), other]) await trash(store, item);
    await rejectsWith('collection_not_empty', repositories.collections.delete(collectionId(1)));
    await trashIsOnly(store, [sampleContent(1), other]);
    equal(await historyOf(repositories, contentId(1)), [1], 'its history after the failure');
    await trash(store, sampleContent(2));
    ok(await repositories.collections.delete(collectionId(1)), 'the collection was deleted');
    await trashIsOnly(store, [other]);
    for (const n of [1, 2]) equal(await historyOf(repositories, contentId(n)), [], 'a history');
    equal(await historyOf(repositories, other.id), [1], 'the history of the other collection');
    equal(await store.commit([recoveryOf(sampleContent(1))]), false, 'a later recovery');
  },

  'of a collection that is deleted while its items move, nothing is left': async (store) => {
    const repositories = await withHistory(store, racers);
    const items = times(racers, sampleContent);
    for (const item of items.slice(0, racers / 2)) await trash(store, item);
    const moves = items.map((item, place) =>
      store.commit([place < racers / 2 ? recoveryOf(item) : trashingOf(item)]),
    );
    const deletion = repositories.collections.delete(collectionId(1)).catch(() => false);
    await Promise.all(moves);
    const isDeleted = await deletion;
    const left = await repositories.contents.listAfter(undefined, 100);
    const inTrash = await entriesIn(repositories);
    const found = left.length + inTrash.length;
    equal(found, isDeleted ? 0 : racers, 'items');
  },

  'deleting an account leaves its items in the trash, without owner and deleter': async (store) => {
    const repositories = await withHistory(store, 0);
    const own = sampleContent(1, { authorId: firstOwner });
    const other = sampleContent(2, { authorId: secondOwner });
    await create(store, [own, other]);
    await trash(store, own, 2, secondOwner);
    await trash(store, other, 1, firstOwner);
    ok(await repositories.users.delete(firstOwner), 'the account was deleted');
    const stored = { ...own, authorId: undefined };
    const deletions = [
      { item: stored, deletedAt: momentOf(2), deletedBy: secondOwner },
      { item: other, deletedAt: momentOf(1), deletedBy: undefined },
    ];
    for (const deletion of deletions) {
      equal(await repositories.trash.find(deletion.item.id), deletion, 'an item in the trash');
    }
    ok(await store.commit([recoveryOf(stored)]), 'the item was recovered');
    await storesOnly(store, [recovered(stored)]);
  },

  'a deletion by an account that does not exist has no deleter': async (store) => {
    const repositories = await withHistory(store, 1);
    await trash(store, sampleContent(1), 1, contentId(99));
    equal(await entriesIn(repositories), [entryOf(sampleContent(1), 1)], 'entries');
  },
});
