import { fieldIndexesOf, systemIndexes } from '../collections/indexes/field-indexes.ts';
import type { Decided } from '../content/read-on-basis.ts';
import type { BasedRead } from '../model/basis.ts';
import type { Collection } from '../model/collection.ts';
import type { ItemQuery, QueryPlace } from '../model/content/item-query.ts';
import { DomainError } from '../primitives/errors.ts';
import { candidateScans, candidatesMax, followedScan, type Demand } from './choose-scan.ts';
import { satisfies } from './item-keys.ts';
import { notIndexed } from './not-indexed.ts';

/**
 * The query with the scan that bounds its work.
 *
 * @throws DomainError `not_indexed`.
 */
export const chooseQuery = async (
  { repositories: { queries, indexes }, basis, perspective }: Decided,
  collection: Collection,
  demand: Demand,
): Promise<BasedRead<ItemQuery>> => {
  if (perspective === 'drafts') {
    const copies = await queries.countCopies(collection.id, candidatesMax + 1, basis);
    if (!copies.isCurrent) return copies;
    if (copies.value > candidatesMax) throw tooManyCopies();
  }
  const states = await indexes.statusOf(fieldIndexesOf(collection));
  const isReady = ({ state }: (typeof states)[number]): boolean => state === 'ready';
  const ready = [
    ...systemIndexes(collection.id),
    ...states.filter(isReady).map(({ index }) => index),
  ];
  const { sort, idsDescend } = demand;
  const base = { collectionId: collection.id, perspective, sort, idsDescend };
  const followed = followedScan(ready, demand);
  if (followed !== undefined) {
    const query = { ...base, scan: followed, conditions: [], isFollowed: true };
    return { isCurrent: true, value: query };
  }
  const choices = candidateScans(ready, demand);
  const scans = choices.map(({ scan }) => scan);
  for (const max of countSteps) {
    const counted = await queries.countCandidates(collection.id, scans, max, basis, perspective);
    if (!counted.isCurrent) return counted;
    const choice = choices[counted.value.indexOf(Math.min(...counted.value))];
    if (choice !== undefined && Math.min(...counted.value) < max) {
      return { ...counted, value: { ...base, ...choice, isFollowed: false } };
    }
  }
  const building = states.filter((one) => !isReady(one)).map(({ index }) => index);
  throw notIndexed(ready, building, demand);
};

/** Counts only a little if one of the scans finds few candidates. */
const countSteps = [100, 1_000, candidatesMax + 1] as const;

/** The error for a query in the perspective of drafts, which reads all copies of the collection. */
const tooManyCopies = (): DomainError =>
  new DomainError('not_indexed', `The collection has more than ${candidatesMax} working copies`, {
    details: 'Publish or discard working copies, or query without perspective=drafts',
    issues: [{ path: 'perspective', message: 'cannot be drafts for this collection' }],
  });

/**
 * A query that follows an index starts at the place, instead of at the beginning of its range: of two starts, a store may
 * use the wrong one. A place outside of the range is a forged one.
 */
export const startingAfter = (query: ItemQuery, { keys, id }: QueryPlace): ItemQuery => {
  const { scan, sort, idsDescend, isFollowed } = query;
  if (!isFollowed || scan.range === undefined) return query;
  // Without sorted fields, the range is one of ids.
  const isInside = satisfies(keys[0] ?? id, scan.range);
  const { from, to } = scan.range;
  const isDescending = sort[0]?.isDescending ?? idsDescend;
  return {
    ...query,
    scan: {
      ...scan,
      range: { kind: 'range', ...(isDescending ? { from } : { to }) },
      statuses: isInside ? scan.statuses : [],
    },
  };
};
