import { minute, second } from '../../core/vocabulary.ts';

/** The unexpected exit of a worker. */
export interface WorkerDeath {
  /** In milliseconds, on a monotonic clock. */
  readonly at: number;
  /** Whether it had been ready for requests. */
  readonly wasReady: boolean;
  /** Whether another worker is ready. */
  readonly othersAreReady: boolean;
}

const firstDelayMs = 100;
const longestDelayMs = 30 * second;
/** Restarts end after this many failed starts in a row while no other worker is ready. */
const failedStartsMax = 5;

/**
 * Decides when to replace a worker. The delay doubles with each death within the last minute.
 *
 * @returns for each death, the delay in milliseconds, or undefined to give up.
 */
export const restartDelays = (): ((death: WorkerDeath) => number | undefined) => {
  let deaths: readonly number[] = [];
  let failedStarts = 0;
  return ({ at, wasReady, othersAreReady }) => {
    deaths = [...deaths.filter((time) => at - time < minute), at];
    failedStarts = wasReady || othersAreReady ? 0 : failedStarts + 1;
    if (failedStarts >= failedStartsMax) return undefined;
    return Math.min(longestDelayMs, firstDelayMs * 2 ** (deaths.length - 1));
  };
};
