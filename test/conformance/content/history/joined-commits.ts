import type { Store } from '../../../../core/store.ts';
import { parseSlug } from '../../../../core/vocabulary.ts';
import { equal, rejectsWith } from '../../assert.ts';
import { oneIsTrue, oneWins, racers, times } from '../../cases.ts';
import { creationOf, deletionOf, insertItems, revisionOf, updateOf } from '../content-changes.ts';
import { collectionId, sampleCollection, sampleContent } from '../../samples.ts';
import { revision, storesOnly, withItems } from '../stored-items.ts';
import { suite } from '../../suite.ts';

/** Several changes in one commit. */
export const joinedCommitSuite = suite<Store>('Store, commits of several changes', {
  'no change is stored at once': async (store) => {
    await withItems(store, 1);
    equal(await store.commit([]), true, 'the result');
    await storesOnly(store, [sampleContent(1)]);
  },

  'many creations are all stored': async (store) => {
    await withItems(store, 0);
    const items = times(250, (n) => sampleContent(n, { collectionId: collectionId((n % 2) + 1) }));
    await insertItems(store, items.toReversed());
    await storesOnly(store, items);
  },

  'changes of all kinds are all stored': async (store) => {
    await withItems(store, 3);
    const slug = parseSlug('item-1');
    const changes = [
      updateOf(sampleContent(2), revision(2)),
      deletionOf(sampleContent(1)),
      creationOf(sampleContent(4, { slug })),
    ];
    equal(await store.commit(changes), true, 'the result');
    await storesOnly(store, [revision(2), sampleContent(3), sampleContent(4, { slug })]);
  },

  'if an item of one of them has another version, none is stored': async (store) => {
    await withItems(store, 3);
    const stale = { ...sampleContent(3), version: 2 };
    const fine = [
      creationOf(sampleContent(4)),
      updateOf(sampleContent(1), revision(1)),
      deletionOf(sampleContent(2)),
    ];
    for (const change of [updateOf(stale, revisionOf(stale, {})), deletionOf(stale)]) {
      equal(await store.commit([...fine, change]), false, 'the outdated change comes last');
      equal(await store.commit([change, ...fine]), false, 'the outdated change comes first');
      await storesOnly(store, times(3, sampleContent));
    }
    equal(await store.commit(fine), true, 'without the outdated change');
  },

  'if a collection of one of them has another version, none is stored': async (store) => {
    const { collections } = await withItems(store, 1);
    await collections.update(sampleCollection(2, { version: 2 }));
    const first = creationOf(sampleContent(2));
    const second = sampleContent(3, { collectionId: collectionId(2) });
    const gone = sampleContent(4, { collectionId: collectionId(9) });
    const moved = revision(1, { collectionId: collectionId(2) });
    for (const change of [
      creationOf(second, 1),
      creationOf(gone),
      updateOf(sampleContent(1), moved, 1),
    ]) {
      equal(await store.commit([first, change]), false, 'the outdated change comes last');
      equal(await store.commit([change, first]), false, 'the outdated change comes first');
      await storesOnly(store, [sampleContent(1)]);
    }
    equal(await store.commit([first, creationOf(second, 2)]), true, 'with both versions');
  },

  'if the slug or the id of one of them is taken, none is stored': async (store) => {
    await withItems(store, 1);
    const fine = [2, 3].map((n) => creationOf(sampleContent(n)));
    const rejected = [
      ['slug_taken', sampleContent(4, { slug: parseSlug('item-1') })],
      ['slug_taken', sampleContent(4, { slug: parseSlug('item-2') })],
      ['id_taken', sampleContent(1, { slug: parseSlug('other') })],
      ['id_taken', sampleContent(2, { slug: parseSlug('other') })],
    ] as const;
    for (const [code, item] of rejected) {
      await rejectsWith(code, store.commit([...fine, creationOf(item)]));
      const update = updateOf(sampleContent(1), revision(1));
      await rejectsWith(code, store.commit([update, ...fine, creationOf(item)]));
      await storesOnly(store, [sampleContent(1)]);
    }
    equal(await store.commit(fine), true, 'without the rejected one');
    await storesOnly(store, times(3, sampleContent));
  },

  'if an item that must be unchanged has another version, none is stored': async (store) => {
    await withItems(store, 4);
    const fine = [updateOf(sampleContent(2), revision(2)), deletionOf(sampleContent(3))];
    const same = [1, 4].map((n) => sampleContent(n));
    for (const changes of [fine, fine.slice(0, 1), []]) {
      for (const n of [1, 4, 9]) {
        const outdated = { ...sampleContent(n), version: n === 9 ? 1 : 2 };
        equal(await store.commit(changes, [...same, outdated]), false, `item ${n}`);
        await storesOnly(store, times(4, sampleContent));
      }
    }
    equal(await store.commit([], same), true, 'without a change');
    equal(await store.commit(fine, same), true, 'with the stored versions');
    await storesOnly(store, [sampleContent(1), revision(2), sampleContent(4)]);
  },

  'of two concurrent commits that each need the item of the other, exactly one is stored': async (
    store,
  ) => {
    await withItems(store, 2 * racers);
    await Promise.all(
      times(racers, async (n) => {
        const [one, two] = [2 * n - 1, 2 * n] as const;
        const of = (changed: number, kept: number) =>
          store.commit(
            [updateOf(sampleContent(changed), revision(changed))],
            [sampleContent(kept)],
          );
        await oneIsTrue([of(one, two), of(two, one)]);
      }),
    );
  },

  'of concurrent commits with one slug exactly one is stored, and nothing of the others': async (
    store,
  ) => {
    await withItems(store, 0);
    const batches = times(racers, (n) => [
      sampleContent(10 * n),
      sampleContent(10 * n + 1, { slug: parseSlug('wanted') }),
      sampleContent(10 * n + 2),
    ]);
    const winner = await oneWins(
      'slug_taken',
      batches.map((batch) => store.commit(batch.map((item) => creationOf(item)))),
    );
    await storesOnly(store, batches[winner] ?? []);
  },
});
