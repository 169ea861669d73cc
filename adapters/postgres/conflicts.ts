import { setTimeout as sleep } from 'node:timers/promises';
import { isDomainError } from '../../core/index.ts';
import { databaseErrorOf } from './database-error.ts';

const maxAttempts = 5;

/**
 * Attempts something anew, up to four times, that failed only because of other transactions at the
 * same time: a deadlock, for example. The database has undone it all by then.
 */
export const untilNoConflict = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (count === maxAttempts || !isConflict(error)) throw error;
      // Unequal pauses, so that the same ones do not meet again.
      await sleep(Math.random() * 10 * 2 ** count);
    }
  }
};

const isConflict = (error: unknown): boolean => {
  const state = databaseErrorOf(isDomainError(error) ? error.cause : error)?.code;
  return state === '40001' || state === '40P01';
};
