import { DomainError } from '../primitives/errors.ts';
import { second } from '../primitives/time.ts';

/**
 * Counts bytes that wait to be sent to a client.
 *
 * @returns frees them, once; undefined, and counts nothing, if too many wait already.
 */
export type Reserve = (bytes: number) => (() => void) | undefined;

/** @returns frees the bytes. @throws DomainError `overloaded` if too many wait to be sent already. */
export const reserveOrRefuse = (reserve: Reserve, bytes: number): (() => void) => {
  const free = reserve(bytes);
  if (free !== undefined) return free;
  throw new DomainError('overloaded', 'Too much waits to be sent already', {
    details: 'Read the other responses first, or try again later',
    retryAfterMs: 5 * second,
  });
};

/** The bytes of the page that a reader takes at the moment. */
export interface PageBytes {
  /** Counts the bytes of the next page instead. @throws DomainError `overloaded`. */
  readonly hold: (bytes: number) => void;
  readonly free: () => void;
}

export const pageBytesOf = (reserve: Reserve): PageBytes => {
  let free = (): void => undefined;
  return {
    hold: (bytes) => {
      free();
      free = () => undefined;
      free = reserveOrRefuse(reserve, bytes);
    },
    free: () => free(),
  };
};
