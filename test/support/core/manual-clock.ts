import type { Clock } from '../../../core/index.ts';

export interface ManualClock extends Clock {
  /** Advances the clock; a negative `ms` sets it back. */
  readonly advance: (ms: number) => void;
}

/** A clock that changes only when a test advances it. */
export const manualClock = (start = 1_700_000_000_000): ManualClock => {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
};
