import { inScope } from '../access/policy.ts';
import type { Actor } from '../model/actor.ts';
import { boundedCount, exactCountMax, type BoundedCount } from '../model/content/bounded-count.ts';
import { contentStatuses, type ContentStatus } from '../model/content/content-item.ts';
import type { StatusCount } from '../ports/repositories/summary-repository.ts';
import type { BasisDependencies } from './read-on-basis.ts';
import { readSummaries, type ReadSummaries } from './summary-filter.ts';

export type CountContent = Omit<ReadSummaries, 'status'>;

/** The number of items of one collection in each status. */
export interface CollectionCounts {
  readonly collectionId: string;
  /** The name of the collection. */
  readonly collection: string;
  readonly counts: Readonly<Record<ContentStatus, BoundedCount>>;
}

export const countContent =
  (dependencies: BasisDependencies) =>
  async (actor: Actor, command: CountContent): Promise<readonly CollectionCounts[]> => {
    const { collections, found } = await readSummaries(
      dependencies,
      actor,
      command,
      async ({ within, collectionId: asked, locale }, { basis, repositories }) => {
        const collections = (await repositories.collections.list()).filter(
          ({ id }) => inScope(within, id) && (asked ?? id) === id,
        );
        const ids = collections.map(({ id }) => id);
        const read = await repositories.summaries.count(ids, exactCountMax + 1, basis, locale);
        return read.isCurrent ? { ...read, value: { collections, found: read.value } } : read;
      },
    );
    const counted = new Map(found.map((each) => [keyOf(each), each.count]));
    const countOf = (collectionId: string, status: ContentStatus): BoundedCount =>
      boundedCount(counted.get(keyOf({ collectionId, status })) ?? 0);
    return collections.map(({ id, name }) => ({
      collectionId: id,
      collection: name,
      counts: Object.fromEntries(
        contentStatuses.map((status) => [status, countOf(id, status)]),
      ) as CollectionCounts['counts'],
    }));
  };

const keyOf = ({ collectionId, status }: Omit<StatusCount, 'count'>): string =>
  `${collectionId} ${status}`;
