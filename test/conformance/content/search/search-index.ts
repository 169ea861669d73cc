import { searchTextOf, type SearchEntry, type Store } from '../../../../core/store.ts';
import { encodeJson } from '../../../../core/vocabulary.ts';
import { equal, ok } from '../../assert.ts';
import { times } from '../../cases.ts';
import { collectionId, contentId, sampleCollection, sampleContent } from '../../samples.ts';
import { suite } from '../../suite.ts';
import { insertItems, revisionOf, updateOf } from '../content-changes.ts';
import { foundBy, insertSearched, reviseSearched, sampleText } from './search-samples.ts';

const claim = { leaseMs: 60_000, intervalMs: 3_600_000 } as const;

/** How entries are brought up to date. */
export const searchIndexSuite = suite<Store>('SearchRepository, index', {
  'items without an entry are outdated, in steps that are repeated until they end': async (
    store,
  ) => {
    await store.repositories.collections.insert(sampleCollection(1));
    const items = times(130, (n) => sampleText(n, 'Title', `word${n}`));
    await insertItems(store, items);
    await walk(store, async () => []);
    await store.repositories.search.outdate(collectionId(1));
    const { search } = store.repositories;
    const first = await search.claimStep(claim);
    ok(first !== undefined && first.ids.length > 0 && first.ids.length < 130, 'a first step');
    equal(await search.claimStep(claim), undefined, 'a step of another call meanwhile');
    await search.endStep(first.step);
    await search.outdate(collectionId(1));
    await walk(store, async (ids) => entriesOf(items, ids));
    equal((await foundBy(store.repositories, 'title')).length, 100, 'found');
    equal(await foundBy(store.repositories, 'word77'), [77], 'one');
    equal(await search.claimStep(claim), undefined, 'nothing is left');
  },

  'only the items of an outdated collection are outdated': async (store) => {
    for (const n of [1, 2]) await store.repositories.collections.insert(sampleCollection(n));
    await walk(store, async () => []);
    await insertSearched(store, [
      sampleText(1, 'Title', 'one'),
      sampleText(2, 'Title', 'two', { collectionId: collectionId(2) }),
    ]);
    await store.repositories.search.outdate(collectionId(2));
    const seen = await walk(store, async () => []);
    equal(seen, [contentId(2)], 'outdated');
    equal(await foundBy(store.repositories, 'two'), [2], 'still found');
    await store.repositories.search.outdate(collectionId(2));
    await walk(store, async () => [entryOf(2, 1, 'changed')]);
    equal(await foundBy(store.repositories, 'two'), [], 'the former text');
    equal(await foundBy(store.repositories, 'changed'), [2], 'the new text');
  },

  'a write during a step wins': async (store) => {
    const { search, collections } = store.repositories;
    await collections.insert(sampleCollection(1));
    const item = sampleText(1, 'Title', 'old');
    await insertSearched(store, [item]);
    await search.outdate(collectionId(1));
    const step = await search.claimStep(claim);
    ok(step !== undefined, 'a step');
    await reviseSearched(store, item, { data: encodeJson({ text: 'new' }) });
    await search.store(step.step, [entryOf(1, 1, 'old again')]);
    await search.store(step.step, [entryOf(2, 1, 'no item')]);
    await search.endStep(step.step);
    equal(await foundBy(store.repositories, 'old'), [], 'the step');
    equal(await foundBy(store.repositories, 'new'), [1], 'the write');
    equal(await foundBy(store.repositories, 'item'), [], 'an entry without an item');
  },

  'what was made outdated during a walk is outdated in the next one': async (store) => {
    const { search, collections } = store.repositories;
    await collections.insert(sampleCollection(1));
    await walk(store, async () => []);
    await insertSearched(store, [sampleText(1, 'Title', 'one')]);
    await search.outdate(collectionId(1));
    const step = await search.claimStep(claim);
    ok(step !== undefined, 'a step');
    await search.outdate(collectionId(1));
    await search.store(step.step, [entryOf(1, 1, 'between')]);
    await search.endStep(step.step);
    equal(await walk(store, async () => [entryOf(1, 1, 'last')]), [contentId(1)], 'outdated');
    equal(await foundBy(store.repositories, 'last'), [1], 'found');
  },

  'the progress counts down what a rebuild has still to look at, and no other walk': async (
    store,
  ) => {
    const { search, collections } = store.repositories;
    await collections.insert(sampleCollection(1));
    await walk(store, async () => []);
    const items = times(130, (n) => sampleText(n, 'Title', 'word'));
    await insertSearched(store, items);
    equal((await search.progress()).status, 'current', 'without a cause');
    await search.outdate(collectionId(1));
    const seen = [(await search.progress()).status];
    const remaining: number[] = [];
    for (let count = 0; count < 100; count += 1) {
      const step = await search.claimStep(claim);
      if (step === undefined) break;
      const progress = await search.progress();
      equal(progress.total, 130, 'total');
      seen.push(progress.status);
      remaining.push(progress.remaining);
      await search.store(step.step, entriesOf(items, step.ids));
      await search.endStep(step.step);
    }
    equal([...new Set(seen)], ['rebuilding'], 'during the walk');
    equal(remaining[0], 130, 'at the beginning');
    ok(remaining.length > 2, 'several steps');
    ok(
      remaining.slice(1).every((value, index) => value < remaining[index]! && value > 0),
      'it decreases',
    );
    const end = await search.progress();
    equal([end.status, end.remaining, end.total], ['current', 0, 130], 'at the end');
    const check = await search.claimStep({ ...claim, intervalMs: -1 });
    equal((await search.progress()).status, 'current', 'a check is no rebuild');
    await search.outdate(collectionId(1));
    await search.endStep(check?.step ?? '');
    const again = await search.progress();
    equal([again.status, again.remaining], ['rebuilding', 130], 'after the walk before the cause');
  },

  'entries are found in every language that they have': async (store) => {
    const { search, collections } = store.repositories;
    await collections.insert(sampleCollection(1));
    await walk(store, async () => []);
    await insertSearched(store, [sampleText(1, 'Title', 'house')]);
    const languages = await search.languages();
    ok(languages.includes('simple'), 'simple is offered');
    const other = languages.find((each) => each === 'english') ?? 'simple';
    await search.useLanguages({ standard: other, ofLocales: {} });
    equal(await foundBy(store.repositories, 'house'), [1], 'the former language answers');
    await insertSearched(store, [sampleText(2, 'Title', 'house')]);
    equal(await foundBy(store.repositories, 'house'), [2, 1], 'both languages answer');
    await walk(store, async (ids) =>
      entriesOf(
        [1, 2].map((n) => sampleText(n, 'Title', 'house')),
        ids,
      ),
    );
    equal(await foundBy(store.repositories, 'house'), [2, 1], 'the new language answers');
    equal(
      [
        ...(await search.matchingWords(
          ['house', 'housing', 'tree'],
          [{ words: [{ text: 'house', isPrefix: false }] }],
          other,
        )),
      ].filter((word) => word !== 'housing'),
      ['house'],
      'matching words',
    );
    await search.useLanguages({ standard: 'simple', ofLocales: {} });
    await walk(store, async (ids) =>
      entriesOf(
        [1, 2].map((n) => sampleText(n, 'Title', 'house')),
        ids,
      ),
    );
    equal(await foundBy(store.repositories, 'house'), [2, 1], 'the first language again');
  },

  'a change without a new text leaves the entry up to date': async (store) => {
    await store.repositories.collections.insert(sampleCollection(1));
    await walk(store, async () => []);
    const item = sampleText(1, 'Title', 'one');
    await insertSearched(store, [item]);
    const draft = revisionOf(item, { status: 'draft' });
    const change = updateOf(item, draft);
    ok(await store.commit([change]), 'the status was changed');
    await insertItems(store, [sampleContent(2)]);
    equal(
      await walk(store, async () => [], { ...claim, intervalMs: -1 }, 1),
      [contentId(2)],
      'outdated',
    );
  },
});

const entryOf = (n: number, version: number, text: string): SearchEntry => ({
  id: contentId(n),
  version,
  text: { title: 'title', texts: [text] },
});

const entriesOf = (
  items: readonly ReturnType<typeof sampleText>[],
  ids: readonly string[],
): readonly SearchEntry[] =>
  items
    .filter(({ id }) => ids.includes(id))
    .map((item) => ({
      id: item.id,
      version: item.version,
      text: searchTextOf(sampleCollection(1).schema, item),
    }));

/** Takes steps until nothing is left. @returns the ids of the outdated items. */
const walk = async (
  { repositories: { search } }: Store,
  entries: (ids: readonly string[]) => Promise<readonly SearchEntry[]>,
  by: Parameters<typeof search.claimStep>[0] = claim,
  maxSteps = 100,
): Promise<readonly string[]> => {
  const seen: string[] = [];
  for (let count = 0; count < maxSteps; count += 1) {
    const step = await search.claimStep(by);
    if (step === undefined) break;
    seen.push(...step.ids);
    await search.store(step.step, await entries(step.ids));
    await search.endStep(step.step);
  }
  return seen;
};
