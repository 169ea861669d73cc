import { describe, expect, test } from 'vitest';
import { openPostgresStore } from '../../../adapters/postgres/open-postgres-store.ts';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import {
  isPgbouncerInstalled,
  keepsStatements,
  startPgbouncer,
} from '../../support/postgres/pgbouncer.ts';

const isRequired = process.env['REQUIRE_SERVICES'] === '1';

await withPostgres('migrated', (url) => {
  const attempt = async (through: string): Promise<unknown> => {
    const store = openPostgresStore({ url: through, poolMax: 4 }, new SystemTimer());
    try {
      return await store.pendingMigrations();
    } catch (error) {
      return error;
    } finally {
      await store.close();
    }
  };

  test('a server keeps statements', async () => {
    expect(await attempt(url)).toEqual([]);
  });

  test('a server before version 15 is rejected at the start', async () => {
    const database = openPool({ url, poolMax: 1 }, new SystemTimer());
    await database.raw(`create schema old;
      create function old.current_setting(text) returns text language sql as $$ select '140011' $$`);
    await database.destroy();
    const old = new URL(url);
    old.searchParams.set('options', '-c search_path=old,pg_catalog,public');
    expect(await attempt(old.href)).toMatchObject({
      name: 'UnusableSchema',
      message: expect.stringContaining('PostgreSQL 14, which is too old'),
    });
  });

  describe.skipIf(!isRequired && !isPgbouncerInstalled())('through PgBouncer', () => {
    test('a pooler in session mode keeps statements', async () => {
      await using pooler = await startPgbouncer(url, 'session');
      expect(await attempt(pooler.url)).toEqual([]);
    });

    test('a pooler in transaction mode is rejected at the start, unless it keeps statements', async () => {
      await using pooler = await startPgbouncer(url, 'transaction');
      const rejection = expect.objectContaining({
        name: 'UnusableSchema',
        message: expect.stringContaining('loses prepared statements'),
      });
      expect(await attempt(pooler.url)).toEqual(keepsStatements() ? [] : rejection);
    });
  });
});
