import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openPglite } from '../../../adapters/pglite/open-pglite.ts';
import { openPgliteStore } from '../../../adapters/pglite/open-pglite-store.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { describedSchema } from '../../support/postgres/described-schema.ts';
import { loadEarlierDatabase } from '../../support/postgres/earlier-database.ts';
import { newNames } from '../../support/postgres/migration-names.ts';
import { dataFolder } from '../../support/service/data-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const [earlier, present] = [await temporaryFolder(), await dataFolder()];

afterAll(async () => {
  await earlier[Symbol.asyncDispose]();
  await present[Symbol.asyncDispose]();
});

test('a data folder of before 0.1.0 gets the schema of a new one', async () => {
  const loaded = await openPglite(join(earlier.path, 'database'), new SystemTimer());
  await loadEarlierDatabase(loaded.pool.knex, '0035-search-progress');
  await loaded.close();

  const store = await openPgliteStore(join(earlier.path, 'database'), new SystemTimer());
  const steps = ['0100-names', '0123-words', '0124-readers', ...newNames];
  const pending = await store.pendingMigrations();
  expect(pending.map(({ name, creates }) => [name, creates])).toEqual(
    steps.map((name) => [name, false]),
  );
  expect(await store.migrate()).toEqual(steps);
  const after = await describedSchema(store.database.pool.knex);
  expect(await store.database.pool.knex('content').pluck('slug')).toContain('tides-today');
  await store.close();

  const migrated = await openPgliteStore(join(present.path, 'database'), new SystemTimer());
  expect(await migrated.pendingMigrations()).toEqual([]);
  expect(after).toEqual(await describedSchema(migrated.database.pool.knex));
  await migrated.close();
}, 60_000);
