import type { Knex } from 'knex';

/** For few rows, `delete` is faster than `truncate`, which creates new files. */
export const emptyTables = async (knex: Knex): Promise<void> => {
  const tables = [
    'content',
    'content_trash',
    'content_revisions',
    'content_copies',
    'content_schedules',
    'outbox',
    'receipts',
    'media',
    'api_tokens',
    'settings',
    'users',
    'collections',
  ];
  await knex.raw(tables.map((table) => `delete from ${table}`).join(';'));
};
