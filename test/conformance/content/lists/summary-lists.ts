import {
  inScope,
  summaryOrders,
  type Repositories,
  type SummaryQuery,
  type Store,
} from '../../../../core/store.ts';
import {
  contentStatuses,
  type CollectionScope,
  type ContentItem,
  type ContentSummary,
} from '../../../../core/vocabulary.ts';
import { equal, ok } from '../../assert.ts';
import { times } from '../../cases.ts';
import { basisOf, insertItems, valueOf } from '../content-changes.ts';
import {
  awkwardText,
  collectionId,
  contentId,
  momentOf,
  sampleCollection,
  sampleContent,
  sampleUser,
  userId,
} from '../../samples.ts';
import { suite } from '../../suite.ts';

/** Lists of summaries: order, pages and filters. */
export const summaryListsSuite = suite<Store>('SummaryRepository, lists', {
  'a summary has the members of its item, and the names of its collection and author': async (
    store,
  ) => {
    const { repositories } = store;
    const { collections, users } = repositories;
    await collections.insert(sampleCollection(1));
    await users.insert(sampleUser(1, { username: 'ada', firstName: awkwardText, lastName: '{,}' }));
    await insertItems(store, [
      sampleContent(1, { authorId: userId(1), title: awkwardText, status: 'archived', version: 7 }),
    ]);
    const { createdAt, updatedAt, publishedAt } = sampleContent(1);
    equal(
      await listed(repositories, {}),
      [
        {
          id: contentId(1),
          title: awkwardText,
          slug: sampleContent(1).slug,
          status: 'archived',
          collectionId: collectionId(1),
          collection: 'collection-1',
          author: { id: userId(1), username: 'ada', firstName: awkwardText, lastName: '{,}' },
          version: 7,
          createdAt,
          updatedAt,
          publishedAt,
        },
      ],
      'summaries',
    );
    await collections.update(sampleCollection(1, { name: 'renamed' }));
    await users.delete(userId(1));
    const [after] = await listed(repositories, {});
    equal([after?.collection, after?.author], ['renamed', undefined], 'names after the changes');
  },

  'a summary has the locale of its item': async (store) => {
    const { collections } = store.repositories;
    await collections.insert(sampleCollection(1, { baseLocale: 'de' }));
    await collections.insert(sampleCollection(2));
    const group = { id: contentId(1), since: momentOf(1) };
    await insertItems(store, [
      sampleContent(1, { locale: 'de', group }),
      sampleContent(2, { collectionId: collectionId(2) }),
    ]);
    const found = await listed(store.repositories, {});
    equal(
      Object.fromEntries(found.map(({ id, locale }) => [id, locale])),
      { [contentId(1)]: 'de', [contentId(2)]: undefined },
      'locales',
    );
  },

  'summaries are in the order of the last change or of the creation, then by descending id': async (
    store,
  ) => {
    const { repositories } = store;
    await fill(store);
    for (const order of summaryOrders) {
      equal(idsOf(await listed(repositories, { order })), idsOf(sorted(order)), order);
    }
    ok(
      idsOf(sorted('updated')).join() !== idsOf(sorted('created')).join(),
      'the two orders differ',
    );
  },

  'pages of summaries have no gaps and no overlaps': async (store) => {
    const { repositories } = store;
    await fill(store);
    for (const order of summaryOrders) {
      for (const authorId of [undefined, userId(1)]) {
        const query = { order, ...(authorId !== undefined && { authorId }) };
        const expected = idsOf(matching(query));
        for (const offset of [0, 4, 8, 12, 16, 53, 54, 2 ** 31 - 1]) {
          const page = await listed(repositories, { ...query, limit: 4, offset });
          equal(idsOf(page), expected.slice(offset, offset + 4), `${order} from ${offset}`);
        }
      }
    }
  },

  'every combination of conditions returns exactly the matching summaries': async (store) => {
    const { repositories } = store;
    await fill(store);
    const sizes = new Set<number>();
    for (const query of allQueries()) {
      const expected = idsOf(matching(query));
      const name = JSON.stringify(query);
      equal(idsOf(await listed(repositories, query)), expected, `ids for ${name}`);
      const page = await listed(repositories, { ...query, limit: 2, offset: 1 });
      equal(idsOf(page), expected.slice(1, 3), `ids of a page for ${name}`);
      sizes.add(expected.length);
    }
    ok(sizes.size > 5 && sizes.has(0) && sizes.has(items.length), 'the queries differ');
  },

  'listAmong returns the summaries of the items with these ids that match the filter': async (
    store,
  ) => {
    const { repositories } = store;
    await fill(store);
    const ids = items.map(({ id }) => id);
    for (const filter of allQueries()) {
      if (filter.order === 'created' || filter.authorId !== undefined) continue;
      const asked = [...ids.slice(0, 30), contentId(999)];
      const expected = idsOf(matching(filter)).filter((id) => asked.includes(id));
      const found = await among(repositories, asked, filter);
      equal(idsOf(found).toSorted(), expected.toSorted(), `ids for ${JSON.stringify(filter)}`);
    }
    const [whole] = await listed(repositories, { limit: 1 });
    equal(await among(repositories, [whole?.id ?? '']), [whole], 'a whole summary');
    equal(await among(repositories, []), [], 'among none');
  },

  'summaries are listed within many collections, and up to 1001 at once': async (store) => {
    const { repositories } = store;
    await repositories.collections.insert(sampleCollection(1));
    await insertItems(
      store,
      times(1_003, (n) => sampleContent(n)),
    );
    const within = times(100, collectionId);
    equal((await listed(repositories, { within, limit: 1_001 })).length, 1_001, 'summaries');
  },
});

/** Two items of every status in each of three collections, of each of two authors and of none. */
const items: readonly ContentItem[] = times(54, (n) =>
  sampleContent(n, {
    status: contentStatuses[n % 3] ?? 'draft',
    collectionId: collectionId((Math.floor(n / 3) % 3) + 1),
    authorId: [undefined, userId(1), userId(2)][Math.floor(n / 9) % 3],
    createdAt: momentOf((n * 11) % 7),
    updatedAt: momentOf(10 + ((n * 5) % 9)),
  }),
);

const fill = async (store: Store): Promise<void> => {
  const { collections, users } = store.repositories;
  for (const n of [1, 2, 3]) await collections.insert(sampleCollection(n));
  for (const n of [1, 2]) await users.insert(sampleUser(n));
  await insertItems(store, items);
};

const allQueries = (): readonly Partial<SummaryQuery>[] => {
  const scopes: readonly CollectionScope[] = [
    'all',
    [],
    [collectionId(1)],
    [1, 3, 9].map(collectionId),
  ];
  const asked: readonly (string | undefined)[] = [undefined, ...[1, 9].map(collectionId)];
  const authors: readonly (string | undefined)[] = [undefined, userId(1), userId(9)];
  return summaryOrders.flatMap((order) =>
    [undefined, ...contentStatuses].flatMap((status) =>
      asked.flatMap((id) =>
        authors.flatMap((authorId) =>
          scopes.map((within) => ({
            order,
            ...(status !== undefined && { status }),
            ...(id !== undefined && { collectionId: id }),
            ...(authorId !== undefined && { authorId }),
            within,
          })),
        ),
      ),
    ),
  );
};

const sorted = (order: SummaryQuery['order']): readonly ContentItem[] => {
  const time = (item: ContentItem): number =>
    order === 'updated' ? item.updatedAt : item.createdAt;
  return items.toSorted((left, right) => time(right) - time(left) || (left.id < right.id ? 1 : -1));
};

const matching = ({
  order = 'updated',
  status,
  collectionId: asked,
  authorId,
  within = 'all',
}: Partial<SummaryQuery>): readonly ContentItem[] =>
  sorted(order).filter(
    (item) =>
      (status ?? item.status) === item.status &&
      (asked ?? item.collectionId) === item.collectionId &&
      (authorId === undefined || item.authorId === authorId) &&
      inScope(within, item.collectionId),
  );

const idsOf = (entries: readonly { readonly id: string }[]): readonly string[] =>
  entries.map(({ id }) => id);

const listed = async (
  repositories: Repositories,
  query: Partial<SummaryQuery>,
): Promise<readonly ContentSummary[]> =>
  valueOf(
    await repositories.summaries.list(
      { limit: 1_000, offset: 0, within: 'all', order: 'updated', ...query },
      await basisOf(repositories),
    ),
  );

const among = async (
  repositories: Repositories,
  ids: readonly string[],
  { status, collectionId: asked, within = 'all' }: Partial<SummaryQuery> = {},
): Promise<readonly ContentSummary[]> => {
  const filter = {
    within,
    ...(status !== undefined && { status }),
    ...(asked !== undefined && { collectionId: asked }),
  };
  return valueOf(await repositories.summaries.listAmong(ids, filter, await basisOf(repositories)));
};
