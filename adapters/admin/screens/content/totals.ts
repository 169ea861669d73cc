import { candidatesMax } from '../../../../contracts/client/vocabulary.ts';
import type { ContentCountsDto } from '../../../../contracts/operations/content-summaries.ts';
import type { ContentStatus } from '../../components/status-chip.tsx';
import type { Total } from './format-total.ts';
import { statuses } from './list-state.ts';

interface Counted {
  /** The name of a collection; empty for all. */
  readonly collection?: string;
  /** Empty for all. */
  readonly status?: ContentStatus | '';
}

/** The number of items of a collection in a status. */
export const totalOf = (
  counts: readonly ContentCountsDto[],
  { collection = '', status = '' }: Counted,
): Total => {
  const counted = counts
    .filter((each) => collection === '' || each.collection === collection)
    .flatMap((each) =>
      statuses.filter((name) => status === '' || name === status).map((name) => each.counts[name]),
    );
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    isLowerBound: counted.some(({ isLowerBound }) => isLowerBound),
  };
};

/** Whether the service answers every query of a collection. Not before its items are counted. */
export const isSmall = (
  counts: readonly ContentCountsDto[] | undefined,
  collection: string,
): boolean => {
  if (counts === undefined) return false;
  const { count, isLowerBound } = totalOf(counts, { collection });
  return count <= candidatesMax && !isLowerBound;
};
