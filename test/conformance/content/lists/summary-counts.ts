import type { Repositories, StatusCount, Store } from '../../../../core/store.ts';
import { contentStatuses } from '../../../../core/vocabulary.ts';
import { equal } from '../../assert.ts';
import { times } from '../../cases.ts';
import { basisOf, insertItems, valueOf } from '../content-changes.ts';
import { collectionId, sampleCollection, sampleContent } from '../../samples.ts';
import { suite } from '../../suite.ts';

/** Counts by collection and status. */
export const summaryCountsSuite = suite<Store>('SummaryRepository, counts', {
  'each of the given collections is counted in each status, also without items': async (store) => {
    const { repositories } = store;
    await fill(store);
    equal(
      await counted(repositories, [1, 2], 100),
      {
        '1 draft': 5,
        '1 published': 1,
        '1 archived': 0,
        '2 draft': 0,
        '2 published': 3,
        '2 archived': 2,
      },
      'counts',
    );
    equal(await counted(repositories, [3, 9], 100), { ...none(3), ...none(9) }, 'other counts');
    equal(await counted(repositories, [], 100), {}, 'counts of no collection');
  },

  'a count ends at the maximum': async (store) => {
    const { repositories } = store;
    await fill(store);
    const { '1 draft': draft, '1 published': published } = await counted(repositories, [1], 3);
    equal([draft, published], [3, 1], 'counts');
    equal((await counted(repositories, [1], 5))['1 draft'], 5, 'the count at the maximum');
  },
});

const fill = async (store: Store): Promise<void> => {
  for (const n of [1, 2, 3]) await store.repositories.collections.insert(sampleCollection(n));
  const first = times(6, (n) =>
    sampleContent(n, { status: n === 1 ? 'published' : 'draft', collectionId: collectionId(1) }),
  );
  const second = times(5, (n) =>
    sampleContent(10 + n, {
      status: n > 3 ? 'archived' : 'published',
      collectionId: collectionId(2),
    }),
  );
  await insertItems(store, [...first, ...second]);
};

const none = (n: number): Readonly<Record<string, number>> =>
  Object.fromEntries(contentStatuses.map((status) => [`${n} ${status}`, 0]));

/** The counts by the number of the collection and the status. */
const counted = async (
  repositories: Repositories,
  numbers: readonly number[],
  max: number,
): Promise<Readonly<Record<string, number>>> => {
  const basis = await basisOf(repositories);
  const found = valueOf(await repositories.summaries.count(numbers.map(collectionId), max, basis));
  const keyOf = ({ collectionId: id, status }: StatusCount): string =>
    `${numbers.find((n) => collectionId(n) === id)} ${status}`;
  return Object.fromEntries(found.map((each) => [keyOf(each), each.count]));
};
