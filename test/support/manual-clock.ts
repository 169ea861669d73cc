import type { Clock } from '../../core/index.ts';

export interface ManualClock extends Clock {
  /** Moves the clock on; a negative `ms` sets it back. */
  readonly advance: (ms: number) => void;
}

/** A clock that stands still until it is moved. */
export const manualClock = (start = 1_700_000_000_000): ManualClock => {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
};
