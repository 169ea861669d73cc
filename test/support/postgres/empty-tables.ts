import type { Knex } from 'knex';

/** Each before those to which it refers. Triggers of content change former slugs. */
const tables = [
  'content_references',
  'content_reference_indexes',
  'content_search',
  'former_slugs',
  'content',
  'content_trash',
  'content_revisions',
  'content_copies',
  'content_schedules',
  'outbox',
  'feed_state',
  'receipts',
  'media',
  'api_tokens',
  'settings',
  'users',
  'collections',
  'content_index_failures',
];

/** As after the migration. */
const resetSearch = [
  "update content_search_settings set language = 'simple', languages = '{simple}', rebuild = 1",
  'delete from content_search_rebuilds where number > 1',
  "insert into content_search_rebuilds values ('00000000-0000-0000-0000-000000000000', 1, 0) on conflict do nothing",
  'update content_search_walk set target = null, place = null, done = 0, ended_at = 0, leased_until = 0',
];

const emptying = [...tables.map((table) => `delete from ${table}`), ...resetSearch].join(';');

/** For few rows, `delete` is faster than `truncate`, which creates new files. */
export const emptyTables = async (knex: Knex): Promise<void> => {
  await knex.raw(emptying);
};

/** Saves all rows of a pool with one connection. @returns a function that brings them back. */
export const savedTables = async (knex: Knex): Promise<() => Promise<void>> => {
  const filling: string[] = [];
  for (const table of tables) {
    await knex.raw(`drop table if exists pg_temp.saved_${table}`);
    await knex.raw(`create temporary table saved_${table} as table ${table}`);
    const columns = await knex('information_schema.columns')
      .where({ table_name: table, is_generated: 'NEVER' })
      .whereRaw('table_schema = current_schema()')
      .pluck<string[]>('column_name');
    const names = columns.join(', ');
    filling.unshift(
      `insert into ${table} (${names}) overriding system value select ${names} from saved_${table}`,
    );
  }
  return async () => {
    await knex.raw([emptying, ...filling].join(';'));
  };
};
