import type { Store } from '../../../core/store.ts';
import { parseSlug, type ContentItem } from '../../../core/vocabulary.ts';
import { equal, ok, rejectsWith } from '../assert.ts';
import { oneWins, racers, times } from '../cases.ts';
import { creationOf, deletionOf, updateOf } from './content-changes.ts';
import { collectionId, contentId, sampleCollection, sampleContent } from '../samples.ts';
import { revision, storesOnly, withItems } from './stored-items.ts';
import { suite } from '../suite.ts';

/** New items. See also `updateSuite` and `joinedCommitSuite`. */
export const creationSuite = suite<Store>('Store, creations', {
  'a creation stores the item': async (store) => {
    await withItems(store, 0);
    ok(await store.commit([creationOf(sampleContent(1))]), 'the first was stored');
    ok(await store.commit([creationOf(sampleContent(2))]), 'the second was stored');
    await storesOnly(store, times(2, sampleContent));
  },

  'a creation rejects a taken slug and changes nothing': async (store) => {
    await withItems(store, 1);
    const slug = parseSlug('item-1');
    for (const n of [1, 2]) {
      const second = sampleContent(2, { slug, collectionId: collectionId(n) });
      await rejectsWith('slug_taken', store.commit([creationOf(second)]));
    }
    await storesOnly(store, [sampleContent(1)]);
  },

  'a creation rejects a taken id and changes nothing': async (store) => {
    await withItems(store, 1);
    const second = sampleContent(1, { slug: parseSlug('other'), title: 'Other' });
    await rejectsWith('id_taken', store.commit([creationOf(second)]));
    await storesOnly(store, [sampleContent(1)]);
  },

  'a creation for another version of the collection returns false and stores nothing': async (
    store,
  ) => {
    const { collections } = await withItems(store, 0);
    const item = sampleContent(1);
    equal(await store.commit([creationOf(item, 2)]), false, 'a later version');
    await collections.update(sampleCollection(1, { version: 2 }));
    equal(await store.commit([creationOf(item, 1)]), false, 'an earlier version');
    await storesOnly(store, []);
    equal(await store.commit([creationOf(item, 2)]), true, 'its version');
    await storesOnly(store, [item]);
  },

  'a creation in a deleted collection returns false and stores nothing': async (store) => {
    const { collections } = await withItems(store, 0);
    ok(await collections.delete(collectionId(2)), 'the collection was there');
    const item = sampleContent(1, { collectionId: collectionId(2) });
    equal(await store.commit([creationOf(item)]), false, 'the result');
    await storesOnly(store, []);
  },

  'of concurrent creations with one slug exactly one succeeds': async (store) => {
    await withItems(store, 0);
    const items = times(racers, (n) => sampleContent(n, { slug: parseSlug('wanted') }));
    const winner = await oneWins(
      'slug_taken',
      items.map((item) => store.commit([creationOf(item)])),
    );
    await storesOnly(store, items.slice(winner, winner + 1));
  },

  'of concurrent creations with one id exactly one succeeds': async (store) => {
    await withItems(store, 0);
    const items = times(racers, (n) => sampleContent(n, { id: contentId(1) }));
    const winner = await oneWins(
      'id_taken',
      items.map((item) => store.commit([creationOf(item)])),
    );
    await storesOnly(store, items.slice(winner, winner + 1));
  },

  'concurrent changes of different items are all stored': async (store) => {
    await withItems(store, 2 * racers);
    const moved = (n: number): ContentItem => revision(n, { slug: parseSlug(`moved-${n}`) });
    const results = await Promise.all(
      times(racers, (n) => [
        store.commit([updateOf(sampleContent(n), moved(n))]),
        store.commit([deletionOf(sampleContent(racers + n))]),
        store.commit([creationOf(sampleContent(100 + n))]),
      ]).flat(),
    );
    equal(new Set(results), new Set([true]), 'results');
    await storesOnly(store, [
      ...times(racers, moved),
      ...times(racers, (n) => sampleContent(100 + n)),
    ]);
  },

  'a change of the collection sees every item that its earlier version has decided': async (
    store,
  ) => {
    await withItems(store, 0);
    for (const version of times(racers, (n) => n)) {
      const item = sampleContent(version);
      const creation = store.commit([creationOf(item, version)]);
      const seen = store.exclusively('settings', async ({ collections, contents }) => {
        const changed = sampleCollection(1, { version: version + 1 });
        ok(await collections.update(changed), 'the collection is there');
        return contents.findById(item.id);
      });
      const isStored = await creation;
      equal(await seen, isStored ? item : undefined, 'the item that the change sees');
    }
  },
});
