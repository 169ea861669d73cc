/** A value at a time. */
export interface Sample {
  readonly at: number;
  readonly value: number;
}

/** By how much the value grows per unit of time: the slope of the line with the least squares. */
export const slopeOf = (samples: readonly Sample[]): number => {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(samples.map((sample) => sample.at));
  const value = mean(samples.map((sample) => sample.value));
  const product = (left: number, right: number): number => (left - at) * (right - value);
  const covariance = mean(samples.map((sample) => product(sample.at, sample.value)));
  const variance = mean(samples.map((sample) => (sample.at - at) ** 2));
  return covariance / variance;
};
