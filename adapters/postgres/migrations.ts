import type { Knex } from 'knex';
import { lockScript } from './advisory-locks.ts';
import { initialMigration } from './migrations/0001-initial.ts';
import { dataBytesMigration } from './migrations/0002-data-bytes.ts';
import type { SchemaMigration } from './schema-migration.ts';
import { explainForOperator, UnusableSchema } from './operator-errors.ts';
import { runScript, runStatement, type Statement } from './statement.ts';
import { inTransaction } from './transaction.ts';
import { translated } from './translated.ts';

/** All steps, oldest first. */
const migrations: readonly SchemaMigration[] = [initialMigration, dataBytesMigration];

const tableName = 'schema_migrations';

const config: Knex.MigratorConfig = {
  tableName,
  migrationSource: {
    getMigrations: async () => [...migrations],
    getMigrationName: (migration) => (migration as SchemaMigration).name,
    getMigration: async (migration) => ({
      up: (knex) => runScript(knex, (migration as SchemaMigration).sql),
      down: () => Promise.reject(new Error('Migrations only go forward')),
    }),
  } satisfies Knex.MigrationSource<unknown>,
};

/**
 * Another instance that migrates right now may build an index, which takes its time; a step of our
 * own that waits for others keeps all of those out who come after it.
 */
const begin = `
  set local statement_timeout = 0;
  set local lock_timeout = '30min';
  ${lockScript('migrations')};
  set local lock_timeout = '60s'`;

/**
 * Brings the schema up to date. Everything happens in one transaction, so that it is brought up to
 * date whole or left as it was, and under a lock that dies with its holder: of several instances
 * that start at once one migrates and the others wait for it. A role that may only read and write
 * rows is enough where there is nothing to do.
 *
 * @returns the names of the steps that were taken.
 * @throws UnusableSchema when the schema is newer than this program, or may not be changed by this
 *   role; DomainError `dependency_unavailable`, whose details say to an operator what is wrong.
 */
export const migrate = (knex: Knex): Promise<readonly string[]> =>
  explained(async () => {
    // The usual start has nothing to do, and need not wait for anybody to find that out.
    if ((await findPending(knex)).length === 0) return [];
    return inTransaction(knex, {}, async (transaction) => {
      await runScript(transaction, begin);
      const pending = await findPending(transaction);
      if (pending.length > 0) await translated(transaction.migrate.latest(config));
      return pending.map(({ name }) => name);
    });
  });

/**
 * The steps from the schema as it is to the one that this program needs; none when it is up to date.
 * Changes nothing.
 *
 * @throws UnusableSchema when the schema is newer than this program, or may not be looked at by this
 *   role; DomainError `dependency_unavailable`, whose details say to an operator what is wrong.
 */
export const pendingMigrations = (knex: Knex): Promise<readonly SchemaMigration[]> =>
  explained(() => findPending(knex));

/** The SQL that {@link migrate} would run now; empty when there is nothing to do. */
export const migrationPlan = async (knex: Knex): Promise<string> => {
  const pending = await pendingMigrations(knex);
  return pending.map(({ name, sql }) => `-- ${name}\n${sql}`).join('\n');
};

const findPending = async (knex: Knex): Promise<readonly SchemaMigration[]> => {
  const applied = new Set(await appliedMigrations(knex));
  const pending = migrations.filter(({ name }) => !applied.delete(name));
  if (applied.size === 0) return pending;
  throw new UnusableSchema(
    `The database was migrated by a newer version of this program, which has ${[...applied].join(', ')}`,
  );
};

/** Unlike the information schema, it also tells of a table that the role has no rights to. */
const isThere: Statement = {
  name: 'migrations_table',
  text:
    'select exists (select from pg_class ' +
    `where relname = '${tableName}' and pg_table_is_visible(oid)) as answer`,
};

const appliedMigrations = async (knex: Knex): Promise<readonly string[]> => {
  const { rows } = await runStatement<{ readonly answer: boolean }>(knex, isThere, []);
  if (rows[0]?.answer !== true) return [];
  return translated(knex(tableName).orderBy('id').pluck('name'));
};

const explained = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw explainForOperator(error);
  }
};
