/** One line of the table. The values of all rounds, in order. */
export interface Row {
  readonly title: string;
  readonly unit: 'req/s' | 'items/s' | 'ms' | 's' | 'MB' | 'MB/h';
  readonly values: readonly number[];
  readonly reference?: { readonly name: string; readonly values: readonly number[] };
  readonly target?: Target;
  /** Milliseconds of processor time per request: of the service, and of the reference. */
  readonly cpu?: { readonly own: readonly number[]; readonly reference: readonly number[] };
  /** The 99th percentile of the response time in ms, per round. */
  readonly slowest?: readonly number[];
  /** The highest share of a core that the driver used. */
  readonly driverCpu?: number;
  readonly note?: string;
}

export interface Target {
  /** What is compared: the ratio if there is a reference, unless this says otherwise. */
  readonly of?: 'value';
  readonly comparison: 'at least' | 'at most';
  readonly value: number;
}

/** For each round, the value divided by that of the reference. Without a reference: no ratios. */
export const ratiosOf = ({ values, reference }: Row): readonly number[] =>
  reference?.values.map((value, round) => (values[round] ?? Number.NaN) / value) ?? [];

/** Undefined without a target, and if nothing was measured. */
export const isMet = (row: Row): boolean | undefined => {
  const { target, values, reference } = row;
  if (target === undefined) return undefined;
  const isValue = reference === undefined || target.of === 'value';
  const measured = median(isValue ? values : ratiosOf(row));
  if (Number.isNaN(measured)) return undefined;
  return target.comparison === 'at least' ? measured >= target.value : measured <= target.value;
};

/** The value in the middle; of an even number, the mean of the two. NaN for none. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
};

/** @param share 0.99 for the 99th percentile. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
