import type { EpochMs } from '../primitives/time.ts';

export interface Clock {
  now(): EpochMs;
}

/** The outcome of waiting for work. */
export type WaitResult<T> =
  | { readonly inTime: true; readonly value: T }
  | { readonly inTime: false };

export interface Timer {
  /**
   * Waits for `work`, at most `ms`. If the process is busy until after the deadline, a result that has
   * arrived in the meantime still counts as in time. Late work is not cancelled; its result is dropped.
   *
   * @throws what `work` throws in time.
   */
  within<T>(work: Promise<T>, ms: number): Promise<WaitResult<T>>;
}
