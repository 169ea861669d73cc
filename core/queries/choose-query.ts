import { fieldIndexesOf, systemIndexes } from '../collections/indexes/field-indexes.ts';
import type { Decided } from '../content/read-on-basis.ts';
import type { BasedRead } from '../model/basis.ts';
import type { Collection } from '../model/collection.ts';
import type { ItemQuery } from '../model/content/item-query.ts';
import { DomainError } from '../primitives/errors.ts';
import {
  candidateBytesMax,
  candidateMiB,
  candidateScans,
  candidatesMax,
  followedScan,
  readsData,
  type Demand,
} from './choose-scan.ts';
import { notIndexed } from './not-indexed.ts';

/**
 * The query with the scan that bounds its work.
 *
 * @throws DomainError `not_indexed`.
 */
export const chooseQuery = async (
  { repositories: { queries, indexes }, basis, view: { shown }, spend }: Decided,
  collection: Collection,
  demand: Demand,
): Promise<BasedRead<ItemQuery>> => {
  if (shown === 'unpublished') {
    const copies = await queries.countCopies(collection.id, candidatesMax + 1, basis);
    if (!copies.isCurrent) return copies;
    const { items, bytes } = copies.value;
    if (items > candidatesMax) throw tooManyCopies(`${candidatesMax} working copies`);
    if (bytes > candidateBytesMax && readsData(demand)) {
      throw tooManyCopies(`${candidateMiB} MiB of working copies`);
    }
    await spend(readsData(demand) ? bytes : items * rowBytes);
  }
  const states = await indexes.statusOf(fieldIndexesOf(collection));
  const isReady = ({ state }: (typeof states)[number]): boolean => state === 'ready';
  const ready = [
    ...systemIndexes(collection.id),
    ...states.filter(isReady).map(({ index }) => index),
  ];
  const { sort, idsDescend, chain } = demand;
  const base = {
    collectionId: collection.id,
    shown,
    sort,
    idsDescend,
    ...(chain !== undefined && { chain }),
  };
  const followed = followedScan(ready, demand);
  if (followed !== undefined) {
    const query = { ...base, scan: followed, conditions: [], isFollowed: true };
    return { isCurrent: true, value: query };
  }
  const choices = candidateScans(ready, demand);
  const scans = choices.map(({ scan }) => scan);
  for (const max of countSteps) {
    const counted = await queries.countCandidates(collection.id, scans, max, shown, basis);
    if (!counted.isCurrent) return counted;
    const [choice] = choices
      .map((each, at) => ({ ...each, count: counted.value[at] ?? { items: max, bytes: 0 } }))
      .filter(({ count }) => count.items < max)
      .filter((each) => each.count.bytes <= candidateBytesMax || !readsData({ ...each, sort }))
      .sort((one, other) => one.count.items - other.count.items);
    if (choice !== undefined) {
      const { scan, conditions, count } = choice;
      await spend(readsData({ ...choice, sort }) ? count.bytes : count.items * rowBytes);
      return { ...counted, value: { ...base, scan, conditions, isFollowed: false } };
    }
  }
  const building = states.filter((one) => !isReady(one)).map(({ index }) => index);
  throw notIndexed(ready, building, demand);
};

/** What a candidate costs of which no data is read; see `Spend`. */
export const rowBytes = 64;

/** Counts only a little if one of the scans finds few candidates. */
const countSteps = [100, 1_000, candidatesMax + 1] as const;

/** The error for a query in the perspective of drafts, which reads all copies of the collection. */
const tooManyCopies = (most: string): DomainError =>
  new DomainError('not_indexed', `The collection has more than ${most}`, {
    details: 'Publish or discard working copies, or query without perspective=drafts',
    issues: [{ path: 'perspective', message: 'cannot be drafts for this collection' }],
  });
