import { afterAll, test } from 'vitest';
import { startOwnPostgres, type OwnPostgres } from './own-postgres.ts';

/**
 * Registers tests that need their own PostgreSQL server. If it cannot be started, registers one skipped
 * test with the reason.
 */
export const withOwnPostgres = async (
  registerTests: (postgres: OwnPostgres) => void,
): Promise<void> => {
  try {
    const postgres = await startOwnPostgres();
    afterAll(() => postgres[Symbol.asyncDispose]());
    registerTests(postgres);
  } catch (error) {
    if (process.env['REQUIRE_SERVICES'] === '1') throw error;
    test('this file needs its own PostgreSQL server', ({ skip }) => skip(String(error)));
  }
};
