import type { FieldIndex, FieldIndexStatus, Key } from '../../model/content/item-query.ts';
import type { Signal } from '../../primitives/signal.ts';

/** A value that several items have, of one locale or of several groups if it is unique within these. */
export interface Duplicate {
  /** As it is stored, shortened. */
  readonly value: Key;
  /** The ids of two of them. */
  readonly ids: readonly string[];
}

/** The indexes of schemas' fields. They are built and dropped in the background, while items are written. */
export interface IndexRepository {
  /**
   * The state of each index, in the order of the parameter. One that does not exist yet is `building`. The reason of a
   * unique index that has failed names the duplicates, at most ten.
   */
  statusOf(indexes: readonly FieldIndex[]): Promise<readonly FieldIndexStatus[]>;

  /**
   * Builds the indexes that are wanted and missing, and drops all others. Indexes that have failed are built again, but
   * not within `retryMs` after the failure. Of several calls at the same time, also by other instances, one does the
   * work, and the others return at once.
   *
   * @param wanted is called again whenever something was built, so that a change in between is followed.
   * @param signal ends the work after the index that is being built. Accepts an AbortSignal.
   * @returns whether this call did the work, to its end.
   */
  maintain(
    wanted: () => Promise<readonly FieldIndex[]>,
    retryMs: number,
    signal: Signal,
  ): Promise<boolean>;

  /**
   * Values of the field that the unique index, which need not exist, would not allow, at most `limit`. Reads all items.
   *
   * @returns undefined if that takes longer than `withinMs`.
   */
  findDuplicates(
    index: FieldIndex,
    limit: number,
    withinMs: number,
  ): Promise<readonly Duplicate[] | undefined>;
}
