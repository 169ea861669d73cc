import {
  searchTextOf,
  type CopySearchEntry,
  type SearchText,
  type Store,
} from '../../../../core/store.ts';
import {
  encodeJson,
  parseSlug,
  type ContentItem,
  type WorkingCopy,
} from '../../../../core/vocabulary.ts';
import { equal, ok } from '../../assert.ts';
import { times } from '../../cases.ts';
import { collectionId, contentId, momentOf, sampleCollection } from '../../samples.ts';
import { suite } from '../../suite.ts';
import { trashingOf } from '../../trash/trashed-items.ts';
import { deleteItem, expecting, revisionOf, updateOf, withParts } from '../content-changes.ts';
import { copyVersion, sampleCopy } from '../copy-samples.ts';
import { foundBy, insertSearched, sampleText, searchFor } from './search-samples.ts';

const drafts = { shown: 'unpublished' } as const;

/** The search in what is unpublished. */
export const searchDraftsSuite = suite<Store>('SearchRepository, drafts', {
  'a working copy is found in place of its item, and only in what is unpublished': async (
    store,
  ) => {
    await fill(
      store,
      times(3, (n) => sampleText(n, `Title ${n}`, 'stored')),
    );
    await saveText(store, 2, 'Rewritten', 'copied words', { slug: parseSlug('new-slug') });
    await expectFound(store, {
      stored: [
        [3, 2, 1],
        [3, 1],
      ],
      title: [
        [3, 2, 1],
        [3, 1],
      ],
      s2: [[2], []],
      copied: [[], [2]],
      rewritten: [[], [2]],
      '"new-slug"': [[], [2]],
      '"copied words"': [[], [2]],
      '"words copied"': [[], []],
      '-copied': [
        [3, 2, 1],
        [3, 1],
      ],
      '-stored': [[], [2]],
    });
  },

  'a copy is found under its collection, and the status of its item': async (store) => {
    const items = [
      sampleText(1, 'Stays', 'same'),
      sampleText(2, 'Moves', 'same'),
      sampleText(3, 'Comes', 'same', { collectionId: collectionId(2) }),
      sampleText(4, 'Draft', 'same', { status: 'draft' }),
      sampleText(5, 'Archived', 'same', { status: 'archived' }),
    ];
    await fill(store, items);
    for (const n of [1, 2, 3, 4, 5]) {
      const moves = n === 2 ? { collectionId: collectionId(2) } : {};
      await saveText(store, n, 'Copy', 'changed', moves);
    }
    const { repositories } = store;
    const found = (q: string, query: object) => foundBy(repositories, q, { ...drafts, ...query });
    equal(await found('changed', {}), [3, 2, 1], 'all copies');
    equal(await found('same', {}), [5, 4], 'items without a shown copy');
    equal(await found('changed', { status: 'published' }), [3, 2, 1], 'of published items');
    equal(await found('changed', { status: 'draft' }), [], 'of drafts');
    equal(await found('changed', { collectionId: collectionId(1) }), [3, 1], 'in one collection');
    equal(await found('changed', { within: [collectionId(2)] }), [2], 'in the other one');
    equal(await found('changed', { within: [] }), [], 'in none');
    const page = await searchFor(repositories, '-nothing', {
      ...drafts,
      within: [collectionId(2)],
    });
    equal([page.ranked, page.hits.length], [1, 1], 'the count');
  },

  'a save replaces what is found, and the end of a copy removes it': async (store) => {
    const items = times(4, (n) => sampleText(n, 'Title', 'stored'));
    await fill(store, items);
    const { copies } = store.repositories;
    for (const n of times(4, (each) => each)) await saveText(store, n, 'Copy', 'first');
    const next = copyOf(1, 'Copy', 'second', { version: copyVersion(91) });
    ok(
      await copies.save(next, 1, copyOf(1, 'Copy', 'first'), { search: textOf(next) }),
      'saved again',
    );
    await expectDrafts(store, { first: [4, 3, 2], second: [1], stored: [] });
    ok(await copies.remove(contentId(1), next.version), 'discarded');
    await deleteItem(store, items[2]!);
    const published = { ...items[3]!, version: 2, title: 'Published' };
    const search = { title: 'published', texts: ['published'] };
    const change = expecting(withParts(updateOf(items[3]!, published), { search }), {
      copy: copyVersion(4),
    });
    ok(await store.commit([change]), 'published');
    await expectDrafts(store, { first: [2], second: [], stored: [1], published: [4] });
    const draft = revisionOf(items[1]!, { status: 'draft', updatedAt: momentOf(90) });
    ok(await store.commit([updateOf(items[1]!, draft)]), 'unpublished');
    await expectDrafts(store, { first: [], stored: [2, 1] });
  },

  'a copy without a text is found by none, and neither is one that was not saved': async (
    store,
  ) => {
    await fill(store, [sampleText(1, 'Title', 'stored'), sampleText(2, 'Title', 'stored')]);
    const { copies } = store.repositories;
    await saveText(store, 1, 'Copy', 'first');
    const next = copyOf(1, 'Copy', 'second', { version: copyVersion(91) });
    ok(await copies.save(next, 1, copyOf(1, 'Copy', 'first')), 'saved without a text');
    const stale = copyOf(2, 'Copy', 'stale');
    equal(
      await copies.save(stale, 9, undefined, { search: textOf(stale) }),
      false,
      'of another version',
    );
    await expectDrafts(store, { first: [], second: [], stale: [], stored: [2] });
  },

  'copies are restored with their texts': async (store) => {
    const items = [sampleText(1, 'Title', 'stored'), sampleText(2, 'Title', 'stored')];
    await fill(store, items);
    ok(await store.commit([trashingOf(items[1]!)]), 'the second one was deleted');
    const { copies } = store.repositories;
    for (const n of [1, 2]) {
      const copy = copyOf(n, 'Copy', 'restored');
      ok(await copies.add(copy, { search: textOf(copy) }), 'the copy was added');
    }
    await expectDrafts(store, { restored: [1], stored: [] });
  },

  'copies rank by their titles, and then by the time of their items': async (store) => {
    const items = times(6, (n) => sampleText(n, 'Other', 'the sea'));
    await fill(store, items);
    await saveText(store, 2, 'Sea', 'x');
    await saveText(store, 3, 'The sea at night', 'x');
    await saveText(store, 5, 'Other', 'by the sea', { updatedAt: momentOf(900) });
    const { hits } = await searchFor(store.repositories, 'sea', drafts);
    equal(
      hits.map(({ id, score }) => [Number.parseInt(id.slice(-12), 16), score]),
      [
        [2, 1],
        [3, 0.9],
        [6, 0.1],
        [5, 0.1],
        [4, 0.1],
        [1, 0.1],
      ],
      'the order',
    );
    const pages = await Promise.all(
      [0, 2, 4, 6].map((offset) =>
        searchFor(store.repositories, 'sea', { ...drafts, limit: 2, offset }),
      ),
    );
    equal(
      pages.flatMap((page) => page.hits),
      hits,
      'pages',
    );
    ok(
      pages.every(({ ranked, hasMore }) => ranked === 6 && !hasMore),
      'counts',
    );
  },

  'phrases are looked for until what is shown of the newer items has so many bytes': async (
    store,
  ) => {
    await fill(
      store,
      times(3, (n) => sampleText(n, 'Title', 'the sea')),
    );
    await saveText(store, 3, 'Title', 'a long text about the sea');
    const bytes = '{"text":"a long text about the sea"}'.length;
    const { hits, hasMore } = await searchFor(store.repositories, '"the sea"', {
      ...drafts,
      phraseBytes: bytes,
    });
    equal([hits.length, hasMore], [1, true], 'with the size of the copy');
  },

  'the size of a hit is that of what is shown': async (store) => {
    await fill(store, [sampleText(1, 'Title', 'stored'), sampleText(2, 'Title', 'copied')]);
    await saveText(store, 1, 'Copy', `copied ${'é'.repeat(1_000)}`);
    const data = sampleText(2, 'Title', 'copied').data;
    const { hits } = await searchFor(store.repositories, 'copied', drafts);
    const copied = copyOf(1, 'Copy', `copied ${'é'.repeat(1_000)}`).data;
    equal(
      hits.map(({ id, bytes }) => [id, bytes]),
      [
        [contentId(2), data.length],
        [contentId(1), copied.length + 1_000],
      ],
      'sizes',
    );
  },

  'copies without an entry are outdated, also of items in the trash': async (store) => {
    const items = times(4, (n) => sampleText(n, 'Title', 'stored'));
    await fill(store, items);
    await walk(store);
    const saved = times(3, (n) => copyOf(n, 'Copy', 'found'));
    for (const copy of saved) {
      ok(await store.repositories.copies.save(copy, 1, undefined), 'saved without a text');
    }
    ok(await store.commit([trashingOf(items[2]!)]), 'the third one was deleted');
    await store.repositories.search.outdate(collectionId(3));
    equal(await walk(store, entriesOf(saved)), [1, 2, 3].map(contentId), 'outdated');
    await expectDrafts(store, { found: [2, 1], stored: [4] });
    await store.repositories.search.outdate(collectionId(3));
    equal(await walk(store), [], 'nothing is left');
  },

  'copies of an outdated collection are outdated, and found as before until then': async (
    store,
  ) => {
    await fill(store, [sampleText(1, 'Title', 'a'), sampleText(2, 'Title', 'b')]);
    await walk(store);
    await saveText(store, 1, 'Copy', 'old');
    await saveText(store, 2, 'Copy', 'old', { collectionId: collectionId(2) });
    await store.repositories.search.outdate(collectionId(2));
    await expectDrafts(store, { old: [2, 1] });
    const changed = [2].map((n) => copyOf(n, 'Copy', 'changed'));
    equal(await walk(store, entriesOf(changed)), [contentId(2)], 'outdated');
    await expectDrafts(store, { old: [1], changed: [2] });
  },

  'a save during a step wins': async (store) => {
    await fill(store, [sampleText(1, 'Title', 'a')]);
    await walk(store);
    await saveText(store, 1, 'Copy', 'old');
    const { search, copies } = store.repositories;
    await search.outdate(collectionId(1));
    const step = await search.claimStep(claim);
    equal(step?.copyIds, [contentId(1)], 'a step');
    const old = copyOf(1, 'Copy', 'old');
    const next = copyOf(1, 'Copy', 'new', { version: copyVersion(91) });
    ok(await copies.save(next, 1, old, { search: textOf(next) }), 'saved meanwhile');
    const other = { contentId: contentId(9), version: copyVersion(9), text: textOf(old) };
    await search.storeCopies(step?.step ?? '', [...entriesOf([old])([contentId(1)]), other]);
    await search.endStep(step?.step ?? '');
    await expectDrafts(store, { old: [], new: [1] });
  },

  'entries of copies are found in every language that they have': async (store) => {
    const { search } = store.repositories;
    await fill(store, [sampleText(1, 'Title', 'a'), sampleText(2, 'Title', 'b')]);
    await walk(store);
    await saveText(store, 1, 'Copy', 'house');
    const languages = await search.languages();
    const standard = languages.find((each) => each === 'english') ?? 'simple';
    await search.useLanguages({ standard, ofLocales: {} });
    await saveText(store, 2, 'Copy', 'house');
    await expectDrafts(store, { house: [2, 1] });
    const both = [1, 2].map((n) => copyOf(n, 'Copy', 'house'));
    await walk(store, entriesOf(both));
    await expectDrafts(store, { house: [2, 1] });
    await search.useLanguages({ standard: 'simple', ofLocales: {} });
    await walk(store, entriesOf(both));
    await expectDrafts(store, { house: [2, 1] });
  },
});

const claim = { leaseMs: 60_000, intervalMs: 3_600_000 } as const;

const fill = async (store: Store, items: readonly ContentItem[]): Promise<void> => {
  for (const n of [1, 2]) await store.repositories.collections.insert(sampleCollection(n));
  await insertSearched(store, items);
};

const copyOf = (
  n: number,
  title: string,
  text: string,
  changes: Partial<WorkingCopy> = {},
): WorkingCopy =>
  sampleCopy(n, { title, slug: parseSlug(`c${n}`), data: encodeJson({ text }), ...changes });

const textOf = (copy: WorkingCopy): SearchText => searchTextOf(sampleCollection(1).schema, copy);

const saveText = async (
  store: Store,
  n: number,
  title: string,
  text: string,
  changes: Partial<WorkingCopy> = {},
): Promise<void> => {
  const copy = copyOf(n, title, text, changes);
  ok(
    await store.repositories.copies.save(copy, 1, undefined, { search: textOf(copy) }),
    'the copy was saved',
  );
};

const entriesOf =
  (copies: readonly WorkingCopy[]) =>
  (ids: readonly string[]): readonly CopySearchEntry[] =>
    copies
      .filter((copy) => ids.includes(copy.contentId))
      .map((copy) => ({
        contentId: copy.contentId,
        version: copy.version,
        text: textOf(copy),
      }));

/** Takes steps until nothing is left. @returns the ids of the items whose copies are outdated. */
const walk = async (
  { repositories: { search } }: Store,
  entries: (ids: readonly string[]) => readonly CopySearchEntry[] = () => [],
): Promise<readonly string[]> => {
  const seen: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    const step = await search.claimStep(claim);
    if (step === undefined) break;
    seen.push(...step.copyIds);
    await search.storeCopies(step.step, entries(step.copyIds));
    await search.endStep(step.step);
  }
  return seen;
};

/** The numbers of the items that a query finds, published and unpublished. */
const expectFound = async (
  { repositories }: Store,
  expected: Readonly<
    Record<string, readonly [published: readonly number[], drafts: readonly number[]]>
  >,
): Promise<void> => {
  for (const [q, [published, inDrafts]] of Object.entries(expected)) {
    equal(await foundBy(repositories, q), published, `${q}, published`);
    equal(await foundBy(repositories, q, drafts), inDrafts, `${q}, drafts`);
  }
};

const expectDrafts = async (
  { repositories }: Store,
  expected: Readonly<Record<string, readonly number[]>>,
): Promise<void> => {
  for (const [q, numbers] of Object.entries(expected)) {
    equal(await foundBy(repositories, q, drafts), numbers, q);
  }
};
