import type { Store } from '../../../core/store.ts';
import { encodeJson, parseSlug } from '../../../core/vocabulary.ts';
import { equal, ok, rejectsWith } from '../assert.ts';
import { oneIsTrue, oneWins, racers, times } from '../cases.ts';
import {
  creationOf,
  deleteItem,
  deletionOf,
  expecting,
  insertItems,
  reviseItem,
  revisionOf,
  updateOf,
} from './content-changes.ts';
import { collectionId, contentId, momentOf, sampleCollection, sampleContent } from '../samples.ts';
import { revision, storesOnly, withItems } from './stored-items.ts';
import { suite } from '../suite.ts';

/** Changes of single items. */
export const updateSuite = suite<Store>('Store, updates and deletions', {
  'an update changes all members of that item and no other item': async (store) => {
    const { contents } = await withItems(store, 2);
    const revised = revision(1, {
      collectionId: collectionId(2),
      title: 'Revised',
      slug: parseSlug('revised'),
      status: 'archived',
      data: encodeJson({ revised: true }),
      origin: { digest: 'digest', version: 2 },
      createdAt: momentOf(50),
      updatedAt: momentOf(60),
    });
    ok(await store.commit([updateOf(sampleContent(1), revised)]), 'the item was updated');
    await storesOnly(store, [revised, sampleContent(2)]);
    equal(await contents.findBySlug(revised.slug), revised, 'by its new slug');

    const back = { ...sampleContent(1), version: 3 };
    ok(await store.commit([updateOf(revised, back)]), 'the item was updated again');
    await storesOnly(store, [back, sampleContent(2)]);
  },

  'an update of another version returns false and stores nothing': async (store) => {
    await withItems(store, 1);
    const first = await reviseItem(store, sampleContent(1), { title: 'First' });
    const late = updateOf(sampleContent(1), revision(1, { title: 'Late' }));
    equal(await store.commit([late]), false, 'a late write');
    const before = { ...sampleContent(1), version: 3 };
    const early = updateOf(before, revisionOf(before, { title: 'Early' }));
    equal(await store.commit([early]), false, 'an early write');
    await storesOnly(store, [first]);
  },

  'an update for another version of the collection returns false and stores nothing': async (
    store,
  ) => {
    const { collections } = await withItems(store, 1);
    const change = (version: number) => updateOf(sampleContent(1), revision(1), version);
    equal(await store.commit([change(2)]), false, 'a later version');
    await collections.update(sampleCollection(1, { version: 2 }));
    equal(await store.commit([change(1)]), false, 'an earlier version');
    await storesOnly(store, [sampleContent(1)]);
    equal(await store.commit([change(2)]), true, 'its version');
    await storesOnly(store, [revision(1)]);
  },

  'an update that moves an item depends on its new collection': async (store) => {
    const { collections } = await withItems(store, 1);
    await collections.update(sampleCollection(2, { version: 2 }));
    const moved = revision(1, { collectionId: collectionId(2) });
    const change = (version: number) => updateOf(sampleContent(1), moved, version);
    equal(await store.commit([change(1)]), false, 'the version of the old collection');
    await storesOnly(store, [sampleContent(1)]);
    equal(await store.commit([change(2)]), true, 'the version of the new collection');
    await storesOnly(store, [moved]);
  },

  'an update that moves an item to a deleted collection returns false': async (store) => {
    const { collections } = await withItems(store, 1);
    ok(await collections.delete(collectionId(2)), 'the collection was there');
    const moved = revision(1, { collectionId: collectionId(2) });
    equal(await store.commit([updateOf(sampleContent(1), moved)]), false, 'the result');
    await storesOnly(store, [sampleContent(1)]);
  },

  'an update that no schema decided ignores the version of the collection': async (store) => {
    const { collections } = await withItems(store, 1);
    await collections.update(sampleCollection(1, { version: 7 }));
    const change = expecting(updateOf(sampleContent(1), revision(1)), {
      collectionVersion: undefined,
    });
    equal(await store.commit([change]), true, 'the result');
    await storesOnly(store, [revision(1)]);
  },

  'an update does not restore a deleted item': async (store) => {
    await withItems(store, 1);
    await deleteItem(store, sampleContent(1));
    equal(await store.commit([updateOf(sampleContent(1), revision(1))]), false, 'the result');
    await storesOnly(store, []);
  },

  'an update rejects the slug of another item': async (store) => {
    await withItems(store, 2);
    const revised = revision(2, { slug: parseSlug('item-1') });
    await rejectsWith('slug_taken', store.commit([updateOf(sampleContent(2), revised)]));
    await storesOnly(store, times(2, sampleContent));
  },

  'a slug is free after its item got another one': async (store) => {
    const { contents } = await withItems(store, 1);
    const successor = sampleContent(2, { slug: parseSlug('item-1') });
    await rejectsWith('slug_taken', store.commit([creationOf(successor)]));
    await reviseItem(store, sampleContent(1), { slug: parseSlug('moved') });
    equal(await contents.findBySlug(successor.slug), undefined, 'by its old slug');
    equal(await contents.findTakenSlugs([successor.slug]), new Set(), 'taken slugs');
    await insertItems(store, [successor]);
    equal(await contents.findBySlug(successor.slug), successor, 'by the slug');
  },

  'a slug is free after its item was deleted': async (store) => {
    const { contents } = await withItems(store, 1);
    const successor = sampleContent(2, { slug: parseSlug('item-1') });
    await rejectsWith('slug_taken', store.commit([creationOf(successor)]));
    await deleteItem(store, sampleContent(1));
    equal(await contents.findTakenSlugs([successor.slug]), new Set(), 'taken slugs');
    await insertItems(store, [successor]);
    equal(await contents.findBySlug(successor.slug), successor, 'by the slug');
  },

  'a deletion removes the item with that version and no other item': async (store) => {
    const { contents } = await withItems(store, 3);
    const other = deletionOf({ ...sampleContent(2), version: 2 });
    equal(await store.commit([other]), false, 'a deletion of another version');
    await storesOnly(store, times(3, sampleContent));
    equal(await store.commit([deletionOf(sampleContent(2))]), true, 'a deletion of its version');
    await storesOnly(store, [sampleContent(1), sampleContent(3)]);
    equal(await contents.findById(contentId(2)), undefined, 'by id');
    equal(await contents.findBySlug(parseSlug('item-2')), undefined, 'by slug');
    equal(await store.commit([deletionOf(sampleContent(2))]), false, 'a second deletion');
  },

  'of concurrent updates of one version exactly one succeeds': async (store) => {
    await withItems(store, 1);
    const revisions = times(racers, (n) => revision(1, { title: `Racer ${n}` }));
    const winner = await oneIsTrue(
      revisions.map((item) => store.commit([updateOf(sampleContent(1), item)])),
    );
    await storesOnly(store, revisions.slice(winner, winner + 1));
  },

  'of concurrent deletions of an item exactly one succeeds': async (store) => {
    await withItems(store, 1);
    await oneIsTrue(times(racers, () => store.commit([deletionOf(sampleContent(1))])));
    await storesOnly(store, []);
  },

  'of a concurrent update and deletion of one version exactly one succeeds': async (store) => {
    const { contents } = await withItems(store, racers);
    for (const item of times(racers, sampleContent)) {
      const revised = revisionOf(item, { title: 'Raced' });
      const changes = [updateOf(item, revised), deletionOf(item)];
      const winner = await oneIsTrue(changes.map((change) => store.commit([change])));
      equal(await contents.findById(item.id), winner === 0 ? revised : undefined, 'the item');
    }
  },

  'of concurrent updates with one slug exactly one succeeds': async (store) => {
    await withItems(store, racers);
    const revisions = times(racers, (n) => revision(n, { slug: parseSlug('wanted') }));
    const winner = await oneWins(
      'slug_taken',
      revisions.map((item, index) => store.commit([updateOf(sampleContent(index + 1), item)])),
    );
    const expected = times(racers, (n) =>
      n === winner + 1 ? (revisions[winner] ?? sampleContent(n)) : sampleContent(n),
    );
    await storesOnly(store, expected);
  },
});
