import type { Knex } from 'knex';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrationLock } from '../../../../adapters/postgres/connection/transaction.ts';
import type { Pool } from '../../../../adapters/postgres/connection/knex-pool.ts';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { earlierNames } from '../../../../adapters/postgres/migrations/earlier-names.ts';
import { migrate, pendingMigrations } from '../../../../adapters/postgres/migrations/migrate.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import { operator } from '../../../../core/index.ts';
import { storeOver } from '../../../support/postgres/database-subject.ts';
import { describedSchema } from '../../../support/postgres/described-schema.ts';
import {
  loadEarlierDatabase,
  type LastEarlierStep,
} from '../../../support/postgres/earlier-database.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { migrationNames, newNames } from '../../../support/postgres/migration-names.ts';
import { cmsOverStore } from '../../../support/queries/cms-over-store.ts';

const states: readonly (readonly [last: LastEarlierStep, pending: readonly string[]])[] = [
  ['0035-search-progress', ['0100-names', '0123-words', '0124-readers', ...newNames]],
  ['0036-words', ['0100-names', '0124-readers', ...newNames]],
  ['0037-readers', ['0100-names', ...newNames]],
];

await withPostgres('empty', (url) => {
  let one: Pool;
  let other: Pool;
  let ofNewDatabase: readonly string[];
  /** By table. */
  let createdRows: Readonly<Record<string, readonly unknown[]>>;

  const empty = () => one.knex.raw('drop schema public cascade; create schema public');

  beforeAll(async () => {
    const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
    const { knex } = pool;
    await migrate(pool);
    ofNewDatabase = await describedSchema(knex);
    const filled = Object.entries(await rowsOf(knex)).filter(([, rows]) => rows.length > 0);
    createdRows = Object.fromEntries(filled);
    await knex.raw('drop schema public cascade; create schema public');
    await pool.close();
  });

  beforeEach(() => {
    [one, other] = [
      openPool({ url, poolMax: 2 }, new SystemTimer()),
      openPool({ url, poolMax: 2 }, new SystemTimer()),
    ];
  });

  afterEach(async () => {
    await empty();
    await one.close();
    await other.close();
  });

  const names = (): Promise<readonly string[]> =>
    other.knex('schema_migrations').orderBy('name').pluck('name');

  describe.each(states)('a database of before 0.1.0 up to %s', (last, pending) => {
    beforeEach(() => loadEarlierDatabase(one.knex, last));

    test('has pending steps, and listing them changes nothing', async () => {
      const before = [await describedSchema(one.knex), await names()];
      expect((await pendingMigrations(one)).map(({ name }) => name)).toEqual(pending);
      expect([await describedSchema(one.knex), await names()]).toEqual(before);
    });

    test('gets the schema of a new database and keeps its rows', async () => {
      const before = await rowsOf(one.knex);
      expect(Object.values(before).flat().length).toBeGreaterThan(30);
      expect(await migrate(one)).toEqual(pending);
      expect(await describedSchema(one.knex)).toEqual(ofNewDatabase);
      expect(await names()).toEqual(migrationNames);
      // The steps add columns to rows.
      expect(await rowsOf(one.knex)).toMatchObject(before);
      expect(Object.keys(createdRows)).toContain('content_search_settings');
      expect(await rowsOf(one.knex)).toMatchObject(createdRows);
      expect(await pendingMigrations(one)).toEqual([]);
      expect(await migrate(one)).toEqual([]);
    });

    test('of several concurrent migrations, one takes the steps and the others wait', async () => {
      const taken = await Promise.all([migrate(one), migrate(other), migrate(one), migrate(other)]);
      expect(taken).toHaveLength(4);
      expect(taken.flat()).toEqual(pending);
      expect(await names()).toEqual(migrationNames);
    });
  });

  test('the description of a schema has lines of each kind, and differs after each change', async () => {
    const kinds = new Set(ofNewDatabase.map((line) => line.split(' ')[0]));
    expect(kinds).toEqual(
      new Set(['column', 'constraint', 'function', 'index', 'relation', 'sequence', 'trigger']),
    );
    await migrate(one);
    let before = await describedSchema(one.knex);
    expect(before).toEqual(ofNewDatabase);
    for (const change of [
      'alter table content alter column title set default 1',
      'alter table content alter column title set statistics 5',
      'alter table content alter column title set storage external',
      'alter table content alter column title set (n_distinct = 5)',
      'alter table content set (fillfactor = 90)',
      'alter table content disable trigger content_id_checked',
      'alter function content_text set work_mem = 1000',
      'comment on column content.title is $$x$$',
      'grant select on content to public',
      'alter index content_created_idx set (fillfactor = 90)',
      'alter sequence audit_number_seq cache 5',
      'create statistics two on id, slug from content',
    ]) {
      await one.knex.raw(change);
      const after = await describedSchema(one.knex);
      expect(after, change).not.toEqual(before);
      before = after;
    }
  });

  test('the names are replaced under the lock of migrations', async () => {
    await loadEarlierDatabase(one.knex, '0037-readers');
    const held = await other.knex.transaction();
    await held.raw(migrationLock);
    const migrating = migrate(one);
    const waiting = async (): Promise<number> => {
      const { rows } = await other.knex.raw(
        "select count(*)::integer as count from pg_locks where locktype = 'advisory' and not granted",
      );
      return rows[0].count;
    };
    try {
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
      expect(await names()).toEqual(earlierNames);
    } finally {
      await held.commit();
    }
    expect(await migrating).toEqual(['0100-names', ...newNames]);
  });

  test('if a pending step fails, the earlier names stay', async () => {
    await loadEarlierDatabase(one.knex, '0036-words');
    await one.knex.raw('create table outbox_readers (of text)');
    await expect(migrate(one)).rejects.toThrow('already exists');
    expect(await names()).toEqual(earlierNames.slice(0, -1));
  });

  const beforeLast = earlierNames.slice(0, -2);
  test.each([
    ['only the first step', earlierNames.slice(1), beforeLast.slice(1)],
    ['all common steps but the last', earlierNames.slice(-3), beforeLast.slice(-1)],
    ['a step less in between', ['0017-permanent-deletion'], ['0017-permanent-deletion']],
    ['the last step without the one before', ['0036-words'], ['0036-words']],
  ])('a database with %s is refused before anything changes', async (_, removed, missing) => {
    await loadEarlierDatabase(one.knex, '0037-readers');
    await one.knex('schema_migrations').whereIn('name', removed).del();
    const before = [await describedSchema(one.knex), await names()];
    const error = {
      name: 'UnusableSchema',
      message: expect.stringContaining(`(missing: ${missing.join(', ')}). Nothing was changed.`),
    };
    await expect(migrate(one)).rejects.toMatchObject(error);
    await expect(pendingMigrations(one)).rejects.toMatchObject(error);
    await expect(migrate(one)).rejects.toThrow(
      /Start the last version that has them once; or export .* docs\/upgrading\.md says how$/,
    );
    expect([await describedSchema(one.knex), await names()]).toEqual(before);
  });

  test.each([
    ['9999-later', /^The database was migrated by a newer version .*\(unknown: 9999-later\)\. Run/],
    [
      '0033-elsewhere',
      /^The database was made by another line .*\(unknown: 0033-elsewhere; missing: 0036-words\)\./,
    ],
  ])('with %s beside the earlier steps, the database is refused as ever', async (name, message) => {
    await loadEarlierDatabase(one.knex, '0035-search-progress');
    await one.knex('schema_migrations').insert({ name, batch: 2 });
    await expect(migrate(one)).rejects.toThrow(message);
    await expect(pendingMigrations(one)).rejects.toThrow(message);
  });

  // It says so if no step that it misses sorts after one that it does not know.
  test('a program of before 0.1.0 takes the present schema for one of a newer version', () => {
    expect(migrationNames.filter((name) => earlierNames.some((each) => each >= name))).toEqual([]);
  });

  test('what was written before 0.1.0 is read and changed by this version', async () => {
    await loadEarlierDatabase(one.knex, '0035-search-progress');
    await migrate(one);
    const store = storeOver(one);
    const cms = await cmsOverStore(store);
    const request = { client: 'here' };
    const of = { collection: 'blog-posts', idOrSlug: 'tides' };
    const { item, movedTo } = (await cms.content.readItem(operator, { ...request, of })).value;
    expect(movedTo).toBe('tides-today');
    expect(item).toMatchObject({ title: 'Tides of Straße 9', status: 'published', version: 2 });
    const revisions = await cms.history.list(operator, item.id, {});
    expect(revisions.map(({ version }) => version)).toEqual([2, 1]);
    expect(await cms.drafts.get(operator, item.id)).toMatchObject({ title: 'Tides of tomorrow' });
    // That program counted no words.
    expect(await store.repositories.wordCounts.find(item.id, 'published')).toBeUndefined();
    const counted = await cms.content.getInfo(operator, { ...request, id: item.id });
    expect(counted.words).toBeGreaterThan(0);
    await cms.content.update(operator, item.id, { data: { excerpt: 'Low water' } });
    expect(await store.repositories.wordCounts.find(item.id, 'published')).toBeGreaterThan(0);
    const [trashed] = await cms.trash.list(operator, {});
    const restored = await cms.trash.restore(operator, trashed!.id);
    expect(restored.title).toBe('Gone');
    await cms.search.updateIndex();
    const { portions } = await cms.search.find(operator, { ...request, q: 'strasse' });
    const found = (await Array.fromAsync(portions)).flat();
    expect(found.map((one) => one.item.id)).toEqual([item.id]);
  });
});

/** All rows as JSON, by table; without the names of steps. */
const rowsOf = async (knex: Knex): Promise<Readonly<Record<string, readonly unknown[]>>> => {
  const tables: readonly string[] = await knex('pg_tables')
    .where({ schemaname: 'public' })
    .whereNot({ tablename: 'schema_migrations' })
    .orderBy('tablename')
    .pluck('tablename');
  const entries = tables.map(async (table) => {
    const { rows } = await knex.raw(
      'select to_jsonb(each) as row from ?? each order by to_jsonb(each)::text',
      [table],
    );
    return [table, (rows as readonly { readonly row: unknown }[]).map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};
