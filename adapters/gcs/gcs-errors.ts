import { DomainError, second } from '../../core/index.ts';

/** The error that callers get when the bucket fails. It says nothing about the cause but carries it. */
export const storageUnavailable = (cause: unknown): DomainError =>
  new DomainError('dependency_unavailable', 'The file storage cannot be used', {
    retryAfterMs: 2 * second,
    cause,
  });

/** The HTTP status of the response; undefined when there was no response. */
export const statusOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error)) return undefined;
  const { status, code } = error as { readonly status?: unknown; readonly code?: unknown };
  // The library and its HTTP client use either property, with a number or a string of digits.
  return [status, code].map(Number).find((number) => number >= 100 && number < 600);
};

/** Tells a missing object from a missing bucket: both have status 404. */
export const namesObject = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('No such object');

/** Whether a retry may succeed. */
export const isTemporary = (error: unknown): boolean => {
  const status = statusOf(error);
  return status === undefined || status === 408 || status === 429 || status >= 500;
};
