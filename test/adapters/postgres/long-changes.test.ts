import { afterAll, beforeEach, expect, test } from 'vitest';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { contentId, sampleCollection, sampleContent } from '../../conformance/samples.ts';
import { storeAll, storeOver } from '../../support/postgres/database-subject.ts';
import { emptyTables } from '../../support/postgres/empty-tables.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';

const timeoutMs = 250;

await withPostgres('migrated', (url) => {
  const elsewhere = openPool({ url, poolMax: 2 }, new SystemTimer());
  const address = new URL(url);
  address.searchParams.set('statement_timeout', String(timeoutMs));
  const pool = openPool({ url: address.href, poolMax: 2 }, new SystemTimer());
  const store = storeOver(pool);
  const { repositories } = store;

  beforeEach(async () => {
    await emptyTables(elsewhere.knex);
    await repositories.collections.insert(sampleCollection(1));
    await storeAll(store, [sampleContent(1)]);
  });
  afterAll(() => Promise.all([pool.knex.destroy(), elsewhere.knex.destroy()]));

  /** Runs a change of all items while another transaction holds one of them, for longer than statements may take. */
  const runLong = async (change: () => Promise<unknown>): Promise<unknown> => {
    const holder = await elsewhere.knex.transaction();
    await holder.raw('select from content where id = ? for update', [contentId(1)]);
    const changed = change().catch((error: unknown) => error);
    const waits = async (): Promise<boolean> => {
      const { rows } = await elsewhere.knex.raw(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
           and clock_timestamp() - query_start > make_interval(secs => ?)`,
        [(2 * timeoutMs) / 1000],
      );
      return rows.length > 0;
    };
    await Promise.race([changed, expect.poll(waits, { timeout: 10_000 }).toBe(true)]);
    await holder.rollback();
    return changed;
  };

  const [en, de] = ['en', 'de'] as const;

  test('a collection with many items becomes localised, however long that takes', async () => {
    const change = () =>
      store.exclusively('settings', ({ collections }) =>
        collections.update(sampleCollection(1, { baseLocale: en, version: 2 })),
      );
    expect(await runLong(change)).toBe(true);
    expect((await repositories.contents.findById(contentId(1)))?.locale).toBe('en');
  });

  test('a locale of many items gets another code, however long that takes', async () => {
    await repositories.collections.update(sampleCollection(1, { baseLocale: en, version: 2 }));
    expect(await runLong(() => repositories.contents.renameLocale(en, de))).toBeUndefined();
    expect((await repositories.contents.findById(contentId(1)))?.locale).toBe('de');
  });
});
