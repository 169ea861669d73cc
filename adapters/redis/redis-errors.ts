import { ErrorReply } from 'redis';
import { DomainError, second } from '../../core/index.ts';

/** The error of every failed call; its cause names the reason. */
export const cacheUnavailable = (reason: string): DomainError =>
  new DomainError('dependency_unavailable', 'The shared cache is not available at the moment', {
    retryAfterMs: second,
    cause: new Error(`Redis cannot be used: ${reason}`),
  });

/**
 * The code that Redis or the operating system gave an error, else the name of its class. Leaves out the
 * message, which may contain addresses and user names.
 */
export const reasonOf = (error: unknown): string => {
  if (error instanceof ErrorReply) return /^[A-Z]+\b/.exec(error.message)?.[0] ?? 'ERR';
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.constructor.name;
};
