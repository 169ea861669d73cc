import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPglite, type EmbeddedDatabase } from '../../../adapters/pglite/open-pglite.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { inTransaction } from '../../../adapters/postgres/connection/transaction.ts';
import type { DatabaseSession } from '../../../adapters/postgres/connection/database-session.ts';
import { execute, query, type Statement } from '../../../adapters/postgres/connection/statement.ts';
import { dataFolder } from '../../support/service/data-folder.ts';
import type { TemporaryFolder } from '../../support/temporary-folder.ts';

/** Writes a megabyte to PostgreSQL's log, which fails when the disk is full. */
const longRecord: Statement = {
  name: 'long-record',
  text: "select pg_logical_emit_message(true, '', repeat('x', 1000000))",
};
const insert: Statement = { name: 'insert-row', text: 'insert into numbers values ($1)' };
const list: Statement = { name: 'list-rows', text: 'select n from numbers order by n' };

const unavailable = { code: 'dependency_unavailable' };
const unconfirmed = { ...unavailable, message: 'The database did not confirm the change' };

let folder: TemporaryFolder;
let path: string;
let database: EmbeddedDatabase;
beforeEach(async () => {
  folder = await dataFolder();
  path = join(folder.path, 'database');
  database = await openPglite(path, new SystemTimer());
  await database.pool.knex.raw('create table numbers (n int)');
  await execute(database.pool, insert, [1]);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
  await folder[Symbol.asyncDispose]();
});

const rows = async (): Promise<readonly unknown[]> =>
  (await query<{ readonly n: number }>(database.pool, list)).map(({ n }) => n);

/** Makes all writes to files fail from now on. */
const fillDisk = (): void => {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), {
    code: 'ENOSPC',
    errno: -28,
  });
  vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw full;
  });
};

/** Writes until the log cannot grow, which stops this PostgreSQL. */
const crash = async (session: DatabaseSession = database.pool): Promise<unknown> => {
  fillDisk();
  for (;;) {
    const error = await execute(session, longRecord, []).then(
      () => undefined,
      (e: unknown) => e,
    );
    if (error !== undefined) return error;
  }
};

test('a full disk crashes the database; it is opened again when there is free space', async () => {
  expect(await crash()).toMatchObject(unconfirmed);
  await expect(rows()).rejects.toMatchObject(unavailable);
  const startedAt = performance.now();
  await expect(rows()).rejects.toMatchObject(unavailable);
  // Not every call opens the database: that would block the process.
  expect(performance.now() - startedAt).toBeLessThan(300);

  vi.restoreAllMocks();
  await vi.waitFor(async () => expect(await rows()).toEqual([1]), {
    timeout: 20_000,
    interval: 200,
  });
  await execute(database.pool, insert, [2]);
  expect(await rows()).toEqual([1, 2]);
});

test('a crashed database can be closed, even when it cannot be opened again', async () => {
  await crash();
  await database.close();
  vi.restoreAllMocks();
  database = await openPglite(path, new SystemTimer());
  expect(await rows()).toEqual([1]);
});

test('a transaction is rolled back when the database crashes during it', async () => {
  const ended = inTransaction(database.pool, {}, async (inside) => {
    await execute(inside, insert, [2]);
    throw await crash(inside);
  });
  await expect(ended).rejects.toMatchObject(unavailable);
  vi.restoreAllMocks();
  expect(await rows()).toEqual([1]);
});
