import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LateTransaction } from '../../../adapters/postgres/connection/database-session.ts';
import {
  beginTransaction,
  lateTransaction,
} from '../../../adapters/postgres/connection/late-transaction.ts';
import type { Pool } from '../../../adapters/postgres/connection/knex-pool.ts';
import { postgresRepositories } from '../../../adapters/postgres/postgres-repositories.ts';
import { collectionId, sampleCollection } from '../../conformance/samples.ts';
import { storeOver } from '../../support/postgres/database-subject.ts';
import { emptyTables } from '../../support/postgres/empty-tables.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { openedDatabases } from '../../support/postgres/opened-databases.ts';

await withPostgres('migrated', (url) => {
  const open = openedDatabases();
  let pool: Pool;
  /** Ends what a failed test has left open: its pool could not be closed. */
  const endings: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    pool = open(url, 4);
    await emptyTables(pool.knex);
  });
  afterEach(async () => {
    for (const end of endings.splice(0)) await end();
  });

  const beginLate = (): LateTransaction => {
    const late = lateTransaction(pool);
    endings.push(() => late.rollBack());
    return late;
  };

  const [one, other] = [1, 2].map((n) => sampleCollection(n)) as [
    ReturnType<typeof sampleCollection>,
    ReturnType<typeof sampleCollection>,
  ];

  test('a late transaction reads on the pool until its first write, then what it has written', async () => {
    const late = beginLate();
    const { collections } = postgresRepositories(late);
    expect(await collections.findById(collectionId(1))).toBeUndefined();
    // A change of nothing is no write.
    expect(await collections.update(one)).toBe(false);
    expect([late.current, pool.usage().used]).toEqual([pool, 0]);

    await collections.insert(one);
    expect(late.current.kind).toBe('transaction');
    expect(pool.usage().used).toBe(1);
    expect(await collections.findById(collectionId(1))).toEqual(one);
    expect(await storeOver(pool).repositories.collections.list()).toEqual([]);

    await late.commit();
    expect([late.current, late.isOver, pool.usage().used]).toEqual([pool, true, 0]);
    await collections.insert(other);
    expect(await storeOver(pool).repositories.collections.list()).toEqual([one, other]);
  });

  test('a late transaction that is rolled back stores nothing, and holds no connection', async () => {
    const late = beginLate();
    await postgresRepositories(late).collections.insert(one);
    await late.rollBack();
    expect([late.isOver, pool.usage().used]).toEqual([true, 0]);
    expect(await storeOver(pool).repositories.collections.list()).toEqual([]);
  });

  test('all sessions of a pool share its gates: a write that waits for them leaves a connection to reads', async () => {
    const transactions = [await beginTransaction(pool), await beginTransaction(pool)];
    endings.push(...transactions.map(({ rollBack }) => rollBack));
    const late = beginLate();
    await postgresRepositories(late).collections.insert(one);
    let isStored = false;
    const writing = storeOver(pool)
      .repositories.collections.insert(other)
      .then(() => {
        isStored = true;
      });
    await sleep(100);
    expect([isStored, pool.usage().used]).toEqual([false, 3]);
    expect(await storeOver(pool).repositories.collections.list()).toEqual([]);
    await late.commit();
    await writing;
    for (const { inside, rollBack } of transactions) {
      expect(inside.pool).toBe(pool);
      await rollBack();
    }
    expect(await storeOver(pool).repositories.collections.list()).toEqual([one, other]);
  });
});
