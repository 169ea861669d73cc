import {
  inScope,
  type VisibleQuery,
  type Repositories,
  type Store,
} from '../../../../core/store.ts';
import {
  contentStatuses,
  type CollectionScope,
  type ContentItem,
} from '../../../../core/vocabulary.ts';
import { equal, ok } from '../../assert.ts';
import { itemsOf, times } from '../../cases.ts';
import { deleteItem, insertItems, pageOf } from '../content-changes.ts';
import {
  collectionId,
  contentId,
  momentOf,
  sampleCollection,
  sampleContent,
} from '../../samples.ts';
import { suite } from '../../suite.ts';

/** Lists: order, pages and filters. */
export const contentListsSuite = suite<Store>('ContentRepository, lists', {
  'lists of an empty store are empty': async ({ repositories }) => {
    equal(await listed(repositories, {}), [], 'items');
    equal(await repositories.contents.listAfter(undefined, 10), [], 'items by id');
  },

  'list returns complete items': async (store) => {
    const repositories = await withCollections(store, [sampleContent(1)]);
    equal(await listed(repositories, {}), [sampleContent(1)], 'items');
  },

  'list returns the newest items first, and items of the same time by descending id': async (
    store,
  ) => {
    // Ids, times of creation and times of change each have a different order.
    const items = times(12, (n) =>
      sampleContent((n * 5) % 13, {
        createdAt: momentOf(n % 4),
        updatedAt: momentOf((n * 7) % 13),
      }),
    );
    const repositories = await withCollections(store, items);
    equal(idsOf(await listed(repositories, {})), idsOf(items.toSorted(newestFirst)), 'ids');
  },

  'pages have no gaps and no overlaps': async (store) => {
    const items = times(23, (n) => sampleContent(n, { createdAt: momentOf(n % 3) }));
    const repositories = await withCollections(store, items);
    const expected = idsOf(items.toSorted(newestFirst));
    for (const offset of [0, 5, 10, 15, 20, 22, 23, 1_000_000]) {
      const page = await listed(repositories, { limit: 5, offset });
      equal(idsOf(page), expected.slice(offset, offset + 5), `ids from ${offset}`);
    }
  },

  'list returns up to a thousand items': async (store) => {
    const repositories = await withCollections(
      store,
      times(1_003, (n) => sampleContent(n)),
    );
    equal((await listed(repositories, { limit: 1_000 })).length, 1_000, 'items on the first page');
    equal(
      (await listed(repositories, { limit: 1_000, offset: 1_000 })).length,
      3,
      'items on the second',
    );
  },

  'within limits a list to the given collections': async (store) => {
    const repositories = await withCollections(store, mixedItems);
    equal((await listed(repositories, {})).length, mixedItems.length, 'items without a limit');
    for (const numbers of [[1], [1, 3], [1, 2, 3], [2, 9]]) {
      const within = numbers.map(collectionId);
      const expected = mixedItems.filter((item) => within.includes(item.collectionId));
      equal(
        (await listed(repositories, { within })).length,
        expected.length,
        `within ${numbers.join()}`,
      );
    }
  },

  'a list within many collections is in order': async (store) => {
    const repositories = await withCollections(store, mixedItems);
    const within = times(100, collectionId);
    const expected = idsOf(mixedItems.toSorted(newestFirst));
    equal(idsOf(await listed(repositories, { within })), expected, 'ids');
    const page = await listed(repositories, { within, limit: 5, offset: 20 });
    equal(idsOf(page), expected.slice(20, 25), 'ids of a page');
  },

  'a list within no collection is empty': async (store) => {
    const repositories = await withCollections(store, mixedItems);
    equal(await listed(repositories, { within: [] }), [], 'items');
    for (const status of contentStatuses) {
      equal(await listed(repositories, { within: [], status }), [], `items in status ${status}`);
    }
    const asked = { within: [], collectionId: collectionId(1) };
    equal(await listed(repositories, asked), [], 'items of a collection');
  },

  'every combination of conditions returns exactly the matching items': async (store) => {
    const repositories = await withCollections(store, mixedItems);
    const sizes = new Set<number>();
    for (const query of allQueries()) {
      const expected = mixedItems.filter((item) => matches(query, item)).toSorted(newestFirst);
      const name = JSON.stringify(query);
      equal(idsOf(await listed(repositories, query)), idsOf(expected), `ids for ${name}`);
      const page = await listed(repositories, { ...query, limit: 2, offset: 1 });
      equal(idsOf(page), idsOf(expected.slice(1, 3)), `ids of a page for ${name}`);
      sizes.add(expected.length);
    }
    ok(sizes.size > 5 && sizes.has(0) && sizes.has(mixedItems.length), 'the queries differ');
  },

  'a trace contains the requested conditions, and nothing about the caller': async (store) => {
    const repositories = await withCollections(store, mixedItems);
    const within = [collectionId(1), collectionId(3)];
    const asked = { status: 'published', collectionId: collectionId(1), within } as const;
    const page = { limit: 10, offset: 0 };
    const { trace, ...found } = await pageOf(repositories, { ...page, ...asked });
    ok(itemsOf(found).length > 0, 'there are items');
    if (trace === undefined) return;
    const parameters: readonly unknown[] = trace.parameters;
    ok(parameters.includes('published'), 'the status is a parameter');
    ok(parameters.includes(collectionId(1)), 'the collection is a parameter');
    ok(!JSON.stringify(trace).includes(collectionId(3)), 'the other collections are not');

    const values = {
      limit: 20,
      offset: 1,
      status: 'draft',
      collectionId: collectionId(2),
      within: [collectionId(2), collectionId(9)],
    } as const;
    const other = await pageOf(repositories, values);
    equal(other.trace?.statement, trace.statement, 'the statement for other values');

    const unasked = JSON.stringify((await pageOf(repositories, { ...page, within })).trace);
    ok(!within.some((id) => unasked.includes(id)), 'no collection unless it was asked for');
  },

  'listAfter returns every item once, by ascending id': async (store) => {
    const items = times(23, (n) => sampleContent((n * 7) % 24, { createdAt: momentOf(n) }));
    const repositories = await withCollections(store, items);
    const walked: ContentItem[] = [];
    for (
      let page = await repositories.contents.listAfter(undefined, 5);
      page.length > 0 && walked.length <= items.length;
    ) {
      ok(page.length <= 5, 'a page is not longer than asked for');
      walked.push(...page);
      page = await repositories.contents.listAfter(page.at(-1)?.id, 5);
    }
    equal(
      walked,
      items.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
      'items',
    );
  },

  'listAfter continues after a deleted id': async (store) => {
    const repositories = await withCollections(
      store,
      times(5, (n) => sampleContent(n)),
    );
    equal(
      idsOf(await repositories.contents.listAfter(contentId(2), 2)),
      [contentId(3), contentId(4)],
      'before',
    );
    await deleteItem(store, sampleContent(2));
    equal(
      idsOf(await repositories.contents.listAfter(contentId(2), 2)),
      [contentId(3), contentId(4)],
      'after',
    );
    equal(await repositories.contents.listAfter(contentId(5), 2), [], 'items after the last');
  },
});

/** Three items of every status in each of three collections. */
const mixedItems: readonly ContentItem[] = times(27, (n) =>
  sampleContent(n, {
    status: contentStatuses[n % 3] ?? 'draft',
    collectionId: collectionId((Math.floor(n / 3) % 3) + 1),
    createdAt: momentOf((n * 11) % 7),
  }),
);

const allQueries = (): readonly Partial<VisibleQuery>[] => {
  const scopes: readonly CollectionScope[] = [
    'all',
    [],
    [collectionId(1)],
    [collectionId(2), collectionId(3)],
    [collectionId(9)],
    [1, 3, 9].map(collectionId),
  ];
  const asked: readonly (string | undefined)[] = [undefined, ...[1, 2, 9].map(collectionId)];
  return [undefined, ...contentStatuses].flatMap((status) =>
    asked.flatMap((id) =>
      scopes.map((within) => ({
        ...(status !== undefined && { status }),
        ...(id !== undefined && { collectionId: id }),
        within,
      })),
    ),
  );
};

const matches = (
  { status, collectionId: asked, within = 'all' }: Partial<VisibleQuery>,
  item: ContentItem,
): boolean =>
  (status === undefined || item.status === status) &&
  (asked === undefined || item.collectionId === asked) &&
  inScope(within, item.collectionId);

const newestFirst = (left: ContentItem, right: ContentItem): number =>
  right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1);

const idsOf = (items: readonly ContentItem[]): readonly string[] => items.map(({ id }) => id);

const listed = async (
  repositories: Repositories,
  query: Partial<VisibleQuery>,
): Promise<readonly ContentItem[]> =>
  itemsOf(await pageOf(repositories, { limit: 1_000, offset: 0, within: 'all', ...query }));

const withCollections = async (
  store: Store,
  items: readonly ContentItem[],
): Promise<Repositories> => {
  const { repositories } = store;
  for (const n of [1, 2, 3]) {
    await repositories.collections.insert(sampleCollection(n));
  }
  await insertItems(store, items);
  return repositories;
};
