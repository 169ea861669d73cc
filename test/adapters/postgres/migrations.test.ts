import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from '../../../adapters/postgres/transaction.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { postgresRepositories } from '../../../adapters/postgres/postgres-repositories.ts';
import { openPool } from '../../../adapters/postgres/pool.ts';
import { deletionErrors, writeErrors } from '../../../adapters/postgres/errors.ts';
import { initialMigration } from '../../../adapters/postgres/migrations/0001-initial.ts';
import { dataBytesMigration } from '../../../adapters/postgres/migrations/0002-data-bytes.ts';
import { summaryIndexesMigration } from '../../../adapters/postgres/migrations/0003-summary-indexes.ts';
import {
  migrate,
  migrationPlan,
  pendingMigrations,
} from '../../../adapters/postgres/migrations.ts';
import { withPostgres } from '../../support/fresh-database.ts';
import { collectionId } from '../../conformance/samples.ts';
import { migrationNames } from '../../support/migration-names.ts';

await withPostgres('empty', (url) => {
  let one: Knex;
  let other: Knex;

  beforeEach(() => {
    [one, other] = [
      openPool({ url, poolMax: 2 }, new SystemTimer()),
      openPool({ url, poolMax: 2 }, new SystemTimer()),
    ];
  });

  afterEach(async () => {
    await one.raw('drop schema public cascade; create schema public');
    await one.destroy();
    await other.destroy();
  });

  test('at first all steps are pending, and listing them changes nothing', async () => {
    const pending = await pendingMigrations(one);
    expect(pending.map(({ name }) => name)).toEqual(migrationNames);
    expect(await migrationPlan(one)).toContain('create table content');
    expect(await tables(one)).toEqual([]);
  });

  test('a second migration does nothing', async () => {
    expect(await migrate(one)).toEqual(migrationNames);
    expect(await migrate(one)).toEqual([]);
    expect(await pendingMigrations(one)).toEqual([]);
    expect(await migrationPlan(one)).toBe('');
  });

  test('the sizes of existing data are filled in', async () => {
    await one.raw(initialMigration.sql);
    const id = '0198c0de-0000-7000-8000-000000000001';
    await one.raw(`insert into collections values ('${id}', 'pages', '', '', '{}', true, 1, 1)`);
    const columns = 'id, collection_id, title, slug, status, data, version, created_at, updated_at';
    const insert = (slug: string, data: string) =>
      one.raw(
        `insert into content (${columns}) values (gen_random_uuid(), '${id}', '', ?, 'draft', ?, 1, 1, 1)`,
        [slug, data],
      );
    await insert('short', '{}');
    await insert('long', `{ "a":  "${'é'.repeat(500_000)}" }`);
    await one.raw(dataBytesMigration.sql);
    // An instance of the previous version, which may still run, writes like this.
    await insert('later', '{"a":1}');
    const sizes = await one('content').orderBy('data_bytes').pluck('data_bytes');
    expect(sizes).toEqual([2, 7, 1_000_012]);
  });

  test('existing items are found by their titles', async () => {
    const [, , , ...later] = migrationNames;
    const earlier = [initialMigration, dataBytesMigration, summaryIndexesMigration];
    for (const { sql } of earlier) await one.raw(sql);
    await one.raw(
      'create table schema_migrations (id serial, name text, batch integer, migration_time timestamptz)',
    );
    await one('schema_migrations').insert(earlier.map(({ name }) => ({ name, batch: 1 })));
    await one.raw(`
      insert into collections values ('${collectionId(1)}', 'pages', '', '', '{}', true, 1, 1);
      insert into content
        (id, collection_id, title, slug, status, data, version, created_at, updated_at)
      select gen_random_uuid(), '${collectionId(1)}', 'ÀÉ – ПРИВЕТ ' || n, n, 'draft', '{}', 1, n, n
      from generate_series(1, 2100) n`);
    expect(await migrationPlan(one)).toContain('-- Here the program stores what it computes.');
    expect(await migrate(one)).toEqual(later);
    const titles = async (n: number): Promise<readonly string[]> => {
      const search = {
        title: { words: [String(n), 'привет'], prefix: 'a' },
        within: 'all',
        limit: 20,
      } as const;
      const found = await postgresRepositories(one).summaries.find(search);
      return found.map(({ title }) => title);
    };
    for (const n of [1, 1_000, 1_001, 2_100]) {
      expect(await titles(n)).toEqual([`ÀÉ – ПРИВЕТ ${n}`]);
    }
    // An instance of the previous version, which may still run, writes like this.
    const previous = one('content').where({ slug: '1' });
    await previous.clone().update({ title: 'Changed', version: 2 });
    await previous.clone().delete();
    expect(await one('content_title_words').where({ entry: 'ae привет 1' })).toEqual([]);
    expect((await one('content_title_words').count())[0]).toEqual({ count: String(2_099 * 3) });
  });

  test('decomposed slugs are composed', async () => {
    await migrate(one);
    await one('schema_migrations').where({ name: '0010-composed-slugs' }).delete();
    const stored = ['한글'.normalize('NFD'), 'привет', 'plain'];
    await one.raw(
      `insert into collections values ('${collectionId(1)}', 'pages', '', '', '{}', true, 1, 1)`,
    );
    for (const slug of stored) {
      await one.raw(
        `insert into content (id, collection_id, title, slug, status, data, version, created_at, updated_at)
        values (gen_random_uuid(), '${collectionId(1)}', '', ?, 'draft', '{}', 1, 1, 1)`,
        [slug],
      );
    }
    expect(await migrate(one)).toEqual(['0010-composed-slugs']);
    expect(await one('content').orderBy('slug').pluck('slug')).toEqual(['plain', 'привет', '한글']);
  });

  test('of several concurrent migrations, one takes the steps and the others wait', async () => {
    const taken = await Promise.all([migrate(one), migrate(other), migrate(one), migrate(other)]);
    expect(taken).toHaveLength(4);
    expect(taken.flat()).toEqual(migrationNames);
    expect(await pendingMigrations(one)).toEqual([]);
  });

  test('a migration that is killed leaves nothing behind and releases its lock', async () => {
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
      () => 'killed',
    );
    const connection = await isInside;
    const next = migrate(one);
    await one.raw('select pg_terminate_backend(?::integer)', [connection]);
    expect(await end).toBe('killed');
    expect(await next).toEqual(migrationNames);
  });

  test('waiting for another migration is not limited by the answer timeout', async () => {
    const pool = openPool({ url, poolMax: 1, answerTimeoutMs: 1_000 }, new SystemTimer());
    const held = await other.transaction();
    await takeLock(held, 'migrations');
    const waiting = migrate(pool);
    await sleep(1_500);
    await held.commit();
    expect(await waiting).toEqual(migrationNames);
    await pool.destroy();
  });

  test('a failed step leaves the schema unchanged', async () => {
    await one.raw('create table settings (of text)');
    await expect(migrate(one)).rejects.toThrow('already exists');
    expect(await tables(one)).toEqual(['settings']);
  });

  test('a schema that is newer than the program is rejected, with the names of its steps', async () => {
    await migrate(one);
    await one('schema_migrations').insert({ name: '9999-later', batch: 2 });
    const message =
      'The database was migrated by a newer version of this program (unknown: 9999-later). Run that version or a newer one';
    await expect(migrate(one)).rejects.toThrow(message);
    await expect(pendingMigrations(one)).rejects.toThrow(message);
  });

  test('every constraint that has an error exists', async () => {
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
