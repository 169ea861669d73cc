import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Pool } from '../../../adapters/postgres/connection/knex-pool.ts';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { pendingMigrations } from '../../../adapters/postgres/migrations/migrate.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { targetOf } from '../../../core/store.ts';
import { collectionId, contentId } from '../../conformance/samples.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';

const target = targetOf('item', contentId(9));

const insertCollections = [1, 2].map(
  (n) =>
    `insert into collections values ('${collectionId(n)}', 'c${n}', '', '', '{}', true, 1, 1, 1)`,
);

const insertItem = (n: number, collection: number): string =>
  `insert into content (id, collection_id, title, title_key, slug, status, data, version, created_at, updated_at)
   values ('${contentId(n)}', '${collectionId(collection)}', '', '', 's${n}', 'draft', '{}', 1, 1, 1)`;

const insertPlan = (n: number): string =>
  `insert into content_schedules (content_id, action, at) values ('${contentId(n)}', 'publish', 1)`;

const insertReference = (n: number): string =>
  `insert into content_references (content_id, field, target, on_delete)
   values ('${contentId(n)}', 'next', '${target}', 'ignore')`;

/** In a call by the previous version, which does not pass the collection. */
const write = (id: string, ...fields: readonly string[]): string =>
  `write_content_references(${id}, '{${fields.join()}}', '{${fields.map(() => target).join()}}', '{${fields.map(() => 'ignore').join()}}')`;

/** How many transactions of the database wait for a lock on a table. */
const waits = `
  select count(*)::integer as count from pg_locks where not granted and relation is not null
    and database = (select oid from pg_database where datname = current_database())`;

/** What belongs to an item and has its collection: the table, the step that adds the column, and how rows came before it. */
const subjects = [
  ['content_schedules', '0134-private-collections', insertPlan],
  ['content_references', '0135-collections-of-references', insertReference],
] as const;

await withPostgres('empty', (url) => {
  let pool: Pool;

  beforeEach(() => {
    pool = openPool({ url, poolMax: 3 }, new SystemTimer());
  });

  afterEach(async () => {
    await pool.knex.raw('drop schema public cascade; create schema public');
    await pool.close();
  });

  const run = async (...statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await pool.knex.raw(statement);
  };

  /** Takes the steps before one. @returns the text of the others. */
  const migrateUntil = async (name: string): Promise<string> => {
    const steps = await pendingMigrations(pool);
    const at = steps.findIndex((step) => step.name === name);
    const textOf = (some: typeof steps) => some.map(({ sql }) => sql).join(';');
    await run(textOf(steps.slice(0, at)));
    return textOf(steps.slice(at));
  };

  /** The number of the collection that each row has, by the number of its item. */
  const collectionsIn = async (table: string): Promise<readonly (readonly [number, number])[]> => {
    const rows: readonly Readonly<Record<'content_id' | 'collection_id', string>>[] = await pool
      .knex(table)
      .orderBy('content_id');
    const numberOf = (make: (n: number) => string, id: string): number =>
      [1, 2, 3, 4, 5].find((n) => make(n) === id) ?? 0;
    return rows.map((row) => [
      numberOf(contentId, row.content_id),
      numberOf(collectionId, row.collection_id),
    ]);
  };

  describe.each(subjects)('%s, whose collection comes with %s', (table, step, insert) => {
    beforeEach(async () => {
      const rest = await migrateUntil(step);
      await run(...insertCollections, insertItem(1, 1), insertItem(2, 2), insert(1), insert(2));
      await run(rest);
    });

    test('rows from before get the collection of their item', async () => {
      expect(await collectionsIn(table)).toEqual([
        [1, 1],
        [2, 2],
      ]);
    });

    test('rows of the previous version get it when they are stored', async () => {
      await run(insertItem(3, 1), insert(3), insertItem(4, 2), insert(4));
      expect((await collectionsIn(table)).slice(2)).toEqual([
        [3, 1],
        [4, 2],
      ]);
    });

    test('rows follow their item, whatever the search path of the program that writes', async () => {
      await run(insertItem(3, 1));
      await pool.knex.transaction(async (elsewhere) => {
        await elsewhere.raw("set local search_path = ''");
        await elsewhere.raw(insert(3).replace('into ', 'into public.'));
        await elsewhere.raw(`
          update public.content set collection_id = '${collectionId(2)}' where id = '${contentId(1)}'`);
      });
      expect(await collectionsIn(table)).toEqual([
        [1, 2],
        [2, 2],
        [3, 1],
      ]);
    });
  });

  test('a write that has begun ends before the step that adds the collection to references', async () => {
    const rest = await migrateUntil('0135-collections-of-references');
    await run(...insertCollections, insertItem(1, 1));
    const waiting = async (): Promise<number> => {
      const { rows } = await pool.knex.raw(waits);
      return rows[0].count;
    };
    const begun = await pool.knex.transaction();
    await begun.raw("update content set title = 'Begun'");
    const migrating = run(rest);
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    await begun.raw(`select ${write(`'${contentId(1)}'`, 'next')}`);
    await begun.commit();
    await migrating;
    expect(await collectionsIn('content_references')).toEqual([[1, 1]]);
  });

  test('references that the previous version writes with their item get its collection', async () => {
    await run(await migrateUntil('0135-collections-of-references'));
    await run(
      ...insertCollections,
      insertItem(1, 1),
      insertReference(1),
      `with item as (${insertItem(2, 2)} returning id),
        refs as (insert into content_references (content_id, field, target, on_delete)
          select item.id, 'next', '${target}', 'ignore' from item) select from item`,
      // The first reference stays, and the second one is new.
      `update content set collection_id = '${collectionId(2)}' where id = '${contentId(1)}'
        returning ${write('content.id', 'next', 'other')}`,
      insertItem(3, 1),
      `select ${write(`'${contentId(3)}'`, 'next')}`,
    );
    expect(await collectionsIn('content_references')).toEqual([
      [1, 2],
      [1, 2],
      [2, 2],
      [3, 1],
    ]);
  });
});
