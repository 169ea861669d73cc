import { expect } from 'vitest';
import { isDomainError, type DomainError } from '../../../core/index.ts';

/** Asserts that the work fails because a dependency is unreachable. @returns the error. */
export const expectUnavailable = async (work: Promise<unknown>): Promise<DomainError> => {
  const error: unknown = await work.then(
    (value) => new Error(`resolved with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!isDomainError(error)) throw error;
  expect(error.code).toBe('dependency_unavailable');
  expect(error.retryAfterMs).toBeGreaterThan(0);
  return error;
};
