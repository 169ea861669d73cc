import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrationLock } from '../../../adapters/postgres/connection/transaction.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import type { Pool } from '../../../adapters/postgres/connection/knex-pool.ts';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { deletionErrors, writeErrors } from '../../../adapters/postgres/connection/errors.ts';
import { migrate, pendingMigrations } from '../../../adapters/postgres/migrations/migrate.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { migrationDigests, migrationNames } from '../../support/postgres/migration-names.ts';

await withPostgres('empty', (url) => {
  let one: Pool;
  let other: Pool;

  beforeEach(() => {
    [one, other] = [
      openPool({ url, poolMax: 2 }, new SystemTimer()),
      openPool({ url, poolMax: 2 }, new SystemTimer()),
    ];
  });

  afterEach(async () => {
    await one.knex.raw('drop schema public cascade; create schema public');
    await one.close();
    await other.close();
  });

  test('at first all steps are pending, and listing them changes nothing', async () => {
    const pending = await pendingMigrations(one);
    expect(pending.map(({ name }) => name)).toEqual(migrationNames);
    expect(pending.map(({ sql }) => sql).join()).toContain('create table content');
    expect(await tables(one)).toEqual([]);
  });

  test('no step has changed', async () => {
    const digestOf = (sql: string) => createHash('sha256').update(sql).digest('hex').slice(0, 16);
    const pending = await pendingMigrations(one);
    const digests = Object.fromEntries(pending.map(({ name, sql }) => [name, digestOf(sql)]));
    expect(digests).toEqual(migrationDigests);
  });

  test('a second migration does nothing', async () => {
    expect(await migrate(one)).toEqual(migrationNames);
    expect(await migrate(one)).toEqual([]);
    expect(await pendingMigrations(one)).toEqual([]);
  });

  test('of several concurrent migrations, one takes the steps and the others wait', async () => {
    const taken = await Promise.all([migrate(one), migrate(other), migrate(one), migrate(other)]);
    expect(taken).toHaveLength(4);
    expect(taken.flat()).toEqual(migrationNames);
    expect(await pendingMigrations(one)).toEqual([]);
  });

  test('a migration that is killed leaves nothing behind and releases its lock', async () => {
    const { promise: isInside, resolve } = Promise.withResolvers<number>();
    const dying = other.knex.transaction(async (transaction) => {
      await transaction.raw(migrationLock);
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
    await one.knex.raw('select pg_terminate_backend(?::integer)', [connection]);
    expect(await end).toBe('killed');
    expect(await next).toEqual(migrationNames);
  });

  test('waiting for another migration is not limited by the answer timeout', async () => {
    const pool = openPool({ url, poolMax: 1, answerTimeoutMs: 1_000 }, new SystemTimer());
    const held = await other.knex.transaction();
    await held.raw(migrationLock);
    const waiting = migrate(pool);
    await sleep(1_500);
    await held.commit();
    expect(await waiting).toEqual(migrationNames);
    await pool.close();
  });

  test('a failed step leaves the schema unchanged', async () => {
    await one.knex.raw('create table settings (of text)');
    await expect(migrate(one)).rejects.toThrow('already exists');
    expect(await tables(one)).toEqual(['settings']);
  });

  test('a schema that is newer than the program is rejected, with the names of its steps', async () => {
    await migrate(one);
    await one.knex('schema_migrations').insert({ name: '9999-later', batch: 2 });
    const message =
      'The database was migrated by a newer version of this program (unknown: 9999-later). Run that version or a newer one';
    await expect(migrate(one)).rejects.toThrow(message);
    await expect(pendingMigrations(one)).rejects.toThrow(message);
  });

  test('a schema of another line of development is named as such, with the way out', async () => {
    const names = await migrate(one);
    // It has a step that this program does not know, and lacks later ones.
    await one.knex('schema_migrations').where('name', '>', '0102').del();
    await one.knex('schema_migrations').insert({ name: '0102-data-bytes', batch: 2 });
    const message =
      /^The database was made by another line of development .*\(unknown: 0102-data-bytes; missing: 0103-settings\)\. .*export with the version that made it, and import/;
    await expect(migrate(one)).rejects.toThrow(message);
    await expect(pendingMigrations(one)).rejects.toThrow(message);
    // A newer version may add steps between those of this one, as long as it has all of them.
    await one.knex('schema_migrations').insert(names.slice(1).map((name) => ({ name, batch: 3 })));
    await expect(pendingMigrations(one)).rejects.toThrow(/migrated by a newer version/);
  });

  test('every constraint that has an error exists', async () => {
    await migrate(one);
    const { rows } = await one.knex.raw(
      'select conname as name from pg_constraint union ' +
        'select indexrelid::regclass::text from pg_index where indisunique',
    );
    const names = (rows as readonly { readonly name: string }[]).map(({ name }) => name);
    const meant = [...Object.keys(writeErrors), ...Object.keys(deletionErrors)];
    expect(meant.length).toBeGreaterThan(10);
    expect(meant.filter((name) => !names.includes(name))).toEqual([]);
  });

  test('every foreign key has an index that begins with its column', async () => {
    await migrate(one);
    const { rows } = await one.knex.raw(foreignKeys);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows).toEqual((rows as readonly object[]).map((row) => ({ ...row, is_indexed: true })));
  });

  test('the words of titles follow the content, whatever the search path of the program that changes it', async () => {
    await migrate(one);
    const words = async (): Promise<readonly string[]> =>
      one.knex('content_title_words').orderBy('entry').pluck('entry');
    await one.knex.transaction(async (elsewhere) => {
      await elsewhere.raw("set local search_path = ''");
      await elsewhere.raw(
        "insert into public.collections values (gen_random_uuid(), 'pages', '', '', '{}', true, 1, 1, 1)",
      );
      await elsewhere.raw(`
        insert into public.content
          (id, collection_id, title, title_key, slug, status, data, version, created_at, updated_at)
        select gen_random_uuid(), id, '', 'first words', 'a', 'draft', '{}', 1, 1, 1 from public.collections`);
    });
    expect(await words()).toEqual(['first words', 'words']);
    await one.knex.transaction(async (elsewhere) => {
      await elsewhere.raw("set local search_path = ''");
      await elsewhere.raw("update public.content set title_key = 'other'");
    });
    expect(await words()).toEqual(['other']);
    await one.knex.transaction(async (elsewhere) => {
      await elsewhere.raw("set local search_path = ''");
      await elsewhere.raw('truncate public.content');
    });
    expect(await words()).toEqual([]);
  });

  test('no function of the schema has rights of its owner', async () => {
    await migrate(one);
    const { rows } = await one.knex.raw(
      "select proname, prosecdef from pg_proc where pronamespace = 'public'::regnamespace",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual((rows as readonly object[]).map((row) => ({ ...row, prosecdef: false })));
  });
});

const tables = ({ knex }: Pool): Promise<readonly string[]> =>
  knex('pg_tables').where({ schemaname: 'public' }).orderBy('tablename').pluck('tablename');

const foreignKeys = `
  select conname, exists (
    select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
  ) as is_indexed
  from pg_constraint where contype = 'f'`;
