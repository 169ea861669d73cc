import { DomainError } from '../errors.ts';
import type { Timer } from '../ports/timer.ts';
import { second } from '../time.ts';

/** Work on one thing at a time, in the order it came; work on others does not wait for it. */
export interface Turns {
  /** Whether work on it is under way or waits. */
  isTaken(key: string): boolean;

  /** @throws what `work` throws; DomainError `overloaded` when its turn does not come for long. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Whoever waited this long is better served by trying later. */
const patienceMs = 20 * second;

export const turns = (timer: Timer): Turns => {
  const last = new Map<string, Promise<void>>();
  return {
    isTaken: (key) => last.has(key),
    take: async (key, work) => {
      const before = last.get(key) ?? Promise.resolve();
      let end = (): void => undefined;
      const own = new Promise<void>((resolve) => {
        end = resolve;
      });
      // Also who gave up waiting lets the next begin only after those in front.
      const both = before.then(() => own);
      last.set(key, both);
      void both.then(() => {
        if (last.get(key) === both) last.delete(key);
      });
      try {
        if (!(await timer.within(before, patienceMs)).inTime) throw tooMany();
        return await work();
      } finally {
        end();
      }
    },
  };
};

/** The answer to one write among more than can be done. */
export const tooMany = (): DomainError =>
  new DomainError('overloaded', 'Too many writes to the same content at once', {
    retryAfterMs: second,
  });
