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
  'content_comments',
  'webhook_deliveries',
  'webhooks',
  'mails',
  'second_factors',
  'challenges',
  'trusted_browsers',
  'outbox',
  'audit',
  'feed_state',
  'outbox_readers',
  'receipts',
  'receipt_totals',
  'media',
  'api_tokens',
  'settings',
  'saved_views',
  'users',
  'collections',
  'content_index_failures',
];

/** As after the migration. */
const resetSearch = [
  "update content_search_settings set language = 'simple', languages = '{simple}', rebuild = 1",
  'delete from content_search_rebuilds where number > 1',
  "insert into content_search_rebuilds values ('00000000-0000-0000-0000-000000000000', 1, 0) on conflict do nothing",
  'update audit_state set position = 0',
  'update content_search_walk set target = null, place = null, done = 0, ended_at = 0, leased_until = 0',
];

/**
 * Deleted rows stay in the file of a table until a vacuum, and the trigger of each item that is deleted reads all words.
 */
const newWords = `
  do $$ begin
    if pg_relation_size('content_title_words') > 50000 then truncate content_title_words; end if;
  end $$`;

const emptying = [newWords, ...tables.map((table) => `delete from ${table}`), ...resetSearch].join(
  ';',
);

/** For few rows, `delete` is faster than `truncate`, which creates new files. */
export const emptyTables = async (knex: Knex): Promise<void> => {
  await knex.raw(emptying);
};

/** Saves all rows of a pool with one connection. @returns a function that brings them back. */
export const savedTables = async (knex: Knex): Promise<() => Promise<void>> => {
  const saving = tables.map(
    (table) => `drop table if exists pg_temp.saved_${table};
      create temporary table saved_${table} as table ${table}`,
  );
  await knex.raw(saving.join(';'));
  const { rows } = await knex.raw<{ rows: readonly Columns[] }>(`
    select relname as table, string_agg(attname, ', ') as names
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where pg_class.oid = any('{${tables.join()}}'::regclass[])
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname`);
  const namesOf = new Map(rows.map(({ table, names }) => [table, names]));
  const filling = tables.toReversed().map((table) => {
    const names = namesOf.get(table);
    return `insert into ${table} (${names}) overriding system value select ${names} from saved_${table}`;
  });
  return async () => {
    await knex.raw([emptying, ...filling].join(';'));
  };
};

interface Columns {
  readonly table: string;
  readonly names: string;
}
