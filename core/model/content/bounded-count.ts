/** Up to this number counts are exact. */
export const exactCountMax = 10_000;

export interface BoundedCount {
  /** At most {@link exactCountMax}. */
  readonly count: number;
  /** Whether there can be more than `count`. */
  readonly isLowerBound: boolean;
}

export const boundedCount = (count: number): BoundedCount => ({
  count: Math.min(count, exactCountMax),
  isLowerBound: count > exactCountMax,
});
