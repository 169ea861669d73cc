import { afterAll, test } from 'vitest';
import { startOwnPostgres, type OwnPostgres } from './own-postgres.ts';

/**
 * Registers the tests of a file that needs a server of its own. Where it cannot be started, they are
 * one skipped test that says why.
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
    test('all of this needs a PostgreSQL that may be stopped', ({ skip }) => skip(String(error)));
  }
};
