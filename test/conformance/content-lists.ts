import {
  contentStatuses,
  everything,
  inScope,
  isVisible,
  type CollectionScope,
  type ContentItem,
  type ContentQuery,
  type ContentRepository,
  type Repositories,
  type Visibility,
} from '../../core/index.ts';
import { equal, ok } from './assert.ts';
import { times } from './cases.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import { collectionId, contentId, momentOf, sampleCollection, sampleContent } from './samples.ts';
import { suite } from './suite.ts';

/** Reading many: order, pages, filters and who may see what. */
export const contentListsSuite = suite<RepositoriesSubject>('ContentRepository, lists', {
  'an empty list is a list': async ({ repositories: { contents } }) => {
    equal(await listed(contents, {}), [], 'items');
    equal(await contents.listAfter(undefined, 10), [], 'items by id');
  },

  'list answers whole items': async ({ repositories }) => {
    const { contents } = await withShelves(repositories, [sampleContent(1)]);
    equal(await listed(contents, {}), [sampleContent(1)], 'items');
  },

  'list begins with the newest and breaks ties by id, descending': async ({ repositories }) => {
    // Ids, moments of creation and moments of change all ascend in different orders.
    const items = times(12, (n) =>
      sampleContent((n * 5) % 13, {
        createdAt: momentOf(n % 4),
        updatedAt: momentOf((n * 7) % 13),
      }),
    );
    const { contents } = await withShelves(repositories, items);
    equal(idsOf(await listed(contents, {})), idsOf(items.toSorted(newestFirst)), 'ids');
  },

  'pages follow one another without gap or overlap': async ({ repositories }) => {
    const items = times(23, (n) => sampleContent(n, { createdAt: momentOf(n % 3) }));
    const { contents } = await withShelves(repositories, items);
    const expected = idsOf(items.toSorted(newestFirst));
    for (const offset of [0, 5, 10, 15, 20, 22, 23, 1_000_000]) {
      const page = await listed(contents, { limit: 5, offset });
      equal(idsOf(page), expected.slice(offset, offset + 5), `ids from ${offset}`);
    }
  },

  'list gives up to a thousand items': async ({ repositories }) => {
    const { contents } = await withShelves(
      repositories,
      times(1_003, (n) => sampleContent(n)),
    );
    equal((await listed(contents, { limit: 1_000 })).length, 1_000, 'items on the first page');
    equal(
      (await listed(contents, { limit: 1_000, offset: 1_000 })).length,
      3,
      'items on the second',
    );
  },

  'publishedOnly hides drafts and archived items, also from those who ask for them': async ({
    repositories,
  }) => {
    const { contents } = await withShelves(repositories, mixedItems);
    const visibility = { ...everything, publishedOnly: true };
    for (const status of contentStatuses) {
      ok((await listed(contents, { status })).length > 0, `there are items in status ${status}`);
      const found = await listed(contents, { status, visibility });
      equal(found.length > 0, status === 'published', `items in status ${status} are seen`);
    }
    const statuses = new Set((await listed(contents, { visibility })).map(({ status }) => status));
    equal(statuses, new Set(['published']), 'statuses seen');
  },

  'activeCollectionsOnly follows the collection as it is now': async ({ repositories }) => {
    const { contents, collections } = await withShelves(repositories, [sampleContent(1)]);
    const visibility = { ...everything, activeCollectionsOnly: true };
    equal((await listed(contents, { visibility })).length, 1, 'items while it is active');
    ok(await collections.update(sampleCollection(1, { isActive: false })), 'it was switched off');
    equal(await listed(contents, { visibility }), [], 'items once it is not');
    equal(await listed(contents, { visibility, collectionId: collectionId(1) }), [], 'asked for');
    equal((await listed(contents, {})).length, 1, 'items for those who see everything');
  },

  'an empty scope sees nothing': async ({ repositories }) => {
    const { contents } = await withShelves(repositories, mixedItems);
    equal((await listed(contents, {})).length, mixedItems.length, 'items without a scope');
    const visibility: Visibility = { ...everything, scope: [] };
    equal(await listed(contents, { visibility }), [], 'items');
    equal(await listed(contents, { visibility, collectionId: collectionId(1) }), [], 'asked for');
  },

  'every combination of filters and visibility gives exactly what it should': async ({
    repositories,
  }) => {
    const { contents } = await withShelves(repositories, mixedItems);
    const sizes = new Set<number>();
    for (const query of allQueries()) {
      const expected = mixedItems.filter((item) => answers(query, item)).toSorted(newestFirst);
      const name = JSON.stringify(query);
      equal(idsOf(await listed(contents, query)), idsOf(expected), `ids for ${name}`);
      const page = await listed(contents, { ...query, limit: 2, offset: 1 });
      equal(idsOf(page), idsOf(expected.slice(1, 3)), `ids of a page for ${name}`);
      sizes.add(expected.length);
    }
    ok(sizes.size > 5 && sizes.has(0) && sizes.has(mixedItems.length), 'the queries differ');
  },

  'a trace holds what was asked for, and nothing about who asked': async ({ repositories }) => {
    const { contents } = await withShelves(repositories, mixedItems);
    const scope = [collectionId(1), collectionId(3)];
    const visibility: Visibility = { ...everything, publishedOnly: true, scope };
    const asked = { status: 'published', collectionId: collectionId(1), visibility } as const;
    const page = { limit: 10, offset: 0 };
    const { trace, items } = await contents.list({ ...page, ...asked });
    ok(items.length > 0, 'there are items');
    if (trace === undefined) return;
    const parameters: readonly unknown[] = trace.parameters;
    ok(parameters.includes('published'), 'the status is a parameter');
    ok(parameters.includes(collectionId(1)), 'the collection is a parameter');
    ok(!JSON.stringify(trace).includes(collectionId(3)), 'the scope stays inside');

    const values = {
      limit: 20,
      offset: 1,
      status: 'draft',
      collectionId: collectionId(2),
    } as const;
    const other = await contents.list({ ...values, visibility: { ...visibility, scope: [] } });
    equal(other.trace?.statement, trace.statement, 'the statement for other values');

    const unasked = JSON.stringify((await contents.list({ ...page, visibility })).trace);
    ok(!scope.some((id) => unasked.includes(id)), 'the scope stays inside when nothing is asked');
  },

  'listAfter walks through everything once, by ascending id': async ({ repositories }) => {
    const items = times(23, (n) => sampleContent((n * 7) % 24, { createdAt: momentOf(n) }));
    const { contents } = await withShelves(repositories, items);
    const walked: ContentItem[] = [];
    for (
      let page = await contents.listAfter(undefined, 5);
      page.length > 0 && walked.length <= items.length;
    ) {
      ok(page.length <= 5, 'a page is not longer than asked for');
      walked.push(...page);
      page = await contents.listAfter(page.at(-1)?.id, 5);
    }
    equal(
      walked,
      items.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
      'items',
    );
  },

  'listAfter goes on from an id that is gone': async ({ repositories }) => {
    const { contents } = await withShelves(
      repositories,
      times(5, (n) => sampleContent(n)),
    );
    equal(idsOf(await contents.listAfter(contentId(2), 2)), [contentId(3), contentId(4)], 'before');
    ok(await contents.delete(contentId(2), 1), 'the item was there');
    equal(idsOf(await contents.listAfter(contentId(2), 2)), [contentId(3), contentId(4)], 'after');
    equal(await contents.listAfter(contentId(5), 2), [], 'items after the last');
  },
});

/** Every status in each of three collections, of which the second is not active; three of each. */
const mixedItems: readonly ContentItem[] = times(27, (n) =>
  sampleContent(n, {
    status: contentStatuses[n % 3] ?? 'draft',
    collectionId: collectionId((Math.floor(n / 3) % 3) + 1),
    createdAt: momentOf((n * 11) % 7),
  }),
);

const isActive = (id: string): boolean => id !== collectionId(2);

const allQueries = (): readonly Partial<ContentQuery>[] => {
  const scopes: readonly CollectionScope[] = [
    'all',
    [],
    [collectionId(1)],
    [collectionId(2), collectionId(3)],
    [collectionId(9)],
  ];
  const asked: readonly (string | undefined)[] = [undefined, ...[1, 2, 9].map(collectionId)];
  return [undefined, ...contentStatuses].flatMap((status) =>
    asked.flatMap((id) =>
      scopes.flatMap((scope) =>
        [false, true].flatMap((publishedOnly) =>
          [false, true].map((activeCollectionsOnly) => ({
            ...(status !== undefined && { status }),
            ...(id !== undefined && { collectionId: id }),
            visibility: { publishedOnly, activeCollectionsOnly, scope },
          })),
        ),
      ),
    ),
  );
};

const answers = (
  { status, collectionId: asked, visibility = everything }: Partial<ContentQuery>,
  item: ContentItem,
): boolean =>
  (status === undefined || item.status === status) &&
  (asked === undefined || item.collectionId === asked) &&
  inScope(visibility.scope, item.collectionId) &&
  isVisible(visibility, item, { isActive: isActive(item.collectionId) });

const newestFirst = (left: ContentItem, right: ContentItem): number =>
  right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1);

const idsOf = (items: readonly ContentItem[]): readonly string[] => items.map(({ id }) => id);

const listed = async (
  contents: ContentRepository,
  query: Partial<ContentQuery>,
): Promise<readonly ContentItem[]> =>
  (await contents.list({ limit: 1_000, offset: 0, visibility: everything, ...query })).items;

const withShelves = async (
  repositories: Repositories,
  items: readonly ContentItem[],
): Promise<Repositories> => {
  for (const n of [1, 2, 3]) {
    const id = collectionId(n);
    await repositories.collections.insert(sampleCollection(n, { isActive: isActive(id) }));
  }
  await repositories.contents.insertAll(items);
  return repositories;
};
