import { readFileSync } from 'node:fs';
import type { Knex } from 'knex';

/** The last step that a database of before 0.1.0 has. Each of these schemas is complete. */
export type LastEarlierStep = '0035-search-progress' | '0036-words' | '0037-readers';

const fileOf = (name: string): string =>
  readFileSync(
    new URL(`../../adapters/postgres/before-0.1.0/${name}.sql`, import.meta.url),
    'utf8',
  );

const later = ['0036-words', '0037-readers'] as const;

/**
 * Fills an empty database as versions before 0.1.0 did. The content was written by the program that had
 * `0035-search-progress` as its last step; the two later steps are texts of theirs.
 */
export const loadEarlierDatabase = async (knex: Knex, last: LastEarlierStep): Promise<void> => {
  await knex.transaction(async (transaction) => {
    // A function can come before the table that it reads.
    await transaction.raw('set local check_function_bodies = off');
    await transaction.raw(fileOf('database'));
    for (const name of later.filter((each) => each <= last)) {
      await transaction.raw(fileOf(name));
      await transaction('schema_migrations').insert({ name, batch: 2 });
    }
  });
};
