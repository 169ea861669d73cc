import type { Knex } from 'knex';
import type { DatabaseSession } from '../connection/database-session.ts';
import { domainErrorOf } from '../connection/errors.ts';
import type { Transaction } from '../connection/knex-pool.ts';
import { initialMigration } from './0001-initial.ts';
import { historyMigration } from './0002-history.ts';
import { trashMigration } from './0003-trash.ts';
import { copiesMigration } from './0004-copies.ts';
import { schedulesMigration } from './0005-schedules.ts';
import { receiptsMigration } from './0006-receipts.ts';
import { slugsMigration } from './0007-slugs.ts';
import { referencesMigration } from './0008-references.ts';
import { searchMigration } from './0009-search.ts';
import { queriesMigration } from './0010-queries.ts';
import { previewsMigration } from './0011-previews.ts';
import { singletonsMigration } from './0012-singletons.ts';
import { historyRemovalMigration } from './0013-history-removal.ts';
import { copySearchMigration } from './0014-copy-search.ts';
import { mediaFocusMigration } from './0015-media-focus.ts';
import { numberKeysMigration } from './0016-number-keys.ts';
import { permanentDeletionMigration } from './0017-permanent-deletion.ts';
import { searchSpanMigration } from './0018-search-span.ts';
import { feedMigration } from './0019-feed.ts';
import { webhooksMigration } from './0020-webhooks.ts';
import { auditMigration } from './0021-audit.ts';
import { publishedTimesMigration } from './0022-published-times.ts';
import { queryMembersMigration } from './0023-query-members.ts';
import { visibilityChangesMigration } from './0024-visibility-changes.ts';
import { claimsMigration } from './0025-claims.ts';
import { webhookAttemptsMigration } from './0026-webhook-attempts.ts';
import { searchWordsMigration } from './0027-search-words.ts';
import { foldedLettersMigration } from './0031-folded-letters.ts';
import { seenSlugsMigration } from './0034-seen-slugs.ts';
import { searchProgressMigration } from './0035-search-progress.ts';
import { wordsMigration } from './0036-words.ts';
import { readersMigration } from './0037-readers.ts';
import { explainForOperator, UnusableSchema } from '../connection/operator-errors.ts';
import { query, runScript, type Statement } from '../connection/statement.ts';
import { inTransaction, migrationLock, readCommitted } from '../connection/transaction.ts';

/** One step from an older schema to a newer one. Steps cannot be undone. */
export interface SchemaMigration {
  /** Sorts after the names of all earlier steps. A step that is in the main branch never changes. */
  readonly name: string;
  /** One or many statements that can run in one transaction. */
  readonly sql: string;
}

/** Oldest first. */
const migrations: readonly SchemaMigration[] = [
  initialMigration,
  historyMigration,
  trashMigration,
  copiesMigration,
  schedulesMigration,
  receiptsMigration,
  slugsMigration,
  referencesMigration,
  searchMigration,
  queriesMigration,
  previewsMigration,
  singletonsMigration,
  historyRemovalMigration,
  copySearchMigration,
  mediaFocusMigration,
  numberKeysMigration,
  permanentDeletionMigration,
  searchSpanMigration,
  feedMigration,
  webhooksMigration,
  auditMigration,
  publishedTimesMigration,
  queryMembersMigration,
  visibilityChangesMigration,
  claimsMigration,
  webhookAttemptsMigration,
  searchWordsMigration,
  foldedLettersMigration,
  seenSlugsMigration,
  searchProgressMigration,
  wordsMigration,
  readersMigration,
];

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
 * @throws UnusableSchema when the schema is newer than this program, or when the role may not change
 *   it; DomainError `dependency_unavailable`, whose details explain the cause to the operator.
 */
export const migrate = (database: DatabaseSession): Promise<readonly string[]> =>
  explained(async () => {
    // Usually nothing is pending. Then there is no need to wait for the lock.
    if ((await findPending(database)).length === 0) return [];
    return inTransaction(database.pool, readCommitted, async (transaction) => {
      await runScript(transaction, begin);
      const pending = await findPending(transaction);
      if (pending.includes(initialMigration)) await assertEncoding(transaction);
      if (pending.length > 0) await runMigrator(transaction);
      return pending.map(({ name }) => name);
    });
  });

/**
 * The steps from the current schema to the one that this program needs; none when it is up to date.
 * Changes nothing.
 *
 * @throws UnusableSchema when the schema is newer than this program, or when the role may not read
 *   it; DomainError `dependency_unavailable`, whose details explain the cause to the operator.
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

const runMigrator = async (transaction: Transaction): Promise<void> => {
  try {
    await transaction.knex.migrate.latest(configFor(transaction));
  } catch (error) {
    throw domainErrorOf(error);
  }
};

const findPending = async (database: DatabaseSession): Promise<readonly SchemaMigration[]> => {
  const applied = new Set(await appliedMigrations(database));
  const pending = migrations.filter(({ name }) => !applied.delete(name));
  const unknown = [...applied];
  if (unknown.length === 0) return pending;
  // A newer version has all steps that this one has. Steps of released versions never change.
  const missing = pending.find(({ name }) => unknown.some((each) => each < name));
  throw new UnusableSchema(
    missing === undefined
      ? `The database was migrated by a newer version of this program (unknown: ${unknown.join(', ')}). Run that version or a newer one`
      : `The database was made by another line of development of this program, not by an earlier version (unknown: ${unknown.join(', ')}; missing: ${missing.name}). No migration leads here: export with the version that made it, and import into a new database. docs/upgrading.md says how`,
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
