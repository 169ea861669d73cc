import type { Knex } from 'knex';
import type { DatabaseSession } from '../connection/database-session.ts';
import { domainErrorOf } from '../connection/errors.ts';
import { collectionsMigration } from './0101-collections.ts';
import { migrations, type SchemaMigration } from './all-migrations.ts';
import { earlierNames, namesMigration, presentNames } from './earlier-names.ts';
import type { Transaction } from '../connection/knex-pool.ts';
import { explainForOperator, UnusableSchema } from '../connection/operator-errors.ts';
import { query, runScript, type Statement } from '../connection/statement.ts';
import { inTransaction, migrationLock, readCommitted } from '../connection/transaction.ts';

const presentSteps = migrations.map(({ name }) => name);

const tableName = 'schema_migrations';

const configFor = (transaction: Transaction): Knex.MigratorConfig => ({
  tableName,
  migrationSource: {
    getMigrations: async () => [...migrations],
    getMigrationName: (migration) => (migration as SchemaMigration).name,
    getMigration: async (migration) => ({
      up: () => runScript(transaction, (migration as SchemaMigration).sql),
      down: () => Promise.reject(new Error('Migrations only go forward')),
    }),
  } satisfies Knex.MigrationSource<unknown>,
});

/**
 * Waits up to 30 minutes for another instance that migrates, which may be building an index. A step
 * waits at most 60 seconds for a lock on a table: all later statements on that table wait behind it.
 */
const begin = `
  set local statement_timeout = 0;
  set local lock_timeout = '30min';
  ${migrationLock};
  set local lock_timeout = '60s'`;

/**
 * Brings the schema up to date in one transaction: either all pending steps are taken or none. Of
 * several instances that start at once, one migrates and the others wait for it. A role that may
 * only read and write rows is enough when no step is pending.
 *
 * @returns the names of the steps taken.
 * @throws UnusableSchema when the schema is newer than this program, when it has only a part of the steps before 0.1.0, or when
 *   the role may not change it; DomainError `dependency_unavailable`, whose details explain the cause to the operator.
 */
export const migrate = (database: DatabaseSession): Promise<readonly string[]> =>
  explained(async () => {
    // Usually nothing is pending. Then there is no need to wait for the lock.
    if ((await findPending(database)).length === 0) return [];
    return inTransaction(database.pool, readCommitted, async (transaction) => {
      await runScript(transaction, begin);
      const pending = await findPending(transaction);
      if (pending.includes(collectionsMigration)) await assertEncoding(transaction);
      if (pending.length > 0) await take(transaction, pending);
      return pending.map(({ name }) => name);
    });
  });

/**
 * The steps from the current schema to the one that this program needs; none when it is up to date.
 * Changes nothing.
 *
 * @throws UnusableSchema when the schema is newer than this program, when it has only a part of the steps before 0.1.0, or when
 *   the role may not read it; DomainError `dependency_unavailable`, whose details explain the cause to the operator.
 */
export const pendingMigrations = (database: DatabaseSession): Promise<readonly SchemaMigration[]> =>
  explained(() => findPending(database));

const encodingOfServer: Statement = {
  name: '',
  text: `select current_setting('server_encoding') as encoding`,
};

/** Other encodings cannot store all characters: the first emoji would be rejected. */
const assertEncoding = async (database: DatabaseSession): Promise<void> => {
  const [answer] = await query<{ readonly encoding: string }>(database, encodingOfServer);
  if (answer?.encoding === 'UTF8') return;
  throw new UnusableSchema(
    `The database in DATABASE_URL has the encoding ${answer?.encoding}, which cannot store all characters. Create one with: create database … encoding 'UTF8' template template0`,
  );
};

/** Runs what is not in the list, which Knex does not know, and then the rest of the list. */
const take = async (
  transaction: Transaction,
  pending: readonly SchemaMigration[],
): Promise<void> => {
  for (const step of pending) {
    if (!migrations.includes(step)) await runScript(transaction, step.sql);
  }
  try {
    await transaction.knex.migrate.latest(configFor(transaction));
  } catch (error) {
    throw domainErrorOf(error);
  }
};

const findPending = async (database: DatabaseSession): Promise<readonly SchemaMigration[]> => {
  const applied = await appliedMigrations(database);
  const isEarlier = applied.some((name) => earlierNames.includes(name));
  assertKnown(applied, isEarlier ? earlierNames : presentSteps);
  const names = isEarlier ? presentNames(applied, presentSteps) : applied;
  const pending = migrations.filter(({ name }) => !names.includes(name));
  return isEarlier ? [namesMigration(names), ...pending] : pending;
};

const assertKnown = (applied: readonly string[], known: readonly string[]): void => {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  // A newer version has all steps that this one has. Steps of released versions never change.
  const missing = known.find(
    (name) => !applied.includes(name) && unknown.some((each) => each < name),
  );
  throw new UnusableSchema(
    missing === undefined
      ? `The database was migrated by a newer version of this program (unknown: ${unknown.join(', ')}). Run that version or a newer one`
      : `The database was made by another line of development of this program, not by an earlier version (unknown: ${unknown.join(', ')}; missing: ${missing}). No migration leads here: export with the version that made it, and import into a new database. docs/upgrading.md says how`,
  );
};

/** Unlike the information schema, `pg_class` also lists tables that the role has no rights to. */
const tableExists: Statement = {
  name: 'migrations_table',
  text:
    'select exists (select from pg_class ' +
    `where relname = '${tableName}' and pg_table_is_visible(oid)) as answer`,
};

const applied: Statement = {
  name: 'migrations_applied',
  text: `select name from ${tableName} order by id`,
};

const appliedMigrations = async (database: DatabaseSession): Promise<readonly string[]> => {
  const [row] = await query<{ readonly answer: boolean }>(database, tableExists);
  if (row?.answer !== true) return [];
  const rows = await query<{ readonly name: string }>(database, applied);
  return rows.map(({ name }) => name);
};

/** Explains what `work` throws to the operator. */
export const explained = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw explainForOperator(error);
  }
};
