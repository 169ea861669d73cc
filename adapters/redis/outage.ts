import { ErrorReply } from 'redis';
import { DomainError, second } from '../../core/index.ts';

/** What callers are told, whatever befell Redis. */
export const outage = (reason: string): DomainError =>
  new DomainError('dependency_unavailable', 'The shared cache is not available at the moment', {
    retryAfterMs: second,
    cause: new Error(`Redis cannot be used: ${reason}`),
  });

/**
 * Names what went wrong without a word of its text, in which there may be addresses and users: the
 * code that Redis or the system gave it, else the kind of error.
 */
export const reasonOf = (error: unknown): string => {
  if (error instanceof ErrorReply) return /^[A-Z]+\b/.exec(error.message)?.[0] ?? 'ERR';
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.constructor.name;
};
