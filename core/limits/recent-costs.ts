import type { Clock, Timer } from '../ports/time.ts';
import { minute, type EpochMs } from '../primitives/time.ts';
import { costlyWaitMs, freeReadBytes, tooManyCostly } from './costly-reads.ts';
import { keyedGates } from './gate.ts';

/** For reads that learn what they cost only when they are done: the next read of the same client counts as much. */
export interface RecentCosts {
  /**
   * Runs a read.
   *
   * @param key of the client.
   * @param read gets what it is expected to cost: the most that a read of the client has cost within a minute; 0 if there
   *   is none.
   * @param costOf what it did cost. A failed read counts as a costly one.
   * @throws DomainError `overloaded` if it waits too long for others of the client.
   */
  run<T>(
    key: string,
    read: (expected: number) => Promise<T>,
    costOf: (result: T) => number,
  ): Promise<T>;
}

/** How many reads of a client run that are expected to be cheap: so many at a time can be a surprise. Others wait. */
const cheapMax = 4;

/** How many clients are remembered. */
const clientsMax = 10_000;

/** Has to wait for its turn. */
const costly = freeReadBytes + 1;

interface Known {
  readonly bytes: number;
  readonly at: EpochMs;
}

export const recentCosts = (clock: Clock, timer: Timer): RecentCosts => {
  /** In the order of the last read. */
  const known = new Map<string, Known>();
  const cheap = keyedGates({
    slots: cheapMax,
    // A page that a server renders can send many cheap ones at once.
    maxWaiting: Infinity,
    waitTimeout: { ms: costlyWaitMs, timer },
    reject: tooManyCostly,
  });

  const recent = (key: string): number => {
    const found = known.get(key);
    return found !== undefined && clock.now() - found.at < minute ? found.bytes : 0;
  };

  const note = (key: string, bytes: number): void => {
    // What has cost most counts for a minute.
    const kept = bytes < recent(key) ? known.get(key) : undefined;
    known.delete(key);
    known.set(key, kept ?? { bytes, at: clock.now() });
    const [oldest] = known.keys();
    if (known.size > clientsMax && oldest !== undefined) known.delete(oldest);
  };

  return {
    run: async (key, read, costOf) => {
      const readNoted = async (expected: number) => {
        let cost = costly;
        try {
          const result = await read(expected);
          cost = costOf(result);
          return result;
        } finally {
          note(key, cost);
        }
      };
      const done = await cheap.run(key, async () => {
        const expected = recent(key);
        return expected > freeReadBytes ? undefined : { result: await readNoted(expected) };
      });
      return done === undefined ? readNoted(Math.max(costly, recent(key))) : done.result;
    },
  };
};
