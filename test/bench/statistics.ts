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

/** By how much `y` grows for each 1 of `x`: the slope of the line with the least squares. */
export const slope = (points: readonly { readonly x: number; readonly y: number }[]): number => {
  const mean = (valueOf: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + valueOf(point), 0) / points.length;
  const meanX = mean(({ x }) => x);
  const meanY = mean(({ y }) => y);
  return mean(({ x, y }) => (x - meanX) * (y - meanY)) / mean(({ x }) => (x - meanX) ** 2);
};
