import type { ErrorCode } from '../../core/index.ts';
import { equal, rejectsWith } from './assert.ts';

/** What `make` gives for 1 to `count`. */
export const times = <T>(count: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

/** How many take part in a race. */
export const racers = 20;

/**
 * Awaits writes that were started at once and of which only one can succeed; all others must be
 * refused with `code`.
 *
 * @returns the place of the winner, counting from 0.
 */
export const oneWins = async (
  code: ErrorCode,
  writes: readonly Promise<unknown>[],
): Promise<number> => {
  const outcomes = await Promise.allSettled(writes);
  const losers = outcomes.filter(({ status }) => status === 'rejected');
  equal(losers.length, writes.length - 1, 'refused writes');
  for (const [place, { status }] of outcomes.entries()) {
    if (status === 'rejected') await rejectsWith(code, writes[place] ?? Promise.resolve());
  }
  return outcomes.findIndex(({ status }) => status === 'fulfilled');
};

/** Awaits writes that were started at once and of which exactly one must answer true. */
export const oneIsTrue = async (writes: readonly Promise<boolean>[]): Promise<number> => {
  const answers = await Promise.all(writes);
  equal(answers.filter((answer) => answer).length, 1, 'writes that took effect');
  return answers.indexOf(true);
};

/** Changes everything inside `value` that can be changed, as a careless caller might. */
export const spoil = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    spoil(inner);
    // Does nothing, and does not throw, where the value is frozen.
    Reflect.set(value, key, `spoilt ${key}`);
  }
  if (Array.isArray(value)) Reflect.set(value, 'length', 0);
};

/**
 * Lets what goes on outside of a run get as far as it can, by reading inside. Nobody waits for it:
 * where all share one connection it cannot end before the run does.
 */
export const giveWayTo = async (
  outside: Promise<unknown>,
  read: () => Promise<unknown>,
): Promise<void> => {
  let isOver = false;
  const note = (): void => {
    isOver = true;
  };
  void outside.then(note, note);
  for (let round = 0; round < 50 && !isOver; round += 1) await read();
};
