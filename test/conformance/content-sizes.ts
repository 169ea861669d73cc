import {
  dataLimits,
  encodeJson,
  everything,
  pageBytes,
  type ContentItem,
  type ContentQuery,
  type ContentRepository,
  type JsonText,
  type Repositories,
} from '../../core/index.ts';
import { equal, ok } from './assert.ts';
import { times } from './cases.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import { collectionId, contentId, sampleCollection, sampleContent } from './samples.ts';
import { suite } from './suite.ts';

/** Content that is too much to be in memory at once. */
export const contentSizesSuite = suite<RepositoriesSubject>('ContentRepository, sizes', {
  'a page of exactly as much data as there may be comes whole': async ({ repositories }) => {
    const { contents } = await filled(repositories, largest);
    for (const limit of limits) {
      const { items, large } = await contents.list({ ...query, limit });
      ok(same(items, largest.toReversed()), `the items with limit ${limit}`);
      equal(large, undefined, `the page with limit ${limit} is large`);
    }
  },

  'a page of more names its items instead, in their order and with their sizes': async ({
    repositories,
  }) => {
    const { contents } = await filled(repositories, tooMuch);
    for (const limit of limits) {
      const { items, large } = await contents.list({ ...query, limit });
      equal(items.length, 0, `items with limit ${limit}`);
      equal(large, tooMuch.map(sizeOf).toReversed(), `the page with limit ${limit}`);
    }
  },

  'only what is on the page counts': async ({ repositories }) => {
    const { contents } = await filled(repositories, tooMuch);
    for (const [limit, offset, expected] of [
      [200, 1, tooMuch.slice(0, 4)],
      [4, 0, tooMuch.slice(1)],
      [4, 600, []],
    ] as const) {
      const { items } = await contents.list({ ...query, limit, offset });
      ok(same(items, expected.toReversed()), `the items from ${offset}`);
    }
    const { items } = await contents.list({ ...query, status: 'draft' });
    ok(same(items, [small]), 'the items of one status');
  },

  'listAmong answers those that the list has, whole and whatever their size': async ({
    repositories,
  }) => {
    const { contents } = await filled(repositories, tooMuch);
    const ids = [...tooMuch, sampleContent(99)].map(({ id }) => id);
    ok(same(sorted(await contents.listAmong(ids, query)), tooMuch), 'all that there are');
    equal(await contents.listAmong([], query), [], 'of none');
    ok(same(await contents.listAmong([contentId(2)], query), [atSize(2)]), 'of one');
  },

  'listAmong leaves out what the list has not, or has no more': async ({ repositories }) => {
    const { contents, collections } = await filled(repositories, mixed);
    const ids = mixed.map(({ id }) => id);
    const among = async (filter: Partial<ContentQuery>) =>
      sorted(await contents.listAmong(ids, { ...query, ...filter })).map(({ id }) => id);
    const published = { ...everything, publishedOnly: true };
    const active = { ...everything, activeCollectionsOnly: true };
    const [one, two, three] = [1, 2, 3].map(contentId);
    equal(await among({ status: 'draft' }), [two], 'of a status');
    equal(await among({ collectionId: collectionId(2) }), [three], 'of a collection');
    equal(await among({ visibility: published }), [one, three], 'published');
    equal(await among({ status: 'draft', visibility: published }), [], 'drafts, published');
    equal(await among({ visibility: active }), [one, two, three], 'in active collections');
    for (const scope of [[collectionId(2)], [collectionId(2), collectionId(9)]]) {
      equal(await among({ visibility: { ...everything, scope } }), [three], 'of a scope');
    }
    equal(await among({ visibility: { ...everything, scope: [] } }), [], 'of an empty scope');
    ok(await contents.delete(contentId(1), 1), 'one was deleted');
    ok(await collections.update(sampleCollection(2, { isActive: false })), 'one was switched off');
    equal(await among({}), [two, three], 'what is left');
    equal(await among({ visibility: active }), [two], 'in active collections');
  },

  'listAfter ends with the item that is too much': async ({ repositories }) => {
    const { contents } = await filled(repositories, [...tooMuch, atSize(6)]);
    const walked = await contents.listAfter(undefined, 10);
    ok(same(walked, tooMuch), 'the first');
    ok(same(await contents.listAfter(contentId(1), 2), tooMuch.slice(1, 3)), 'two of them');
    ok(same(await contents.listAfter(contentId(5), 10), [atSize(6)]), 'the others');
  },
});

/** Ask for few and for many: an adapter may answer them in different ways. */
const limits = [10, 200] as const;

const query: ContentQuery = { limit: 200, offset: 0, visibility: everything };

/** Of two bytes for each character. */
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

/** Compares without showing: a difference of megabytes helps nobody. */
const same = (actual: readonly ContentItem[], expected: readonly ContentItem[]): boolean =>
  JSON.stringify(actual) === JSON.stringify(expected);

const filled = async (
  repositories: Repositories,
  items: readonly ContentItem[],
): Promise<Pick<Repositories, 'contents' | 'collections'> & { contents: ContentRepository }> => {
  for (const n of [1, 2]) await repositories.collections.insert(sampleCollection(n));
  for (const item of items) await repositories.contents.insert(item);
  return repositories;
};
