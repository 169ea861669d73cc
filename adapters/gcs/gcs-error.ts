import { DomainError, second } from '../../core/index.ts';

/** What a caller may know about a bucket that fails; the reason is in the cause. */
export const storageUnavailable = (cause: unknown): DomainError =>
  new DomainError('dependency_unavailable', 'The file storage cannot be used', {
    retryAfterMs: 2 * second,
    cause,
  });

/** The status that the bucket answered with; undefined when there was no answer. */
export const statusOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error)) return undefined;
  const { status, code } = error as { readonly status?: unknown; readonly code?: unknown };
  // The two libraries below this adapter write it as a number or as digits, in either place.
  const found = [status, code].map(Number).find((number) => number >= 100 && number < 600);
  return found;
};

/** An object that is not there is named; a bucket that is not there answers with 404 as well. */
export const namesObject = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('No such object');

/** Whether the same question may be answered a moment later. */
export const isPassing = (error: unknown): boolean => {
  const status = statusOf(error);
  return status === undefined || status === 408 || status === 429 || status >= 500;
};
