import type { Knex } from 'knex';

/** For few rows, `delete` is faster than `truncate`, which creates new files. */
export const emptyTables = async (knex: Knex): Promise<void> => {
  const tables = [
    'content',
    'content_copies',
    'content_revisions',
    'outbox',
    'media',
    'api_tokens',
    'settings',
    'users',
    'collections',
  ];
  await knex.raw(tables.map((table) => `delete from ${table}`).join(';'));
};
