import type { ContentPage, ErrorCode } from '../../core/store.ts';
import type { ContentItem } from '../../core/vocabulary.ts';
import { equal, rejectsWith } from './assert.ts';

/** The results of `make` for 1 to `count`. */
export const times = <T>(count: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

/** The items of a page; a large page has none. */
export const itemsOf = (page: ContentPage): readonly ContentItem[] =>
  'large' in page ? [] : page.items;

/** The number of concurrent calls in a race. */
export const racers = 20;

/**
 * Awaits concurrent writes. Exactly one must succeed; all others must reject with `code`.
 *
 * @returns the index of the write that succeeded.
 */
export const oneWins = async (
  code: ErrorCode,
  writes: readonly Promise<unknown>[],
): Promise<number> => {
  const outcomes = await Promise.allSettled(writes);
  const losers = outcomes.filter(({ status }) => status === 'rejected');
  equal(losers.length, writes.length - 1, 'rejected writes');
  for (const [place, { status }] of outcomes.entries()) {
    if (status === 'rejected') await rejectsWith(code, writes[place] ?? Promise.resolve());
  }
  return outcomes.findIndex(({ status }) => status === 'fulfilled');
};

/** Awaits concurrent writes. Exactly one must return true. @returns its index. */
export const oneIsTrue = async (writes: readonly Promise<boolean>[]): Promise<number> => {
  const results = await Promise.all(writes);
  equal(results.filter((result) => result).length, 1, 'writes that returned true');
  return results.indexOf(true);
};

/** Modifies everything in `value` that can be modified. */
export const modifyAll = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    modifyAll(inner);
    // Ignores frozen objects, where an assignment would throw.
    Reflect.set(value, key, `modified ${key}`);
  }
  if (Array.isArray(value)) Reflect.set(value, 'length', 0);
};

/** Gives concurrent readers time to proceed, by reading as well. */
export const rest = async (read: () => Promise<unknown>): Promise<void> => {
  for (let round = 0; round < 10; round += 1) await read();
};

/**
 * Gives a concurrent operation outside of a transaction time to proceed, by reading inside of it. Does not
 * wait for the operation: if both share one connection, it ends only after the transaction.
 */
export const giveWayTo = async (
  outside: Promise<unknown>,
  read: () => Promise<unknown>,
): Promise<void> => {
  let hasEnded = false;
  const noteEnd = (): void => {
    hasEnded = true;
  };
  void outside.then(noteEnd, noteEnd);
  for (let round = 0; round < 50 && !hasEnded; round += 1) await read();
};
