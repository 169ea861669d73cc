import type { Store } from '../../../../core/store.ts';
import { contentStatuses } from '../../../../core/vocabulary.ts';
import { equal, ok } from '../../assert.ts';
import { times } from '../../cases.ts';
import { collectionId, momentOf, sampleCollection } from '../../samples.ts';
import { suite } from '../../suite.ts';
import { deleteItem, revisionOf, updateOf, withParts } from '../content-changes.ts';
import {
  foundBy,
  insertSearched,
  reviseSearched,
  sampleText,
  searchFor,
} from './search-samples.ts';

/** The search, in the language `simple`. */
export const searchSuite = suite<Store>('SearchRepository, search', {
  'all words must match, the last one as a prefix': async (store) => {
    await fill(store, ['tidal pools in winter', 'winter tides', 'a pool']);
    await expectFound(store, {
      tidal: [1],
      tid: [2, 1],
      'winter tid': [2, 1],
      'tid winter': [],
      pool: [3, 1],
      'pool in': [],
      'pools in': [1],
      inter: [],
      nothing: [],
    });
  },

  'quotes mark phrases, which are within one text': async (store) => {
    await insertSearchedTexts(store, [
      ['red', 'sea water and the dead sea'],
      ['water', 'sea red'],
      ['the sea', 'is red'],
    ]);
    await expectFound(store, {
      '"sea water"': [1],
      '"water sea"': [],
      '"red sea"': [],
      '"sea is"': [],
      '"the sea"': [3],
      '"the dead sea"': [1],
      '"the dead se': [1],
      '"the dead se"': [],
      'sea-water': [1],
      'red "the sea"': [3],
    });
  },

  'a minus excludes words and phrases': async (store) => {
    await fill(store, ['cats and dogs', 'cats alone', 'dogs alone', 'birds']);
    await expectFound(store, {
      'cats -dogs': [2],
      'alone -cats': [3],
      '-dogs': [4, 2],
      '-dogs -birds': [2],
      'cats -"dogs and"': [2, 1],
      'cats -"and dogs"': [2],
      '-"and dogs"': [4, 3, 2],
      'cats -dog': [2, 1],
    });
  },

  'case, accents and compatible forms make no difference': async (store) => {
    await fill(store, ['ÉCLAIR Straße Łódź', 'ﬁne İstanbul ①', 'ПРИВЕТ Ёлка', 'κόσμος ΚΌΣΜΟΣ']);
    await expectFound(store, {
      eclair: [1],
      STRASSE: [1],
      'lodz éclair': [1],
      'fine istanbul 1': [2],
      'привет елка': [3],
      κοσμοσ: [4],
    });
  },

  'scripts without spaces are searched by pairs of characters': async (store) => {
    await fill(store, ['東京都は大きい', '京都の 東 京', 'ภาษาไทยง่าย', 'ガギグ', '한국어 문서']);
    await expectFound(store, {
      京都: [2, 1],
      東京都: [1],
      東京: [1],
      京: [2, 1],
      い: [1],
      大きい: [1],
      都は大: [1],
      '京都 は': [1],
      ไทย: [3],
      ギグ: [4],
      キク: [],
      한국: [5],
      '-京都': [5, 4, 3],
    });
  },

  'a title with the words comes first, then one with some of them, then the newest': async (
    store,
  ) => {
    await insertSearchedTexts(store, [
      ['Sea', 'x'],
      ['The sea at night', 'x'],
      ['Night', 'the sea'],
      ['Other', 'sea and night'],
      ['Another', 'night by the sea'],
    ]);
    equal(await foundBy(store.repositories, 'sea'), [1, 2, 5, 4, 3], 'one word');
    equal(await foundBy(store.repositories, 'night sea'), [2, 3, 5, 4], 'two words');
    const { hits } = await searchFor(store.repositories, 'sea');
    equal(
      hits.map(({ score }) => score),
      [1, 0.9, 0.1, 0.1, 0.1],
      'scores',
    );
    const both = await searchFor(store.repositories, 'night sea');
    equal(
      both.hits.map(({ score }) => score),
      [0.9, 0.5, 0.1, 0.1],
      'scores of two words',
    );
  },

  'pages have no gaps, and count all ranked items': async (store) => {
    const items = times(25, (n) => sampleText(n, n % 4 === 0 ? 'Sea' : 'Other', 'the sea'));
    await store.repositories.collections.insert(sampleCollection(1));
    await insertSearched(store, items);
    const all = await foundBy(store.repositories, 'sea');
    equal(all.length, 25, 'found');
    const pages = await Promise.all(
      [0, 10, 20, 30].map((offset) => searchFor(store.repositories, 'sea', { limit: 10, offset })),
    );
    equal(
      pages.flatMap(({ hits }) => hits.map(({ id }) => Number.parseInt(id.slice(-12), 16))),
      all,
      'pages',
    );
    ok(
      pages.every(({ ranked, hasMore }) => ranked === 25 && !hasMore),
      'counts',
    );
  },

  'phrases are looked for until the newer items have so many bytes': async (store) => {
    await fill(store, ['the sea', 'the sea', 'dead sea', 'the sea', 'the sea']);
    const bytes = '{"text":"the sea"}'.length;
    for (const [q, phraseBytes, numbers, hasMore] of [
      ['"the sea"', 1, [5], true],
      ['"the sea"', 2 * bytes, [5, 4], true],
      ['"the sea"', 2 * bytes + 1, [5, 4, 2], true],
      ['"the sea"', 3 * bytes + 1, [5, 4, 2, 1], false],
      ['sea -"dead sea"', 3 * bytes, [5, 4], true],
      ['the sea', 1, [5, 4, 2, 1], false],
    ] as const) {
      const page = await searchFor(store.repositories, q, { phraseBytes });
      const found = page.hits.map(({ id }) => Number.parseInt(id.slice(-12), 16));
      equal(
        [found, page.ranked, page.hasMore],
        [numbers, numbers.length, hasMore],
        `${q}, ${phraseBytes}`,
      );
    }
  },

  'only what matches the filter is found and counted': async (store) => {
    for (const n of [1, 2, 3]) await store.repositories.collections.insert(sampleCollection(n));
    const items = times(18, (n) =>
      sampleText(n, `Item ${n}`, 'same', {
        status: contentStatuses[n % 3] ?? 'draft',
        collectionId: collectionId((n % 2) + 1),
      }),
    );
    await insertSearched(store, items);
    const filters = [
      { within: 'all' },
      { within: 'all', status: 'published' },
      { within: 'all', collectionId: collectionId(2) },
      { within: [collectionId(2)] },
      { within: [collectionId(1), collectionId(3)], status: 'draft' },
      { within: [] },
      { within: [collectionId(1)], collectionId: collectionId(2) },
      { within: 'all', collectionId: collectionId(9) },
    ] as const;
    for (const filter of filters) {
      const {
        status,
        collectionId: id,
        within,
      } = { status: undefined, collectionId: undefined, ...filter };
      const expected = items.filter(
        (item) =>
          (status ?? item.status) === item.status &&
          (id ?? item.collectionId) === item.collectionId &&
          (within === 'all' || (within as readonly string[]).includes(item.collectionId)),
      );
      const page = await searchFor(store.repositories, 'same', { limit: 3, ...filter });
      equal(page.ranked, expected.length, JSON.stringify(filter));
      const none = await searchFor(store.repositories, '-other', { limit: 3, ...filter });
      equal(none.ranked, expected.length, `${JSON.stringify(filter)}, excluding`);
      ok(
        page.hits.every((hit) => expected.some((item) => item.id === hit.id)),
        'hits',
      );
    }
  },

  'a write replaces what is found': async (store) => {
    await fill(store, ['first', 'second']);
    const { repositories } = store;
    const item = sampleText(1, 'Title', 'first');
    const revised = await reviseSearched(store, item, { data: sampleText(1, '', 'changed').data });
    await expectFound(store, { first: [], changed: [1] });
    const draft = revisionOf(revised, { status: 'draft', updatedAt: momentOf(50) });
    ok(await store.commit([updateOf(revised, draft)]), 'the status was changed');
    equal(await foundBy(repositories, 'changed', { status: 'published' }), [], 'published');
    equal(await foundBy(repositories, 'changed', { status: 'draft' }), [1], 'drafts');
    await deleteItem(store, draft);
    await expectFound(store, { changed: [], second: [2] });
  },

  'what is not committed is not found': async (store) => {
    await fill(store, ['first']);
    const [one] = [sampleText(1, 'Title', 'first')];
    const stale = { ...revisionOf(one, { title: 'Other' }), version: 9 };
    const search = { title: 'other', texts: ['other'] };
    const change = withParts(updateOf({ ...one, version: 8 }, stale), { search });
    ok(!(await store.commit([change])), 'outdated');
    await expectFound(store, { first: [1], other: [] });
  },

  'texts at the limits are stored': async (store) => {
    const words = times(60_000, (n) => n.toString(36)).join(' ');
    const chinese = Array.from({ length: 87_000 }, (_, n) =>
      String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
    ).join('');
    await fill(store, [
      words,
      chinese,
      'ﷺ'.repeat(80_000),
      'x'.repeat(250_000),
      '한국'.repeat(40_000),
    ]);
    await expectFound(store, { '1a2': [1], [chinese.slice(0, 4)]: [2] });
  },
});

const insertSearchedTexts = async (
  store: Store,
  texts: readonly (readonly [title: string, text: string])[],
): Promise<void> => {
  await store.repositories.collections.insert(sampleCollection(1));
  await insertSearched(
    store,
    texts.map(([title, text], index) => sampleText(index + 1, title, text)),
  );
};

/** Items with these texts, the newest last. */
const fill = (store: Store, texts: readonly string[]): Promise<void> =>
  insertSearchedTexts(
    store,
    texts.map((text) => ['Title', text] as const),
  );

const expectFound = async (
  { repositories }: Store,
  expected: Readonly<Record<string, readonly number[]>>,
): Promise<void> => {
  for (const [q, numbers] of Object.entries(expected)) {
    equal(await foundBy(repositories, q), numbers, q);
  }
};
