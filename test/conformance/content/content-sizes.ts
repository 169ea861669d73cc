import {
  pageBytes,
  type ContentFilter,
  type VisibleQuery,
  type Repositories,
  type Store,
} from '../../../core/store.ts';
import {
  dataLimits,
  encodeJson,
  type ContentItem,
  type JsonText,
} from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { itemsOf, times } from '../cases.ts';
import { basisOf, deleteItem, insertItems, pageOf, valueOf } from './content-changes.ts';
import { withView } from './views.ts';
import { collectionId, contentId, sampleCollection, sampleContent } from '../samples.ts';
import { suite } from '../suite.ts';

/** Content that exceeds the maximum of one page. */
export const contentSizesSuite = suite<Store>('ContentRepository, sizes', {
  'data of the maximum size is returned completely': async (store) => {
    const repositories = await filled(store, largest);
    const found = await Promise.all(largest.map(({ id }) => repositories.contents.findById(id)));
    ok(same(found, largest), 'the items');
  },

  'a page with exactly the maximum of data contains its items': async (store) => {
    const repositories = await filled(store, largest);
    for (const limit of limits) {
      const page = await pageOf(repositories, { ...query, limit });
      ok(!('large' in page), `the page with limit ${limit} is not large`);
      ok(same(itemsOf(page), largest.toReversed()), `the items with limit ${limit}`);
    }
  },

  'a larger page contains ids and sizes instead, in order': async (store) => {
    const repositories = await filled(store, tooMuch);
    for (const limit of limits) {
      const page = await pageOf(repositories, { ...query, limit });
      equal(
        'large' in page && page.large,
        tooMuch.map(sizeOf).toReversed(),
        `the page with limit ${limit}`,
      );
    }
  },

  'only items on the page count': async (store) => {
    const repositories = await filled(store, tooMuch);
    for (const [limit, offset, expected] of [
      [200, 1, tooMuch.slice(0, 4)],
      [4, 0, tooMuch.slice(1)],
      [4, 600, []],
    ] as const) {
      const page = await pageOf(repositories, { ...query, limit, offset });
      ok(same(itemsOf(page), expected.toReversed()), `the items from ${offset}`);
    }
    const drafts = await pageOf(repositories, { ...query, status: 'draft' });
    ok(same(itemsOf(drafts), [small]), 'the items of one status');
  },

  'listAmong returns complete items of the list, of any size': async (store) => {
    const repositories = await filled(store, tooMuch);
    const ids = [...tooMuch, sampleContent(99)].map(({ id }) => id);
    ok(same(sorted(await among(repositories, ids)), tooMuch), 'all items');
    equal(await among(repositories, []), [], 'of none');
    ok(same(await among(repositories, [contentId(2)]), [atSize(2)]), 'of one');
  },

  'listAmong omits items that are not in the list, or no longer': async (store) => {
    const repositories = await filled(store, mixed);
    const ids = mixed.map(({ id }) => id);
    const found = async (filter: Partial<VisibleQuery>) =>
      sorted(await among(repositories, ids, filter)).map(({ id }) => id);
    const [, two, three] = [1, 2, 3].map(contentId);
    equal(await found({ status: 'draft' }), [two], 'of a status');
    equal(await found({ collectionId: collectionId(2) }), [three], 'of a collection');
    for (const within of [[collectionId(2)], [2, 9].map(collectionId)]) {
      equal(await found({ within }), [three], 'within a collection');
      equal(await found({ within, status: 'draft' }), [], 'drafts within a collection');
    }
    equal(await found({ within: [] }), [], 'within none');
    await deleteItem(store, sampleContent(1));
    equal(await found({}), [two, three], 'the remaining items');
  },

  'listAfter ends with the item that exceeds the maximum': async (store) => {
    const repositories = await filled(store, [...tooMuch, atSize(6)]);
    const walked = await repositories.contents.listAfter(undefined, 10);
    ok(same(walked, tooMuch), 'the first');
    ok(
      same(await repositories.contents.listAfter(contentId(1), 2), tooMuch.slice(1, 3)),
      'two of them',
    );
    ok(same(await repositories.contents.listAfter(contentId(5), 10), [atSize(6)]), 'the others');
  },
});

/** Small and large limits, because an adapter may use different statements. */
const limits = [10, 200] as const;

const query: VisibleQuery = { limit: 200, offset: 0, within: 'all' };

/** The maximum size, with two bytes per character. */
const largestData = ((): JsonText => {
  const frame = encodeJson({ words: '' }).length;
  return encodeJson({ words: 'é'.repeat((dataLimits.bytes - frame) / 2) });
})();

const atSize = (n: number): ContentItem => sampleContent(n, { data: largestData });

const largest = times(pageBytes / dataLimits.bytes, atSize);
const small = sampleContent(5, { status: 'draft', data: encodeJson({}) });
const tooMuch: readonly ContentItem[] = [...largest, small];

const mixed = [
  sampleContent(1),
  sampleContent(2, { status: 'draft' }),
  sampleContent(3, { collectionId: collectionId(2) }),
];

const sizeOf = ({ id, data }: ContentItem) => ({
  id,
  bytes: data === largestData ? dataLimits.bytes : data.length,
});

const sorted = (items: readonly ContentItem[]): readonly ContentItem[] =>
  items.toSorted((left, right) => (left.id < right.id ? -1 : 1));

/** Compares without a message, because a difference of megabytes is unreadable. */
const same = (
  actual: readonly (ContentItem | undefined)[],
  expected: readonly ContentItem[],
): boolean => JSON.stringify(actual) === JSON.stringify(expected);

const among = async (
  repositories: Repositories,
  ids: readonly string[],
  filter: Partial<ContentFilter> = {},
): Promise<readonly ContentItem[]> => {
  const basis = await basisOf(repositories);
  const { contents } = repositories;
  const asked = withView({ ids, within: 'all', ...filter });
  const items = valueOf(await contents.listAmong(...asked, basis));
  const sizes = valueOf(await contents.sizesAmong(...asked, basis));
  const ordered = sizes.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  equal(ordered, sorted(items).map(sizeOf), 'the sizes of the items');
  return items;
};

const filled = async (store: Store, items: readonly ContentItem[]): Promise<Repositories> => {
  const { repositories } = store;
  for (const n of [1, 2]) await repositories.collections.insert(sampleCollection(n));
  await insertItems(store, items);
  return repositories;
};
