import type { ContentItem, ContentRepository } from '../../../core/index.ts';
import { contentCollectionStepsSuite } from '../../conformance/content-collection-steps.ts';
import { broken, type RepositoryMutant, type RepositorySuiteMutants } from './repository-mutant.ts';

type Step = ContentRepository['listOfCollectionAfter'];

const stepping = (change: (intact: Step) => Step): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    listOfCollectionAfter: change(intact.listOfCollectionAfter.bind(intact)),
  }));

/** Takes a step through all items of the collection, in another order. */
const sorting = (
  compare: (left: ContentItem, right: ContentItem) => number,
): RepositoryMutant['make'] =>
  stepping((intact) => async (collectionId, after, limit) => {
    const items = (await intact(collectionId, undefined, 1_000)).toSorted(compare);
    const start = items.findIndex(({ id }) => id === after?.id) + 1;
    return items.slice(start, start + limit);
  });

const inOrder = 'steps return every item of the collection once, in the order of a list';

export const contentCollectionStepMutants: RepositorySuiteMutants = {
  suite: contentCollectionStepsSuite,
  mutants: [
    {
      fault: 'returns the items of all collections',
      caughtBy: inOrder,
      make: broken('contents', (intact) => ({
        listOfCollectionAfter: (_, after, limit) => intact.listAfter(after?.id, limit),
      })),
    },
    {
      fault: 'sorts by id only',
      caughtBy: inOrder,
      make: sorting((left, right) => (left.id < right.id ? 1 : -1)),
    },
    {
      fault: 'sorts items of the same time by ascending id',
      caughtBy: inOrder,
      make: sorting(
        (left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1),
      ),
    },
    {
      fault: 'skips items of the same time as the last one',
      caughtBy: inOrder,
      make: stepping((intact) => async (collectionId, after, limit) => {
        const items = await intact(collectionId, after, 1_000);
        return items.filter((item) => item.createdAt !== after?.createdAt).slice(0, limit);
      }),
    },
    {
      fault: 'starts from the beginning if the last item was deleted',
      caughtBy: 'a step continues from the place of a deleted item',
      make: sorting((left, right) => right.createdAt - left.createdAt),
    },
    {
      fault: 'ignores the size of items',
      caughtBy: 'a step ends with the item that exceeds the maximum',
      make: stepping((intact) => async (collectionId, after, limit) => {
        const first = await intact(collectionId, after, limit);
        const last = first.at(-1);
        if (last === undefined || first.length === limit) return first;
        return [...first, ...(await intact(collectionId, last, limit - first.length))];
      }),
    },
  ],
};
