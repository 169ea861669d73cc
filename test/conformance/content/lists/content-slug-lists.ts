import {
  inScope,
  type VisibleQuery,
  type Repositories,
  type Store,
} from '../../../../core/store.ts';
import {
  contentStatuses,
  dataLimits,
  encodeJson,
  type CollectionScope,
  type ContentItem,
} from '../../../../core/vocabulary.ts';
import { equal } from '../../assert.ts';
import { itemsOf, times } from '../../cases.ts';
import { insertItems, pageOf } from '../content-changes.ts';
import { collectionId, sampleCollection, sampleContent } from '../../samples.ts';
import { suite } from '../../suite.ts';

/** Lists with a slug, which contain at most one item. */
export const contentSlugListsSuite = suite<Store>('ContentRepository, slugs in lists', {
  'a list with a slug contains the one item that has exactly this slug': async (store) => {
    const repositories = await filled(store);
    for (const item of items) {
      equal(itemsOf(await pageOf(repositories, { ...all, slug: item.slug })), [item], item.slug);
    }
    for (const slug of [`${first.slug}x`, first.slug.slice(0, -1), first.slug.toUpperCase(), '%']) {
      equal(itemsOf(await pageOf(repositories, { ...all, slug: slug as never })), [], slug);
    }
  },

  'it is empty unless the item matches all other conditions': async (store) => {
    const repositories = await filled(store);
    const scopes: readonly CollectionScope[] = [
      'all',
      [],
      [collectionId(1)],
      [2, 9].map(collectionId),
      [1, 2, 3].map(collectionId),
    ];
    for (const { slug, ...item } of items) {
      for (const within of scopes) {
        for (const status of [undefined, ...contentStatuses]) {
          for (const asked of [undefined, ...[1, 2, 9].map(collectionId)]) {
            const matches =
              (status ?? item.status) === item.status &&
              (asked ?? item.collectionId) === item.collectionId &&
              inScope(within, item.collectionId);
            const conditions: Partial<VisibleQuery> = {
              ...(status !== undefined && { status }),
              ...(asked !== undefined && { collectionId: asked }),
              within,
            };
            const found = itemsOf(await pageOf(repositories, { ...all, ...conditions, slug }));
            equal(found.length, matches ? 1 : 0, `${slug} with ${JSON.stringify(conditions)}`);
          }
        }
      }
    }
  },

  'it is one page': async (store) => {
    const repositories = await filled(store);
    const { slug } = first;
    for (const limit of [1, 50, 1_000]) {
      equal(
        itemsOf(await pageOf(repositories, { ...all, limit, slug })),
        [first],
        `limit ${limit}`,
      );
      equal(itemsOf(await pageOf(repositories, { ...all, limit, slug, offset: 1 })), [], 'from 1');
    }
  },

  'it contains the whole item, whatever the size of its data': async (store) => {
    const repositories = await filled(store);
    const frame = encodeJson({ words: '' }).length;
    const data = encodeJson({ words: 'x'.repeat(dataLimits.bytes - frame) });
    const large = sampleContent(90, { data });
    await insertItems(store, [large]);
    for (const limit of [1, 50, 1_000]) {
      const [found] = itemsOf(await pageOf(repositories, { ...all, limit, slug: large.slug }));
      equal(found?.data === data, true, `the data with limit ${limit}`);
    }
  },

  'its trace contains the requested conditions, and nothing about the caller': async (store) => {
    const repositories = await filled(store);
    const asked = { slug: first.slug, status: 'draft', collectionId: collectionId(2) } as const;
    const within = [1, 3].map(collectionId);
    const { trace } = await pageOf(repositories, { ...all, ...asked, within });
    if (trace === undefined) return;
    const parameters: readonly unknown[] = trace.parameters;
    for (const value of Object.values(asked)) equal(parameters.includes(value), true, value);
    equal(trace.statement.includes(first.slug), false, 'the statement contains the slug');
    const unasked = JSON.stringify(
      (await pageOf(repositories, { ...all, slug: first.slug, within })).trace,
    );
    for (const id of within) equal(unasked.includes(id), false, 'the trace contains the scope');
    const other = await pageOf(repositories, { ...all, ...asked, within: [collectionId(9)] });
    equal(other.trace?.statement, trace.statement, 'the statement for another scope');
  },
});

const all: VisibleQuery = { limit: 50, offset: 0, within: 'all' };

/** One item of every status in each of two collections. */
const items: readonly ContentItem[] = times(6, (n) =>
  sampleContent(n, {
    status: contentStatuses[n % 3] ?? 'draft',
    collectionId: collectionId((n % 2) + 1),
  }),
);

const first = sampleContent(1, {
  status: contentStatuses[1] ?? 'draft',
  collectionId: collectionId(2),
});

const filled = async (store: Store): Promise<Repositories> => {
  const { repositories } = store;
  for (const n of [1, 2, 3]) await repositories.collections.insert(sampleCollection(n));
  await insertItems(store, items);
  return repositories;
};
