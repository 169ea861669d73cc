import type { Knex } from 'knex';
import { postgresRepositories } from '../../adapters/postgres/postgres-repositories.ts';
import { PostgresUnitOfWork } from '../../adapters/postgres/postgres-unit-of-work.ts';
import type { ContentRepository } from '../../core/index.ts';
import { times } from '../conformance/cases.ts';
import type { RepositoriesSubject } from '../conformance/repositories-subject.ts';
import { sampleCollection, sampleContent } from '../conformance/samples.ts';
import type { OpenSubject } from '../conformance/suite.ts';

/** Opens the repositories over a migrated database. Empties all tables each time it opens them. */
export const openDatabaseSubject =
  (knex: Knex): OpenSubject<RepositoriesSubject> =>
  async () => {
    await emptyTables(knex);
    return {
      subject: {
        repositories: postgresRepositories(knex),
        unitOfWork: new PostgresUnitOfWork(knex),
      },
    };
  };

/** Empties all tables and stores a collection with the sample items from 1 to `count`. */
export const contentsWith = async (knex: Knex, count: number): Promise<ContentRepository> => {
  await emptyTables(knex);
  const { collections, contents } = postgresRepositories(knex);
  await collections.insert(sampleCollection(1));
  await contents.insertAll(times(count, (n) => sampleContent(n)));
  return contents;
};

/** For few rows, `delete` is faster than `truncate`, which creates new files. */
export const emptyTables = async (knex: Knex): Promise<void> => {
  const tables = ['content', 'media', 'api_tokens', 'settings', 'users', 'collections'];
  await knex.raw(tables.map((table) => `delete from ${table}`).join(';'));
};
