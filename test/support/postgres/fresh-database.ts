import { join } from 'node:path';
import { afterAll, inject, test } from 'vitest';
import { openPglite } from '../../../adapters/pglite/open-pglite.ts';
import type { Pool } from '../../../adapters/postgres/connection/knex-pool.ts';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { dataFolder } from '../service/data-folder.ts';
import type { Unavailable } from '../services.ts';

/** A PostgreSQL database for one test file. Disposing drops it. */
export interface FreshDatabase extends AsyncDisposable {
  readonly url: string;
}

/**
 * Creates a database, migrated or empty.
 *
 * @throws Error when PostgreSQL is not available and `REQUIRE_SERVICES` is 1.
 */
export const freshDatabase = async (
  schema: 'migrated' | 'empty' = 'migrated',
): Promise<FreshDatabase | Unavailable> => {
  const answer = (await request('POST', schema)) as { readonly url: string } | Unavailable;
  if ('unavailable' in answer) {
    if (process.env['REQUIRE_SERVICES'] === '1') throw new Error(answer.unavailable);
    return answer;
  }
  const { url } = answer;
  return { url, [Symbol.asyncDispose]: async () => void (await request('DELETE', url)) };
};

/**
 * Registers tests that need a database. Without PostgreSQL, registers one skipped test with the reason.
 */
export const withPostgres = async (
  schema: 'migrated' | 'empty',
  registerTests: (url: string) => void | Promise<void>,
): Promise<void> => {
  const database = await freshDatabase(schema);
  if ('unavailable' in database) {
    test('this file needs PostgreSQL', ({ skip }) => skip(database.unavailable));
    return;
  }
  afterAll(() => database[Symbol.asyncDispose]());
  await registerTests(database.url);
};

/**
 * Opens a migrated database until the tests of this file have ended: of the PostgreSQL server, which needs
 * a fraction of the time, or else an embedded one.
 */
export const openAnyDatabase = async (): Promise<Pool> => {
  const fresh = await freshDatabase();
  if ('unavailable' in fresh) {
    const folder = await dataFolder();
    const { pool, close } = await openPglite(join(folder.path, 'database'), new SystemTimer());
    afterAll(async () => {
      await close();
      await folder[Symbol.asyncDispose]();
    });
    return pool;
  }
  const pool = openPool({ url: fresh.url, poolMax: 4 }, new SystemTimer());
  afterAll(async () => {
    await pool.close();
    await fresh[Symbol.asyncDispose]();
  });
  return pool;
};

const request = async (method: string, body: string): Promise<unknown> => {
  const response = await fetch(inject('servicesUrl'), { method, body });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
};
