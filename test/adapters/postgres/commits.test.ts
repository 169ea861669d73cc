import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { beforeEach, expect, test, vi } from 'vitest';
import { contentId, sampleCollection, sampleContent } from '../../conformance/samples.ts';
import { contentsWith, storeOver } from '../../support/postgres/database-subject.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { openedDatabases } from '../../support/postgres/opened-databases.ts';

await withPostgres('migrated', (url) => {
  const open = openedDatabases();
  let knex: Knex;

  beforeEach(async () => {
    knex = open(url, 8);
    await contentsWith(knex, 0);
  });

  const create = (n: number, collectionVersion = 1): Promise<boolean> =>
    storeOver(knex).commit([{ kind: 'create', item: sampleContent(n), collectionVersion }]);

  /** Waits until a statement of this database waits for a lock. */
  const untilOneWaits = (): Promise<unknown> =>
    vi.waitUntil(async () => {
      const { rows } = await knex.raw(`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rows[0].n > 0;
    }, 10_000);

  test('a slug that another transaction holds delays only the creation that wants it', async () => {
    const holder = await knex.transaction();
    await storeOver(holder).commit([
      { kind: 'create', item: sampleContent(1), collectionVersion: 1 },
    ]);
    let isDelayedDone = false;
    const { slug } = sampleContent(1);
    const item = { ...sampleContent(2), slug };
    const delayed = storeOver(knex)
      .commit([{ kind: 'create', item, collectionVersion: 1 }])
      .catch((error: unknown) => error)
      .finally(() => {
        isDelayedDone = true;
      });
    expect(await Promise.all([3, 4, 5, 6].map((n) => create(n)))).toEqual([true, true, true, true]);
    expect(isDelayedDone).toBe(false);
    await holder.commit();
    expect(await delayed).toMatchObject({ code: 'slug_taken' });
  });

  const nextSchema = { ...sampleCollection(1), version: 2 };

  test('a creation that was checked by a schema which is being replaced is not stored', async () => {
    const admin = await knex.transaction();
    await storeOver(admin).repositories.collections.update(nextSchema);
    const creating = create(1);
    await untilOneWaits();
    await admin.commit();
    expect(await creating).toBe(false);
    expect(await knex('content').pluck('id')).toEqual([]);
  });

  test('an update that was checked by a schema which is being replaced is not stored', async () => {
    await create(1);
    const admin = await knex.transaction();
    await storeOver(admin).repositories.collections.update(nextSchema);
    const before = sampleContent(1);
    const item = { ...before, title: 'checked by the first schema', version: 2 };
    const updating = storeOver(knex).commit([
      { kind: 'update', before, item, collectionVersion: 1 },
    ]);
    await untilOneWaits();
    await admin.commit();
    expect(await updating).toBe(false);
    expect(await knex('content').pluck('title')).toEqual([before.title]);
  });

  test('a schema is replaced after the creations that it would reject, or they are not stored', async () => {
    const creator = await knex.transaction();
    await storeOver(creator).commit([
      { kind: 'create', item: sampleContent(1), collectionVersion: 1 },
    ]);
    const replacing = storeOver(knex).repositories.collections.update(nextSchema);
    await untilOneWaits();
    await creator.commit();
    expect(await replacing).toBe(true);
    expect(await knex('content').pluck('id')).toEqual([contentId(1)]);
    expect(await create(2)).toBe(false);
    expect(await create(2, 2)).toBe(true);
  });

  test('creations in one collection do not wait for each other', async () => {
    const first = await knex.transaction();
    await storeOver(first).commit([
      { kind: 'create', item: sampleContent(1), collectionVersion: 1 },
    ]);
    expect(await Promise.race([create(2), sleep(3_000)])).toBe(true);
    await first.commit();
  });
});
