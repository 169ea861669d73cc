import type { Clock } from '../../core/index.ts';

/** Starts at the time of day, and continues evenly when somebody sets the clock: for durations. */
export class MonotonicClock implements Clock {
  now(): number {
    return performance.timeOrigin + performance.now();
  }
}
