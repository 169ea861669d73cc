import { minute, second } from '../../core/index.ts';

/** How a worker ended that nobody had asked to. */
export interface WorkerDeath {
  /** In milliseconds, of a clock that is never set back. */
  readonly at: number;
  /** Whether it had been ready for requests. */
  readonly wasReady: boolean;
  /** Whether another one is. */
  readonly othersAreReady: boolean;
}

const firstPauseMs = 100;
const longestPauseMs = 30 * second;
/** So many in a row that never were ready, and none that is: starting more of them is no use. */
const startsToGiveUpAfter = 5;

/**
 * Decides when the next worker takes the place of one that died: soon, but later and later the more
 * of them died within the last minute.
 *
 * @returns milliseconds to wait; undefined when it is of no use to start another.
 */
export const restarts = (): ((death: WorkerDeath) => number | undefined) => {
  let deaths: readonly number[] = [];
  let failedStarts = 0;
  return ({ at, wasReady, othersAreReady }) => {
    deaths = [...deaths.filter((time) => at - time < minute), at];
    failedStarts = wasReady || othersAreReady ? 0 : failedStarts + 1;
    if (failedStarts >= startsToGiveUpAfter) return undefined;
    return Math.min(longestPauseMs, firstPauseMs * 2 ** (deaths.length - 1));
  };
};
