import { expect } from 'vitest';
import { isDomainError, type DomainError } from '../../core/index.ts';

/** Waits for the refusal that a dependency which is away must lead to. */
export const unavailableFrom = async (work: Promise<unknown>): Promise<DomainError> => {
  const error: unknown = await work.then(
    (value) => new Error(`fulfilled with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!isDomainError(error)) throw error;
  expect(error.code).toBe('dependency_unavailable');
  expect(error.retryAfterMs).toBeGreaterThan(0);
  return error;
};
