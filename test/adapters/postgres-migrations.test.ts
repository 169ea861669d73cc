import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from '../../adapters/postgres/advisory-locks.ts';
import { openDatabase } from '../../adapters/postgres/connection.ts';
import { deletionErrors, writeErrors } from '../../adapters/postgres/constraint-errors.ts';
import { migrate, migrationPlan, pendingMigrations } from '../../adapters/postgres/migrations.ts';
import { withPostgres } from '../support/fresh-database.ts';

await withPostgres('empty', (url) => {
  let one: Knex;
  let other: Knex;

  beforeEach(() => {
    [one, other] = [openDatabase({ url, poolMax: 2 }), openDatabase({ url, poolMax: 2 })];
  });

  afterEach(async () => {
    await one.raw('drop schema public cascade; create schema public');
    await one.destroy();
    await other.destroy();
  });

  test('all steps are pending at first, and looking changes nothing', async () => {
    const pending = await pendingMigrations(one);
    expect(pending.map(({ name }) => name)).toEqual(['0001-initial']);
    expect(await migrationPlan(one)).toContain('create table content');
    expect(await tables(one)).toEqual([]);
  });

  test('the second time there is nothing to do', async () => {
    expect(await migrate(one)).toEqual(['0001-initial']);
    expect(await migrate(one)).toEqual([]);
    expect(await pendingMigrations(one)).toEqual([]);
    expect(await migrationPlan(one)).toBe('');
  });

  test('of several that migrate at once one takes the steps and the others wait', async () => {
    const taken = await Promise.all([migrate(one), migrate(other), migrate(one), migrate(other)]);
    expect(taken).toHaveLength(4);
    expect(taken.flat()).toEqual(['0001-initial']);
    expect(await pendingMigrations(one)).toEqual([]);
  });

  test('one that dies on the way leaves nothing behind and keeps nobody out', async () => {
    const { promise: isInside, resolve } = Promise.withResolvers<number>();
    const dying = other.transaction(async (transaction) => {
      await takeLock(transaction, 'migrations');
      await transaction.raw('create table collections (half text)');
      const { rows } = await transaction.raw('select pg_backend_pid() as id');
      resolve(Number(rows[0].id));
      await transaction.raw('select pg_sleep(20)');
    });
    const end = dying.then(
      () => 'committed',
      () => 'gone',
    );
    const connection = await isInside;
    const next = migrate(one);
    await one.raw('select pg_terminate_backend(?::integer)', [connection]);
    expect(await end).toBe('gone');
    expect(await next).toEqual(['0001-initial']);
  });

  test('one that waits for another waits for longer than a server may take to answer', async () => {
    const patient = openDatabase({ url, poolMax: 1, answerLimitMs: 100 });
    const held = await other.transaction();
    await takeLock(held, 'migrations');
    const waiting = migrate(patient);
    await sleep(400);
    await held.commit();
    expect(await waiting).toEqual(['0001-initial']);
    await patient.destroy();
  });

  test('steps that fail leave everything as it was', async () => {
    await one.raw('create table settings (of text)');
    await expect(migrate(one)).rejects.toThrow('already exists');
    expect(await tables(one)).toEqual(['settings']);
  });

  test('a schema that is newer than the program is refused by name', async () => {
    await migrate(one);
    await one('schema_migrations').insert({ name: '9999-later', batch: 2 });
    const refusal =
      'The database was migrated by a newer version of this program, which has 9999-later';
    await expect(migrate(one)).rejects.toThrow(refusal);
    await expect(pendingMigrations(one)).rejects.toThrow(refusal);
  });

  test('every constraint that is given a meaning exists', async () => {
    await migrate(one);
    const { rows } = await one.raw('select conname as name from pg_constraint');
    const names = (rows as readonly { readonly name: string }[]).map(({ name }) => name);
    const meant = [...Object.keys(writeErrors), ...Object.keys(deletionErrors)];
    expect(meant.length).toBeGreaterThan(10);
    expect(meant.filter((name) => !names.includes(name))).toEqual([]);
  });

  test('every foreign key has an index that begins with its column', async () => {
    await migrate(one);
    const { rows } = await one.raw(foreignKeys);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows).toEqual((rows as readonly object[]).map((row) => ({ ...row, is_indexed: true })));
  });
});

const tables = (knex: Knex): Promise<readonly string[]> =>
  knex('pg_tables').where({ schemaname: 'public' }).orderBy('tablename').pluck('tablename');

const foreignKeys = `
  select conname, exists (
    select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
  ) as is_indexed
  from pg_constraint where contype = 'f'`;
