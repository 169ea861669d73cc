import type { Ports } from '../ports/ports.ts';
import { pause } from './pauses.ts';

/** Runs a short piece of work after those that came before. @throws what the work throws. */
export type RunPiece = <T>(work: () => T) => Promise<T>;

/** After so much work, the process rests for as long. */
const restAfterMs = 2;

/** The longest rest. */
const maxRestMs = 50;

/**
 * For work that any number of callers can cause: their pieces run one after the other, in the order of the calls, and all
 * together take at most half of the time of the process.
 */
export const workQueue = ({ clock, timer }: Pick<Ports, 'clock' | 'timer'>): RunPiece => {
  let last = Promise.resolve();
  let workedMs = 0;

  const rest = async (): Promise<void> => {
    if (workedMs < restAfterMs) return;
    const restMs = Math.min(workedMs, maxRestMs);
    workedMs = 0;
    await pause(timer, restMs);
  };

  return async (work) => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    const startedAt = clock.now();
    try {
      return work();
    } finally {
      // Negative if the clock was set back.
      workedMs += Math.max(0, clock.now() - startedAt);
      void rest().then(resolve);
    }
  };
};
