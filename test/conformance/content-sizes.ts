import {
  dataLimits,
  encodeJson,
  pageBytes,
  type ContentItem,
  type ContentQuery,
  type JsonText,
  type Repositories,
} from '../../core/index.ts';
import { equal, ok } from './assert.ts';
import { itemsOf, times } from './cases.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import { collectionId, contentId, sampleCollection, sampleContent } from './samples.ts';
import { suite } from './suite.ts';

/** Content that exceeds the maximum of one page. */
export const contentSizesSuite = suite<RepositoriesSubject>('ContentRepository, sizes', {
  'data of the maximum size is returned completely': async ({ repositories }) => {
    const { contents } = await filled(repositories, largest);
    const found = await Promise.all(largest.map(({ id }) => contents.findById(id)));
    ok(same(found, largest), 'the items');
  },

  'a page with exactly the maximum of data contains its items': async ({ repositories }) => {
    const { contents } = await filled(repositories, largest);
    for (const limit of limits) {
      const page = await contents.list({ ...query, limit });
      ok(!('large' in page), `the page with limit ${limit} is not large`);
      ok(same(itemsOf(page), largest.toReversed()), `the items with limit ${limit}`);
    }
  },

  'a larger page contains ids and sizes instead, in order': async ({ repositories }) => {
    const { contents } = await filled(repositories, tooMuch);
    for (const limit of limits) {
      const page = await contents.list({ ...query, limit });
      equal(
        'large' in page && page.large,
        tooMuch.map(sizeOf).toReversed(),
        `the page with limit ${limit}`,
      );
    }
  },

  'only items on the page count': async ({ repositories }) => {
    const { contents } = await filled(repositories, tooMuch);
    for (const [limit, offset, expected] of [
      [200, 1, tooMuch.slice(0, 4)],
      [4, 0, tooMuch.slice(1)],
      [4, 600, []],
    ] as const) {
      const page = await contents.list({ ...query, limit, offset });
      ok(same(itemsOf(page), expected.toReversed()), `the items from ${offset}`);
    }
    const drafts = await contents.list({ ...query, status: 'draft' });
    ok(same(itemsOf(drafts), [small]), 'the items of one status');
  },

  'listAmong returns complete items of the list, of any size': async ({ repositories }) => {
    const { contents } = await filled(repositories, tooMuch);
    const ids = [...tooMuch, sampleContent(99)].map(({ id }) => id);
    ok(same(sorted(await contents.listAmong(ids, query)), tooMuch), 'all items');
    equal(await contents.listAmong([], query), [], 'of none');
    ok(same(await contents.listAmong([contentId(2)], query), [atSize(2)]), 'of one');
  },

  'listAmong omits items that are not in the list, or no longer': async ({ repositories }) => {
    const { contents } = await filled(repositories, mixed);
    const ids = mixed.map(({ id }) => id);
    const among = async (filter: Partial<ContentQuery>) =>
      sorted(await contents.listAmong(ids, { ...query, ...filter })).map(({ id }) => id);
    const [, two, three] = [1, 2, 3].map(contentId);
    equal(await among({ status: 'draft' }), [two], 'of a status');
    equal(await among({ collectionId: collectionId(2) }), [three], 'of a collection');
    for (const within of [[collectionId(2)], [2, 9].map(collectionId)]) {
      equal(await among({ within }), [three], 'within a collection');
      equal(await among({ within, status: 'draft' }), [], 'drafts within a collection');
    }
    equal(await among({ within: [] }), [], 'within none');
    ok(await contents.delete(contentId(1), 1), 'one was deleted');
    equal(await among({}), [two, three], 'the remaining items');
  },

  'listAfter ends with the item that exceeds the maximum': async ({ repositories }) => {
    const { contents } = await filled(repositories, [...tooMuch, atSize(6)]);
    const walked = await contents.listAfter(undefined, 10);
    ok(same(walked, tooMuch), 'the first');
    ok(same(await contents.listAfter(contentId(1), 2), tooMuch.slice(1, 3)), 'two of them');
    ok(same(await contents.listAfter(contentId(5), 10), [atSize(6)]), 'the others');
  },
});

/** Small and large limits, because an adapter may use different statements. */
const limits = [10, 200] as const;

const query: ContentQuery = { limit: 200, offset: 0, within: 'all' };

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

const filled = async (
  repositories: Repositories,
  items: readonly ContentItem[],
): Promise<Repositories> => {
  for (const n of [1, 2]) await repositories.collections.insert(sampleCollection(n));
  for (const item of items) await repositories.contents.insert(item);
  return repositories;
};
