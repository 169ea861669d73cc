import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Knex } from 'knex';
import type { Pool } from '../../../adapters/postgres/connection/knex-pool.ts';
import { beginTransaction } from '../../../adapters/postgres/connection/late-transaction.ts';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import type { LockName } from '../../../core/store.ts';
import {
  collectionId,
  contentId,
  insertSession,
  mediaId,
  sampleCollection,
  sampleContent,
  sampleMedia,
  sampleSession,
  sampleUser,
  sessionId,
  userId,
} from '../../conformance/samples.ts';
import { contentsWith, storeAll, storeOver } from '../../support/postgres/database-subject.ts';
import { emptyTables } from '../../support/postgres/empty-tables.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { updateOf, creationOf } from '../../conformance/content/content-changes.ts';
import { openedDatabases } from '../../support/postgres/opened-databases.ts';

await withPostgres('migrated', (url) => {
  const pool = openPool({ url, poolMax: 4 }, new SystemTimer());
  const { knex } = pool;
  const store = storeOver(pool);
  const { repositories } = store;

  beforeEach(() => emptyTables(knex));
  afterAll(() => knex.destroy());

  test('runs that deadlock both succeed', async () => {
    const [first, second] = [sampleCollection(1), sampleCollection(2)];
    for (const collection of [first, second]) await repositories.collections.insert(collection);
    let calls = 0;
    const { promise: bothHoldOne, resolve } = Promise.withResolvers<void>();
    const run = (
      lock: LockName,
      order: readonly (typeof first)[],
      description: string,
    ): Promise<void> =>
      store.exclusively(lock, async ({ collections }) => {
        for (const collection of order) {
          await collections.update({ ...collection, description });
          calls += 1;
          if (calls === 2) resolve();
          await bothHoldOne;
        }
      });
    await Promise.all([
      run('accounts', [first, second], 'one'),
      run('settings', [second, first], 'other'),
    ]);
    expect(calls).toBeGreaterThan(4);
    const [one, other] = await repositories.collections.list();
    expect(one?.description).toBe(other?.description);
  });

  test('runs with the same lock do not overlap, even from other pools', async () => {
    const elsewhere = openPool({ url, poolMax: 1 }, new SystemTimer());
    const log: string[] = [];
    const { promise: isInside, resolve } = Promise.withResolvers<void>();
    const here = store.exclusively('accounts', async ({ users }) => {
      resolve();
      for (let round = 0; round < 20; round += 1) await users.any();
      log.push('here');
    });
    await isInside;
    await storeOver(elsewhere).exclusively('accounts', async () => log.push('elsewhere'));
    await here;
    expect(log).toEqual(['here', 'elsewhere']);
    await elsewhere.close();
  });

  test('a role without rights cannot hold up a run', async () => {
    const holder = await knex.transaction();
    await holder.raw('create role nobody_in_particular nologin');
    await holder.raw('set local role nobody_in_particular');
    for (let n = 0; n < 5; n += 1)
      await holder.raw('select pg_advisory_xact_lock(1903521641, ?)', [n]);
    for (const lock of ['accounts', 'settings'] as const) {
      expect(await store.exclusively(lock, async () => 'done')).toBe('done');
    }
    await holder.raw('savepoint before');
    await expect(holder.raw('select from locks for update')).rejects.toThrow(/permission denied/);
    await holder.rollback();
  });

  test('a run that ignores a failed write fails with its error', async () => {
    await repositories.collections.insert(sampleCollection(1));
    const run = store.exclusively('settings', async ({ collections }) => {
      await collections.insert(sampleCollection(1)).catch(() => undefined);
    });
    await expect(run).rejects.toMatchObject({ code: 'id_taken' });
  });

  test('rejected grants fail the run that wrote them', async () => {
    const run = store.exclusively('settings', async ({ users, collections }) => {
      await users.insert(sampleUser(1));
      const grants = [{ collectionId: collectionId(1), role: 'viewer' }] as const;
      await users.replaceGrants(userId(1), grants).catch(() => undefined);
      await collections.insert(sampleCollection(1)).catch(() => undefined);
    });
    await expect(run).rejects.toMatchObject({ code: 'collection_not_found' });
    expect(await repositories.users.any()).toBe(false);
  });

  test('the repositories of a finished run neither read nor write', async () => {
    const { collections } = await store.exclusively('settings', async (inside) => inside);
    await expect(collections.list()).rejects.toThrow('Transaction query already complete');
    await expect(collections.insert(sampleCollection(1))).rejects.toThrow();
    expect(await repositories.collections.list()).toEqual([]);
  });

  test('items and files of a deleted account are stored without an owner', async () => {
    const { collections, contents, media, sessions } = repositories;
    await collections.insert(sampleCollection(1));
    await storeAll(store, [sampleContent(1, { authorId: userId(9) })]);
    await storeAll(
      store,
      [2, 3].map((n) => sampleContent(n, { authorId: userId(9) })),
    );
    const item = sampleContent(1, { authorId: userId(8), version: 2 });
    const change = updateOf(sampleContent(1), item);
    expect(await store.commit([change])).toBe(true);
    const stored = await contents.listAfter(undefined, 10);
    expect(stored).toEqual([sampleContent(1, { version: 2 }), sampleContent(2), sampleContent(3)]);

    await media.insert(sampleMedia(1, { uploadedBy: userId(9) }));
    expect(await media.findById(mediaId(1))).toEqual(sampleMedia(1));

    await insertSession(sessions, sampleSession(1, { userId: userId(9) }));
    expect(await sessions.find(sessionId(1))).toBeUndefined();
  });

  const changed = sampleUser(1, { passwordHash: 'another', updatedAt: 9 });

  test('a session with the old password is not stored once the password has changed', async () => {
    await repositories.users.insert(sampleUser(1));
    const inserted = await store.exclusively('accounts', async ({ users }) => {
      await users.update(changed);
      const inserting = insertSession(repositories.sessions, sampleSession(1));
      // A wait for a row names no database in pg_locks, and the server has other databases, too.
      const waits = `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitUntil(async () => (await knex.raw(waits)).rows[0].n > 0, 10_000);
      return { inserting };
    });
    expect(await inserted.inserting).toBe(false);
    expect(await repositories.sessions.find(sessionId(1))).toBeUndefined();
  });

  test('a new password ends a session that is stored meanwhile, whatever the default isolation', async () => {
    const name = new URL(url).pathname.slice(1);
    const setting = 'default_transaction_isolation';
    await knex.raw(`alter database ${name} set ${setting} = 'repeatable read'`);
    const later = openPool({ url, poolMax: 1 }, new SystemTimer());
    await repositories.users.insert(sampleUser(1));
    await storeOver(later).exclusively('accounts', async ({ users, sessions }) => {
      await users.findById(userId(1));
      expect(await insertSession(repositories.sessions, sampleSession(1))).toBe(true);
      await users.update(changed);
      await sessions.deleteByUser(userId(1), undefined);
    });
    expect(await repositories.sessions.find(sessionId(1))).toBeUndefined();
    await knex.raw(`alter database ${name} reset ${setting}`);
    await later.close();
  });
});

await withPostgres('migrated', (url) => {
  const open = openedDatabases();
  let pool: Pool;
  let knex: Knex;

  beforeEach(async () => {
    pool = open(url, 8);
    ({ knex } = pool);
    await contentsWith(pool, 0);
  });

  const create = (n: number, collectionVersion = 1): Promise<boolean> =>
    storeOver(pool).commit([creationOf(sampleContent(n), collectionVersion)]);

  /** Waits until a statement of this database waits for a lock. */
  const untilOneWaits = (): Promise<unknown> =>
    vi.waitUntil(async () => {
      const { rows } = await knex.raw(`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rows[0].n > 0;
    }, 10_000);

  test('a slug that another transaction holds delays only the creation that wants it', async () => {
    const holder = await beginTransaction(pool);
    await storeOver(holder.inside).commit([creationOf(sampleContent(1))]);
    let isDelayedDone = false;
    const { slug } = sampleContent(1);
    const item = { ...sampleContent(2), slug };
    const delayed = storeOver(pool)
      .commit([creationOf(item)])
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
    const admin = await beginTransaction(pool);
    await storeOver(admin.inside).repositories.collections.update(nextSchema);
    const creating = create(1);
    await untilOneWaits();
    await admin.commit();
    expect(await creating).toBe(false);
    expect(await knex('content').pluck('id')).toEqual([]);
  });

  test('an update that was checked by a schema which is being replaced is not stored', async () => {
    await create(1);
    const admin = await beginTransaction(pool);
    await storeOver(admin.inside).repositories.collections.update(nextSchema);
    const before = sampleContent(1);
    const item = { ...before, title: 'checked by the first schema', version: 2 };
    const updating = storeOver(pool).commit([updateOf(before, item)]);
    await untilOneWaits();
    await admin.commit();
    expect(await updating).toBe(false);
    expect(await knex('content').pluck('title')).toEqual([before.title]);
  });

  test('a schema is replaced after the creations that it would reject, or they are not stored', async () => {
    const creator = await beginTransaction(pool);
    await storeOver(creator.inside).commit([creationOf(sampleContent(1))]);
    const replacing = storeOver(pool).repositories.collections.update(nextSchema);
    await untilOneWaits();
    await creator.commit();
    expect(await replacing).toBe(true);
    expect(await knex('content').pluck('id')).toEqual([contentId(1)]);
    expect(await create(2)).toBe(false);
    expect(await create(2, 2)).toBe(true);
  });

  test('creations in one collection do not wait for each other', async () => {
    const first = await beginTransaction(pool);
    await storeOver(first.inside).commit([creationOf(sampleContent(1))]);
    expect(await Promise.race([create(2), sleep(3_000)])).toBe(true);
    await first.commit();
  });
});
