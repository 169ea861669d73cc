import { invalid } from './errors.ts';

/** A part of an ordered list. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export const defaultLimit = 50;
export const maxLimit = 1_000;
export const maxOffset = 2 ** 31 - 1;

/** A page as requested by a caller. */
export interface PageRequest {
  /** From 1. Defaults to {@link defaultLimit}; a limit above {@link maxLimit} counts as this. */
  readonly limit?: number | undefined;
  /** Defaults to 0. */
  readonly offset?: number | undefined;
}

/** Reduces a limit above the maximum to the maximum. @throws DomainError `invalid_input`. */
export const parsePage = ({ limit = defaultLimit, offset = 0 }: PageRequest): Page => {
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw invalid('invalid_input', [{ path: 'limit', message: 'must be a whole number from 1' }]);
  }
  if (!Number.isSafeInteger(offset) || offset < 0 || offset > maxOffset) {
    const message = `must be a whole number from 0 to ${maxOffset}`;
    throw invalid('invalid_input', [{ path: 'offset', message }]);
  }
  return { limit: Math.min(limit, maxLimit), offset };
};

/**
 * Reads a whole list page by page, in constant memory.
 *
 * @param read returns the items after the key `after`, in ascending order; the first ones for
 *   undefined; none at the end.
 */
export async function* readAll<T, Key>(
  read: (after: Key | undefined) => Promise<readonly T[]>,
  keyOf: (item: T) => Key,
): AsyncGenerator<T> {
  let last: T | undefined;
  for (;;) {
    const items = await read(last && keyOf(last));
    if (items.length === 0) return;
    yield* items;
    last = items.at(-1);
  }
}
