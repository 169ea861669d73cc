import { describe, expect, test } from 'vitest';
import { openPostgresStore } from '../../../adapters/postgres/open-postgres-store.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { withPostgres } from '../../support/fresh-database.ts';
import { isPgbouncerInstalled, startPgbouncer } from '../../support/pgbouncer.ts';

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

  describe.skipIf(!isRequired && !isPgbouncerInstalled())('through PgBouncer', () => {
    test('a pooler in session mode keeps statements', async () => {
      await using pooler = await startPgbouncer(url, 'session');
      expect(await attempt(pooler.url)).toEqual([]);
    });

    test('a pooler in transaction mode that loses statements is rejected at the start', async () => {
      await using pooler = await startPgbouncer(url, 'transaction');
      expect(await attempt(pooler.url)).toMatchObject({
        name: 'UnusableSchema',
        message: expect.stringContaining('loses prepared statements'),
      });
    });
  });
});
