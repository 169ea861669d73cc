import type { Knex } from 'knex';
import { takeLock } from './advisory-locks.ts';
import { initialMigration } from './migrations/0001-initial.ts';
import type { SchemaMigration } from './schema-migration.ts';
import { runScript } from './statement.ts';
import { inTransaction } from './transaction.ts';
import { translated } from './translated.ts';

/** All steps, oldest first. */
const migrations: readonly SchemaMigration[] = [initialMigration];

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

/** Building an index takes its time; so may another instance that migrates right now. */
const patience = `set local statement_timeout = 0; set local lock_timeout = '60s'`;

/**
 * Brings the schema up to date. Everything happens in one transaction, so that it is brought up to
 * date whole or left as it was, and under a lock that dies with its holder: of several instances
 * that start at once one migrates and the others wait for it.
 *
 * @returns the names of the steps that were taken.
 * @throws Error when the schema is newer than this program; DomainError `dependency_unavailable`.
 */
export const migrate = async (knex: Knex): Promise<readonly string[]> => {
  // The usual start has nothing to do, and need not wait for anybody to find that out.
  if ((await pendingMigrations(knex)).length === 0) return [];
  return inTransaction(knex, {}, async (transaction) => {
    await runScript(transaction, patience);
    await takeLock(transaction, 'migrations');
    const pending = await pendingMigrations(transaction);
    await translated(transaction.migrate.latest(config));
    return pending.map(({ name }) => name);
  });
};

/**
 * The steps from the schema as it is to the one that this program needs; none when it is up to date.
 * Changes nothing.
 *
 * @throws Error when the schema is newer than this program; DomainError `dependency_unavailable`.
 */
export const pendingMigrations = async (knex: Knex): Promise<readonly SchemaMigration[]> => {
  const applied = new Set(await appliedMigrations(knex));
  const pending = migrations.filter(({ name }) => !applied.delete(name));
  if (applied.size === 0) return pending;
  throw new Error(
    `The database was migrated by a newer version of this program, which has ${[...applied].join(', ')}`,
  );
};

/** The SQL that {@link migrate} would run now; empty when there is nothing to do. */
export const migrationPlan = async (knex: Knex): Promise<string> => {
  const pending = await pendingMigrations(knex);
  return pending.map(({ name, sql }) => `-- ${name}\n${sql}`).join('\n');
};

const appliedMigrations = async (knex: Knex): Promise<readonly string[]> => {
  if (!(await translated(knex.schema.hasTable(tableName)))) return [];
  return translated(knex(tableName).orderBy('id').pluck('name'));
};
