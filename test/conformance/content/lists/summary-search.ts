import {
  titleKey,
  titleSearchDepth,
  type Repositories,
  type SummarySearch,
  type Store,
} from '../../../../core/store.ts';
import { contentStatuses, parseSlug, type ContentItem } from '../../../../core/vocabulary.ts';
import { equal, ok } from '../../assert.ts';
import { times } from '../../cases.ts';
import { basisOf, deleteItem, insertItems, reviseItem, valueOf } from '../content-changes.ts';
import {
  collectionId,
  contentId,
  momentOf,
  sampleCollection,
  sampleContent,
} from '../../samples.ts';
import { suite } from '../../suite.ts';

/** Searches by title. */
export const summarySearchSuite = suite<Store>('SummaryRepository, search', {
  'a title matches if it has all words, the last one as the start of a word': async (store) => {
    const { repositories } = store;
    await fill(store, ['Tidal pools in winter', 'Winter', 'Tides', 'Pool']);
    const expected: Readonly<Record<string, readonly string[]>> = {
      tidal: ['Tidal pools in winter'],
      tid: ['Tides', 'Tidal pools in winter'],
      win: ['Winter', 'Tidal pools in winter'],
      'winter tidal': ['Tidal pools in winter'],
      'in po': ['Tidal pools in winter'],
      'tidal pools in winter': ['Tidal pools in winter'],
      'tid winter': [],
      'pool winter': [],
      inter: [],
      'tidal tides': [],
      'po po': [],
      'pool po': ['Pool'],
    };
    for (const [text, titles] of Object.entries(expected)) {
      equal(await found(repositories, text), titles, text);
    }
  },

  'case, accents and punctuation make no difference': async (store) => {
    const { repositories } = store;
    const titles = [
      'Übergröße – à la “carte”!',
      'ПРИВЕТ, мир',
      'ﬁne ① 東京タワー',
      "İstanbul's 50% _off_",
    ];
    await fill(store, titles);
    const texts = ['ubergroße a', 'LA CARTE', 'привет МИ', 'fine 1 東京', 'istanbul', 'S 50 off'];
    const matches = await Promise.all(texts.map((text) => found(repositories, text)));
    equal(
      matches,
      [0, 0, 1, 2, 3, 3].map((index) => [titles[index] ?? '']),
      'titles',
    );
  },

  'titles that start with the text come first, then the latest changes, then descending ids':
    async (store) => {
      const { repositories } = store;
      const titles = ['Sea, a story', 'A sea', 'Seals', 'The sea', 'Sea', 'By the sea'];
      const changed = [3, 9, 5, 9, 1, 4];
      await repositories.collections.insert(sampleCollection(1));
      await insertItems(
        store,
        titles.map((title, index) =>
          sampleContent(index + 1, { title, updatedAt: momentOf(changed[index] ?? 0) }),
        ),
      );
      const expected = ['Seals', 'Sea, a story', 'Sea', 'The sea', 'A sea', 'By the sea'];
      equal(await found(repositories, 'sea'), expected, 'titles');
      equal(
        await found(repositories, 'sea', { limit: 4 }),
        expected.slice(0, 4),
        'the first titles',
      );
      equal(await found(repositories, 'sea a'), ['Sea, a story', 'A sea'], 'titles with two words');
    },

  'a search is limited to the filter': async (store) => {
    const { repositories } = store;
    for (const n of [1, 2, 3]) await repositories.collections.insert(sampleCollection(n));
    const items = times(18, (n) =>
      sampleContent(n, {
        title: `Item ${n}`,
        status: contentStatuses[n % 3] ?? 'draft',
        collectionId: collectionId((n % 2) + 1),
      }),
    );
    await insertItems(store, items);
    const searches: readonly Partial<SummarySearch>[] = [
      {},
      { status: 'draft' },
      { collectionId: collectionId(1) },
      { collectionId: collectionId(2), status: 'published' },
      { collectionId: collectionId(3) },
      { within: [] },
      { within: [2, 3, 9].map(collectionId) },
      { within: [collectionId(2)], status: 'archived' },
      { within: [collectionId(2)], collectionId: collectionId(1) },
    ];
    for (const search of searches) {
      const { status, collectionId: asked, within = 'all' } = search;
      const expected = items.filter(
        (item) =>
          (status ?? item.status) === item.status &&
          (asked ?? item.collectionId) === item.collectionId &&
          (within === 'all' || within.includes(item.collectionId)),
      );
      const titles = expected.toReversed().map(({ title }) => title);
      equal(await found(repositories, 'it', search), titles, JSON.stringify(search));
    }
  },

  'a search finds the current title and collection, and no deleted item': async (store) => {
    const { repositories } = store;
    const { contents, collections } = repositories;
    await fill(store, ['Rock pools', 'Rock concert']);
    await collections.insert(sampleCollection(2));
    const change = async (changes: Partial<ContentItem>): Promise<ContentItem> => {
      const item = await contents.findById(contentId(1));
      ok(item !== undefined, 'the item is there');
      return reviseItem(store, item, changes);
    };
    await change({ title: 'Sand pools' });
    equal(await found(repositories, 'rock'), ['Rock concert'], 'titles after the change');
    equal(await found(repositories, 'pools sand'), ['Sand pools'], 'the new title');
    await change({ collectionId: collectionId(2) });
    const moved = { collectionId: collectionId(2) };
    equal(await found(repositories, 'sand', moved), ['Sand pools'], 'titles in the new collection');
    const left = { collectionId: collectionId(1) };
    equal(await found(repositories, 'sand', left), [], 'titles in the old collection');
    const last = await change({ title: 'Sand, pools!' });
    equal(await found(repositories, 'sand'), ['Sand, pools!'], 'a title with the same words');
    await deleteItem(store, last);
    equal(await found(repositories, 'sand'), [], 'titles after the deletion');
    await insertItems(store, [sampleContent(1, { title: 'Sand again', slug: parseSlug('again') })]);
    equal(await found(repositories, 'sand'), ['Sand again'], 'titles of a new item with the id');
  },

  'rare words are found among many items, wherever they are in the title': async (store) => {
    const { repositories } = store;
    // The items to find are the oldest. All titles have the same first word and the same last word.
    const count = titleSearchDepth + 1_500;
    await fill(
      store,
      times(count, (n) => (n <= 2 ? `Post rare${n} words here` : `Post number ${n} here`)),
    );
    for (const text of ['rare1', 'post rare1', 'here rare1', 'words', 'post words her']) {
      const titles = await found(repositories, text);
      ok(titles.includes('Post rare1 words here'), `${text}: ${titles.join()}`);
    }
    equal((await found(repositories, 'post here')).length, 20, 'titles with frequent words');
    equal(
      (await found(repositories, 'here')).slice(0, 2),
      [`Post number ${count} here`, `Post number ${count - 1} here`],
      'the latest of all items with a frequent word',
    );
  },

  'long titles and words are found': async (store) => {
    const { repositories } = store;
    const word = 'ä'.repeat(300);
    const many = times(120, (n) => `w${n}`).join(' ');
    await fill(store, [`${word} end`, `start ${word}`, many]);
    equal(await found(repositories, word), [`start ${word}`, `${word} end`].toReversed(), 'words');
    equal(await found(repositories, `${word} en`), [`${word} end`], 'a long word and another');
    equal(await found(repositories, `${word}b`), [], 'a longer word');
    equal(await found(repositories, many), [many], 'many words');
    equal(await found(repositories, 'w120 w7'), [many], 'two of many words');
  },
});

/** Inserts an item for each title, each newer than the one before. */
const fill = async (store: Store, titles: readonly string[]): Promise<void> => {
  await store.repositories.collections.insert(sampleCollection(1));
  await insertItems(
    store,
    titles.map((title, index) => sampleContent(index + 1, { title })),
  );
};

/** The titles of the items that are found. */
const found = async (
  repositories: Repositories,
  text: string,
  search: Partial<SummarySearch> = {},
): Promise<readonly string[]> => {
  const words = titleKey(text).split(' ');
  const title = { words: words.slice(0, -1), prefix: words.at(-1) ?? '' };
  const query = { limit: 20, within: 'all', ...search, title } as const;
  const summaries = await repositories.summaries.find(query, await basisOf(repositories));
  return valueOf(summaries).map((summary) => summary.title);
};
