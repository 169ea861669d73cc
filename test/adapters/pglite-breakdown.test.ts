import fs from 'node:fs';
import type { Knex } from 'knex';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPglite, type EmbeddedDatabase } from '../../adapters/pglite/open-pglite.ts';
import { inTransaction } from '../../adapters/postgres/transaction.ts';
import { runStatement, runWrite, type Statement } from '../../adapters/postgres/statement.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

/** A megabyte of PostgreSQL's log, which cannot be spared when there is no room for it. */
const longRecord: Statement = {
  name: 'long-record',
  text: "select pg_logical_emit_message(true, '', repeat('x', 1000000))",
};
const insert: Statement = { name: 'insert-row', text: 'insert into kept values ($1)' };
const list: Statement = { name: 'list-rows', text: 'select n from kept order by n' };

const unavailable = { code: 'dependency_unavailable' };
const unconfirmed = { ...unavailable, message: 'The database did not confirm the change' };

let folder: TemporaryFolder;
let database: EmbeddedDatabase;
beforeEach(async () => {
  folder = await temporaryFolder();
  database = await openPglite(folder.path);
  await database.knex.raw('create table kept (n int)');
  await runWrite(database.knex, insert, [1]);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
  await folder[Symbol.asyncDispose]();
});

const rows = async (): Promise<readonly unknown[]> =>
  (await runStatement<{ readonly n: number }>(database.knex, list, [])).rows.map(({ n }) => n);

/** What the file system says of every write from now on. */
const fillDisk = (): void => {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), {
    code: 'ENOSPC',
    errno: -28,
  });
  vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw full;
  });
};

/** Writes until there is no room for the log, which is the end of this PostgreSQL. */
const breakDown = async (knex: Knex = database.knex): Promise<unknown> => {
  fillDisk();
  for (;;) {
    const error = await runWrite(knex, longRecord, []).then(
      () => undefined,
      (e: unknown) => e,
    );
    if (error !== undefined) return error;
  }
};

test('a full disk breaks the database down; once there is room it is opened again', async () => {
  expect(await breakDown()).toMatchObject(unconfirmed);
  await expect(rows()).rejects.toMatchObject(unavailable);
  const asked = performance.now();
  await expect(rows()).rejects.toMatchObject(unavailable);
  // Opening it is not tried each time: that keeps the process from everything else.
  expect(performance.now() - asked).toBeLessThan(300);

  vi.restoreAllMocks();
  await vi.waitFor(async () => expect(await rows()).toEqual([1]), {
    timeout: 20_000,
    interval: 200,
  });
  await runWrite(database.knex, insert, [2]);
  expect(await rows()).toEqual([1, 2]);
});

test('a database that broke down can be closed, also when it cannot be opened again', async () => {
  await breakDown();
  await database.close();
  vi.restoreAllMocks();
  database = await openPglite(folder.path);
  expect(await rows()).toEqual([1]);
});

test('what a transaction wrote is undone when the database breaks down in it', async () => {
  const ended = inTransaction(database.knex, {}, async (inside: Knex) => {
    await runWrite(inside, insert, [2]);
    throw await breakDown(inside);
  });
  await expect(ended).rejects.toMatchObject(unavailable);
  vi.restoreAllMocks();
  expect(await rows()).toEqual([1]);
});
