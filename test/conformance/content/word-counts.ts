import type { ContentChange, Shown, Store } from '../../../core/store.ts';
import { equal, ok } from '../assert.ts';
import { contentId, sampleContent } from '../samples.ts';
import { suite } from '../suite.ts';
import { recoveryOf, trashingOf } from '../trash/trashed-items.ts';
import { creationOf, deletionOf, updateOf, withParts } from './content-changes.ts';
import { copyVersion, sampleCopy, saveCopies } from './copy-samples.ts';
import { revision, withItems } from './stored-items.ts';

const storesAll = async (store: Store, changes: readonly ContentChange[]): Promise<void> => {
  ok(await store.commit(changes), 'the changes were stored');
};

const wordsOf = ({ repositories }: Store, n: number, shown: Shown = 'published') =>
  repositories.wordCounts.find(contentId(n), shown);

/** The counts of words that commits and saves of copies store. */
export const wordCountSuite = suite<Store>('WordCountRepository', {
  'a change stores how many words the item has': async (store) => {
    await withItems(store, 1);
    equal(await wordsOf(store, 1), undefined, 'of an item without a count');
    equal(await wordsOf(store, 9), undefined, 'of no item');
    await storesAll(store, [withParts(updateOf(sampleContent(1), revision(1)), { words: 0 })]);
    equal(await wordsOf(store, 1), 0, 'after an update');
    const again = updateOf(revision(1), { ...sampleContent(1), title: 'Third', version: 3 });
    await storesAll(store, [withParts(again, { words: 2_000_000 })]);
    equal(await wordsOf(store, 1), 2_000_000, 'after another one');
    await storesAll(store, [withParts(creationOf(sampleContent(2)), { words: 7 })]);
    equal(await wordsOf(store, 2), 7, 'after a creation');
    equal(await wordsOf(store, 1), 2_000_000, 'of the other item');
  },

  'many creations each store their own count, if they have one': async (store) => {
    await withItems(store, 0);
    await storesAll(store, [
      withParts(creationOf(sampleContent(1)), { words: 1 }),
      creationOf(sampleContent(2)),
      withParts(creationOf(sampleContent(3)), { words: 3 }),
    ]);
    const counts = await Promise.all([1, 2, 3].map((n) => wordsOf(store, n)));
    equal(counts, [1, undefined, 3], 'the counts');
  },

  'a change without a count leaves the count': async (store) => {
    await withItems(store, 0);
    await storesAll(store, [withParts(creationOf(sampleContent(1)), { words: 5 })]);
    const { title, data } = sampleContent(1);
    const draft = revision(1, { status: 'draft', title, data });
    await storesAll(store, [updateOf(sampleContent(1), draft)]);
    equal(await wordsOf(store, 1), 5, 'after a change of the status');
  },

  'a change that is not stored leaves the count': async (store) => {
    await withItems(store, 0);
    await storesAll(store, [withParts(creationOf(sampleContent(1)), { words: 5 })]);
    const late = updateOf({ ...sampleContent(1), version: 7 }, revision(1));
    equal(await store.commit([withParts(late, { words: 9 })]), false, 'the result');
    equal(await wordsOf(store, 1), 5, 'the count');
  },

  'an item that leaves the content has no count, and gets that of its way back': async (store) => {
    await withItems(store, 0);
    await storesAll(store, [
      withParts(creationOf(sampleContent(1)), { words: 1 }),
      withParts(creationOf(sampleContent(2)), { words: 2 }),
    ]);
    await storesAll(store, [trashingOf(sampleContent(1)), deletionOf(sampleContent(2))]);
    equal(await wordsOf(store, 1), undefined, 'in the trash');
    equal(await wordsOf(store, 2), undefined, 'after a deletion');
    await storesAll(store, [withParts(recoveryOf(sampleContent(1)), { words: 3 })]);
    equal(await wordsOf(store, 1), 3, 'after its return');
  },

  'what is unpublished has the count of the working copy, if there is one': async (store) => {
    const { copies } = await withItems(store, 2);
    await storesAll(store, [withParts(updateOf(sampleContent(1), revision(1)), { words: 5 })]);
    equal(await wordsOf(store, 1, 'unpublished'), 5, 'without a copy');
    const first = sampleCopy(1);
    ok(await copies.save(first, 2, undefined, { words: 8 }), 'saved');
    equal(await wordsOf(store, 1, 'unpublished'), 8, 'of the copy');
    equal(await wordsOf(store, 1), 5, 'of the item');
    const second = sampleCopy(1, { version: copyVersion(9) });
    ok(await copies.save(second, 2, first), 'saved without a count');
    equal(await wordsOf(store, 1, 'unpublished'), undefined, 'of a copy without a count');
    ok(await copies.remove(contentId(1), second.version), 'discarded');
    equal(await wordsOf(store, 1, 'unpublished'), 5, 'after the end of the copy');
    ok(await copies.add(sampleCopy(2), { words: 4 }), 'added');
    equal(await wordsOf(store, 2, 'unpublished'), 4, 'of an added copy');
  },

  'a copy that is saved again without its base has its new count': async (store) => {
    const { copies } = await withItems(store, 1);
    await saveCopies(store, [sampleCopy(1)]);
    const next = sampleCopy(1, { version: copyVersion(2) });
    ok(await copies.save(next, 1, sampleCopy(1), { words: 6 }), 'saved');
    equal(await wordsOf(store, 1, 'unpublished'), 6, 'the count');
  },
});
