import {
  pageBytes,
  type ContentRepository,
  type ListPlace,
  type Repositories,
  type Store,
} from '../../../core/store.ts';
import { dataLimits, encodeJson, type ContentItem } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { times } from '../cases.ts';
import { deleteItem, insertItems } from './content-changes.ts';
import { collectionId, contentId, momentOf, sampleCollection, sampleContent } from '../samples.ts';
import { suite } from '../suite.ts';

/** Reading the items of one collection in steps. */
export const contentCollectionStepsSuite = suite<Store>(
  'ContentRepository, steps through a collection',
  {
    'steps return every item of the collection once, in the order of a list': async (store) => {
      const { contents } = await filled(store, mixed);
      for (const n of [1, 2]) {
        const expected = mixed
          .filter((item) => item.collectionId === collectionId(n))
          .toSorted(newestFirst);
        for (const limit of [1, 5, 100]) {
          const walked = await walk(contents, collectionId(n), limit);
          equal(walked, expected, `items of collection ${n} in steps of ${limit}`);
        }
      }
      equal(await contents.listOfCollectionAfter(collectionId(3), undefined, 5), [], 'of no items');
      equal(await contents.listOfCollectionAfter(collectionId(9), undefined, 5), [], 'of none');
    },

    'places of all items, and of those of a collection, are in the order of a list': async (
      store,
    ) => {
      const { contents } = await filled(store, mixed);
      for (const collection of [undefined, collectionId(1), collectionId(2), collectionId(9)]) {
        const expected = mixed
          .filter((item) => collection === undefined || item.collectionId === collection)
          .toSorted(newestFirst)
          .map(({ id, createdAt }) => ({ id, createdAt }));
        for (const limit of [1, 5, 100]) {
          const walked: ListPlace[] = [];
          for (;;) {
            const step = await contents.listPlacesAfter(collection, walked.at(-1), limit);
            ok(step.length <= limit, 'at most the limit');
            if (step.length === 0) break;
            walked.push(...step);
          }
          equal(walked, expected, `places in ${collection ?? 'all'} in steps of ${limit}`);
        }
      }
    },

    'a step continues from the place of a deleted item': async (store) => {
      const items = times(5, (n) => sampleContent(n));
      const { contents } = await filled(store, items);
      const after = { createdAt: momentOf(3), id: contentId(3) };
      const next = async () =>
        (await contents.listOfCollectionAfter(collectionId(1), after, 5)).map(({ id }) => id);
      equal(await next(), [contentId(2), contentId(1)], 'before');
      await deleteItem(store, sampleContent(3));
      equal(await next(), [contentId(2), contentId(1)], 'after');
    },

    'a step ends with the item that exceeds the maximum': async (store) => {
      const count = pageBytes / dataLimits.bytes + 2;
      const items = times(count, (n) => sampleContent(n, { data: largestData })).toReversed();
      const { contents } = await filled(store, items);
      const step = async (after: ListPlace | undefined, limit: number) =>
        (await contents.listOfCollectionAfter(collectionId(1), after, limit)).map(({ id }) => id);
      const ids = items.map(({ id }) => id);
      equal(await step(undefined, 10), ids.slice(0, count - 1), 'the first step');
      equal(await step(items.at(-2), 10), ids.slice(-1), 'the last step');
      equal(await step(items[0], 2), ids.slice(1, 3), 'a step of two');
    },
  },
);

/** Items of two collections. Ids, times of creation and times of change each have a different order. */
const mixed: readonly ContentItem[] = times(23, (n) =>
  sampleContent((n * 7) % 24, {
    collectionId: collectionId((n % 2) + 1),
    createdAt: momentOf(n % 5),
    updatedAt: momentOf((n * 11) % 23),
  }),
);

const newestFirst = (left: ContentItem, right: ContentItem): number =>
  right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1);

/** The maximum size, with two bytes per character. */
const largestData = encodeJson({
  words: 'é'.repeat((dataLimits.bytes - encodeJson({ words: '' }).length) / 2),
});

const walk = async (
  contents: ContentRepository,
  collection: string,
  limit: number,
): Promise<readonly ContentItem[]> => {
  const walked: ContentItem[] = [];
  for (
    let step = await contents.listOfCollectionAfter(collection, undefined, limit);
    step.length > 0 && walked.length <= mixed.length;
  ) {
    ok(step.length <= limit, 'a step is not longer than asked for');
    walked.push(...step);
    step = await contents.listOfCollectionAfter(collection, step.at(-1), limit);
  }
  return walked;
};

const filled = async (store: Store, items: readonly ContentItem[]): Promise<Repositories> => {
  const { repositories } = store;
  for (const n of [1, 2, 3]) await repositories.collections.insert(sampleCollection(n));
  await insertItems(store, items);
  return repositories;
};
