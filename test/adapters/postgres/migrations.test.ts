import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrationLock } from '../../../adapters/postgres/connection/transaction.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { deletionErrors, writeErrors } from '../../../adapters/postgres/connection/errors.ts';
import { initialMigration } from '../../../adapters/postgres/migrations/0001-initial.ts';
import { foldedLettersMigration } from '../../../adapters/postgres/migrations/0031-folded-letters.ts';
import { migrate, pendingMigrations } from '../../../adapters/postgres/migrations/migrate.ts';
import { titleKey } from '../../../core/store.ts';
import { encodeJson } from '../../../core/vocabulary.ts';
import {
  awkwardText,
  collectionId,
  contentId,
  momentOf,
  sampleContent,
  userId,
} from '../../conformance/samples.ts';
import { storeOver } from '../../support/postgres/database-subject.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { migrationDigests, migrationNames } from '../../support/postgres/migration-names.ts';

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
    const dying = other.transaction(async (transaction) => {
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
    await one.raw('select pg_terminate_backend(?::integer)', [connection]);
    expect(await end).toBe('killed');
    expect(await next).toEqual(migrationNames);
  });

  test('waiting for another migration is not limited by the answer timeout', async () => {
    const pool = openPool({ url, poolMax: 1, answerTimeoutMs: 1_000 }, new SystemTimer());
    const held = await other.transaction();
    await held.raw(migrationLock);
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

  test('a schema of another line of development is named as such, with the way out', async () => {
    const names = await migrate(one);
    // It has a step that this program does not know, and lacks later ones.
    await one('schema_migrations').where('name', '>', '0002').del();
    await one('schema_migrations').insert({ name: '0002-data-bytes', batch: 2 });
    const message =
      /^The database was made by another line of development .*\(unknown: 0002-data-bytes; missing: 0002-history\)\. .*export with the version that made it, and import/;
    await expect(migrate(one)).rejects.toThrow(message);
    await expect(pendingMigrations(one)).rejects.toThrow(message);
    // A newer version may add steps between those of this one, as long as it has all of them.
    await one('schema_migrations').insert(names.slice(1).map((name) => ({ name, batch: 3 })));
    await expect(pendingMigrations(one)).rejects.toThrow(/migrated by a newer version/);
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

  test('the words of titles follow the content, whatever the search path of the program that changes it', async () => {
    await migrate(one);
    const words = async (): Promise<readonly string[]> =>
      one('content_title_words').orderBy('entry').pluck('entry');
    await one.transaction(async (elsewhere) => {
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
    await one.transaction(async (elsewhere) => {
      await elsewhere.raw("set local search_path = ''");
      await elsewhere.raw("update public.content set title_key = 'other'");
    });
    expect(await words()).toEqual(['other']);
    await one.transaction(async (elsewhere) => {
      await elsewhere.raw("set local search_path = ''");
      await elsewhere.raw('truncate public.content');
    });
    expect(await words()).toEqual([]);
  });

  test('titles that are stored are folded anew, and the index of the search is rebuilt', async () => {
    await migrate(one);
    const title = 'Straße ایران كتـــاب ٢٠٢٤ компʼютер Ærø';
    const before = 'straße ایران كتـــاب ٢٠٢٤ компʼютер ærø';
    await one.raw(
      "insert into collections values (gen_random_uuid(), 'pages', '', '', '{}', true, 1, 1, 1)",
    );
    await one.raw(
      `insert into content
        (id, collection_id, title, title_key, slug, status, data, version, created_at, updated_at)
      select gen_random_uuid(), id, ?, ?, 'a', 'draft', '{}', 1, 1, 1 from collections`,
      [title, before],
    );
    await one.raw('update content_search_walk set done = 1, ended_at = 9e14');
    await one.raw(foldedLettersMigration.sql);
    expect(await one('content').pluck('title_key')).toEqual([titleKey(title)]);
    const walk = { leaseMs: 1, intervalMs: 1e12 };
    const { search } = storeOver(one).repositories;
    expect((await search.claimStep(walk))?.ids).toHaveLength(1);
  });

  test('content of a database without history gets one revision for each item', async () => {
    await one.raw(initialMigration.sql);
    await one.raw(
      'create table schema_migrations (id serial, name text, batch integer, migration_time timestamptz)',
    );
    await one('schema_migrations').insert({ name: initialMigration.name, batch: 1 });
    await one.raw(`
      insert into collections values ('${collectionId(1)}', 'pages', '', '', '{}', true, 1, 1, 1);
      insert into users values ('${userId(1)}', 'a@b.example', 'ada', 'ada', '', '', 'admin', true, '', 1, 1)`);
    const items = [
      sampleContent(1, { authorId: userId(1), version: 7, updatedAt: momentOf(9) }),
      sampleContent(2, {
        status: 'draft',
        data: encodeJson({ b: 1, a: awkwardText }),
        publishedAt: undefined,
      }),
    ];
    for (const { id, collectionId: collection, authorId, ...item } of items) {
      await one.raw(
        `insert into content
          (id, collection_id, author_id, title, slug, status, data, version, created_at, updated_at)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          id,
          collection,
          authorId ?? null,
          item.title,
          item.slug,
          item.status,
          item.data,
          item.version,
          item.createdAt,
          item.updatedAt,
        ],
      );
    }
    expect(await migrate(one)).toEqual(migrationNames.slice(1));
    const { revisions, contents, outbox } = storeOver(one).repositories;
    expect(await contents.listAfter(undefined, 10)).toEqual(items);
    for (const {
      id,
      title,
      slug,
      status,
      data,
      version,
      updatedAt,
      collectionId: collection,
    } of items) {
      expect(await revisions.list(id, { limit: 10, offset: 0 })).toHaveLength(1);
      expect(await revisions.find(id, version)).toEqual({
        contentId: id,
        version,
        title,
        slug,
        status,
        collectionId: collection,
        data,
        createdAt: updatedAt,
        changed: [],
        isAutosave: false,
        authorId: undefined,
        note: undefined,
      });
      expect(await revisions.findAutosave(id, Number.MAX_SAFE_INTEGER)).toBeUndefined();
    }
    expect(await outbox.list(10)).toEqual([]);
  });

  test('slugs of published items in the trash of an older database are remembered', async () => {
    await migrate(one);
    await one.raw(`
      drop table former_slugs;
      drop function remove_former_slugs;
      alter table collections drop column hidden_since;
      delete from schema_migrations where name in ('0007-slugs', '0034-seen-slugs');
      insert into collections values ('${collectionId(1)}', 'pages', '', '', '{}', true, 1, 1, 1)`);
    const items = [
      [1, 'a', 'published', 1],
      [2, 'a', 'published', 2],
      [3, 'b', 'draft', 3],
      [4, 'c', 'published', 4],
    ] as const;
    for (const [n, slug, status, deletedAt] of items) {
      await one.raw(
        `insert into content_trash
          (id, collection_id, title, slug, status, data, version, created_at, updated_at, deleted_at)
        values (?, ?, '', ?, ?, '{}', 1, 1, 1, ?)`,
        [contentId(n), collectionId(1), slug, status, deletedAt],
      );
    }
    await one.raw(
      `insert into content (id, collection_id, title, slug, status, data, version, created_at, updated_at)
      values ('${contentId(5)}', '${collectionId(1)}', '', 'c', 'draft', '{}', 1, 1, 1)`,
    );
    expect(await migrate(one)).toEqual(['0007-slugs', '0034-seen-slugs']);
    const { redirects } = storeOver(one).repositories;
    expect(await redirects.listAfter(undefined, 10)).toEqual([
      {
        slug: 'a',
        contentId: contentId(2),
        seenIn: [collectionId(1)],
        item: { id: contentId(2), version: 1, updatedAt: 1 },
      },
    ]);
  });

  test('former slugs of an older database were seen in the collections of the history that are active', async () => {
    await migrate(one);
    await one.raw(`
      drop index former_slugs_status_idx, former_slugs_collection_idx;
      alter table former_slugs drop column is_seen, drop column seen_in;
      alter table collections drop column hidden_since;
      create index former_slugs_status_idx on former_slugs (slug);
      create index former_slugs_collection_idx on former_slugs (slug);
      delete from schema_migrations where name = '0034-seen-slugs';
      insert into collections values ('${collectionId(1)}', 'pages', '', '', '{}', true, 1, 1, 1),
        ('${collectionId(2)}', 'hidden', '', '', '{}', false, 1, 1, 1);
      insert into content (id, collection_id, title, slug, status, data, version, created_at, updated_at)
      values ('${contentId(1)}', '${collectionId(1)}', '', 'now', 'published', '{}', 3, 1, 1);
      insert into former_slugs (slug, content_id, collection_id, status)
      select name, '${contentId(1)}', '${collectionId(1)}', 'published' from unnest(array['a', 'b', 'c']) name;
      insert into content_revisions
        (content_id, version, title, slug, status, collection_id, changed, is_autosave, created_at, data)
      values ('${contentId(1)}', 1, '', 'a', 'published', '${collectionId(2)}', '[]', false, 1, '{}'),
        ('${contentId(1)}', 2, '', 'b', 'published', '${collectionId(3)}', '[]', false, 1, '{}')`);
    expect(await migrate(one)).toEqual(['0034-seen-slugs']);
    const stored = await storeOver(one).repositories.redirects.listAfter(undefined, 10);
    expect(stored.map(({ slug, seenIn }) => [slug, seenIn])).toEqual([
      ['a', []],
      // The collection is gone.
      ['b', [collectionId(3)]],
      ['c', [collectionId(1)]],
    ]);
  });

  test('no function of the schema has rights of its owner', async () => {
    await migrate(one);
    const { rows } = await one.raw(
      "select proname, prosecdef from pg_proc where pronamespace = 'public'::regnamespace",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual((rows as readonly object[]).map((row) => ({ ...row, prosecdef: false })));
  });
});

const tables = (knex: Knex): Promise<readonly string[]> =>
  knex('pg_tables').where({ schemaname: 'public' }).orderBy('tablename').pluck('tablename');

const foreignKeys = `
  select conname, exists (
    select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
  ) as is_indexed
  from pg_constraint where contype = 'f'`;
