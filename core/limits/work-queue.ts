import type { Ports } from '../ports/ports.ts';
import type { EpochMs } from '../primitives/time.ts';
import { pause } from './pauses.ts';

/** Runs a short piece of work as soon as there is time for it. @throws what the work throws. */
export type RunPiece = <T>(work: () => T) => Promise<T>;

/** After so much work, the process rests for as long. */
const restAfterMs = 2;

/** The longest rest. */
const maxRestMs = 50;

/**
 * For work that any number of callers can cause: all their pieces together take at most half of the time of the process.
 *
 * Each caller waits by itself for the end of a rest. No one waits for another: on some platforms, as in a Worker, the timers
 * of a request end with it, and whoever waited for one would wait forever.
 */
export const workQueue = ({ clock, timer }: Pick<Ports, 'clock' | 'timer'>): RunPiece => {
  let restsUntil: EpochMs = 0;
  let workedMs = 0;

  const restLeft = (): number => {
    const leftMs = restsUntil - clock.now();
    // It is longer than any rest if the clock was set back.
    return leftMs > maxRestMs ? 0 : leftMs;
  };

  return async (work) => {
    for (let leftMs = restLeft(); leftMs > 0; leftMs = restLeft()) await pause(timer, leftMs);
    const startedAt = clock.now();
    try {
      return work();
    } finally {
      const endedAt = clock.now();
      // Negative if the clock was set back.
      workedMs += Math.max(0, endedAt - startedAt);
      if (workedMs >= restAfterMs) {
        restsUntil = endedAt + Math.min(workedMs, maxRestMs);
        workedMs = 0;
      }
    }
  };
};
