import type { HealthProbe } from '../../core/index.ts';
import type {
  ContentChange,
  GroupState,
  ItemVersion,
  LockName,
  Repositories,
  Store,
} from '../../core/store.ts';
import type { MigrationStep, Snapshot } from '../../core/vocabulary.ts';
import { openLateOf, type DatabaseSession } from './connection/database-session.ts';
import { lateTransaction } from './connection/late-transaction.ts';
import { writeCreations } from './content/changes/content-creations.ts';
import { lockVersion, writeChange } from './content/changes/content-writes.ts';
import {
  areAsExpected,
  endGroupChanges,
  lockGroupsOf,
  releaseValuesOf,
} from './content/changes/group-locks.ts';
import { lockItems } from './content/changes/parts/reference-part.ts';
import { explained, migrate, pendingMigrations } from './migrations/migrate.ts';
import { collectionsMigration } from './migrations/0101-collections.ts';
import { postgresRepositories } from './postgres-repositories.ts';
import type { QuestionCounts } from './snapshot-question.ts';
import { query } from './connection/statement.ts';
import { joinTransaction, readTogether, takeLock } from './connection/transaction.ts';

export interface PostgresStoreOptions {
  readonly snapshot: () => Promise<Snapshot | undefined>;
  readonly close: () => Promise<void>;
  /** Undefined for a store that knows its snapshot without a question. */
  readonly questions?: (() => QuestionCounts) | undefined;
  /** Called before the first use of the schema. @throws UnusableSchema. */
  readonly assertUsable?: () => Promise<void>;
}

/** The changes in their order, with the unchanged items where their ids belong. */
const inLockOrder = (
  changes: readonly ContentChange[],
  unchanged: readonly ItemVersion[],
): readonly (ContentChange | ItemVersion)[] => {
  const kept = unchanged.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const ordered: (ContentChange | ItemVersion)[] = [];
  for (const change of changes) {
    const count = kept.findIndex(({ id }) => id > change.item.id);
    ordered.push(...kept.splice(0, count === -1 ? kept.length : count), change);
  }
  return [...ordered, ...kept];
};

/** A standby is read-only, too. */
const ping = {
  name: 'ping',
  text: `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
};

const readTime = {
  name: 'time',
  text: 'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
};

/**
 * A PostgreSQL server, or the embedded one. Retries what failed only because of concurrent transactions (a
 * deadlock, for example): the work of a transaction may be called more than once.
 */
export class PostgresStore implements Store {
  readonly database: DatabaseSession;
  readonly repositories: Repositories;
  readonly supports = { snapshots: true };
  readonly health: HealthProbe;
  readonly questions: PostgresStoreOptions['questions'];
  readonly #options: PostgresStoreOptions;
  #isUsable = false;

  constructor(database: DatabaseSession, options: PostgresStoreOptions) {
    this.database = database;
    this.repositories = postgresRepositories(database);
    this.#options = options;
    this.questions = options.questions;
    this.health = {
      ping: async () => {
        const [answer] = await query<{ readonly isReadOnly: boolean }>(database, ping);
        const { hasFailed } = database.pool.latestWrite;
        return answer?.isReadOnly === true || hasFailed ? 'read-only' : undefined;
      },
      time: async () => {
        const [answer] = await query<{ readonly now: number }>(database, readTime);
        return answer?.now ?? Number.NaN;
      },
    };
  }

  async commit(
    changes: readonly ContentChange[],
    unchanged: readonly ItemVersion[] = [],
    groups: readonly GroupState[] = [],
  ): Promise<boolean> {
    if (unchanged.length > 0 || groups.length > 0) {
      return this.#commitInTransaction(changes, unchanged, groups);
    }
    const [first, ...others] = changes;
    if (first === undefined) return true;
    if (others.length === 0) return writeChange(this.database, first);
    const creations = changes.filter((change) => change.kind === 'create');
    const areOnlyCreations = creations.length === changes.length;
    const isEach = ({ expected }: (typeof creations)[number]): boolean =>
      expected.entersSingleton === true || expected.entersGroup !== undefined;
    if (areOnlyCreations && !creations.some(isEach))
      return writeCreations(this.database, creations);
    return this.#commitInTransaction(changes);
  }

  async #commitInTransaction(
    changes: readonly ContentChange[],
    unchanged: readonly ItemVersion[] = [],
    groups: readonly GroupState[] = [],
  ): Promise<boolean> {
    const outdated = new Error('One of several changes is outdated');
    try {
      await joinTransaction(this.database, async (transaction) => {
        const leaving = changes.flatMap(({ kind, item }) => (kind === 'delete' ? [item.id] : []));
        await lockGroupsOf(transaction, changes, groups);
        if (leaving.length > 0 && leaving.length < changes.length) {
          // Before the items that refer to them, in the order of the statements that write references.
          await query(transaction, lockItems, [leaving]);
        }
        if (!(await areAsExpected(transaction, groups))) throw outdated;
        await releaseValuesOf(transaction, changes, groups);
        for (const each of inLockOrder(changes, unchanged)) {
          const lockOrWrite =
            'kind' in each
              ? writeChange(transaction, each, leaving)
              : lockVersion(transaction, each);
          if (!(await lockOrWrite)) throw outdated;
        }
        await endGroupChanges(transaction, changes, groups);
      });
      return true;
    } catch (error) {
      if (error === outdated) return false;
      throw error;
    }
  }

  async exclusively<T>(
    lock: LockName,
    work: (repositories: Repositories) => Promise<T>,
  ): Promise<T> {
    return joinTransaction(this.database, async (transaction) => {
      await takeLock(transaction, lock);
      return work(postgresRepositories(transaction));
    });
  }

  async atomically<T>(work: (store: Store) => Promise<T>): Promise<T> {
    if (openLateOf(this.database) !== undefined) return work(this);
    const transaction = lateTransaction(this.database.pool);
    try {
      const result = await work(new PostgresStore(transaction, this.#options));
      await transaction.commit();
      return result;
    } catch (error) {
      await transaction.rollBack();
      throw error;
    }
  }

  async consistently<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return readTogether(this.database, (inside) => work(postgresRepositories(inside)));
  }

  async snapshot(): Promise<Snapshot | undefined> {
    return this.#options.snapshot();
  }

  async pendingMigrations(): Promise<readonly MigrationStep[]> {
    await this.#assertUsable();
    return (await pendingMigrations(this.database)).map((migration) => ({
      name: migration.name,
      script: migration.sql,
      creates: migration === collectionsMigration,
    }));
  }

  async migrate(): Promise<readonly string[]> {
    await this.#assertUsable();
    return migrate(this.database);
  }

  async close(): Promise<void> {
    await this.#options.close();
  }

  async #assertUsable(): Promise<void> {
    if (this.#isUsable) return;
    await explained(async () => this.#options.assertUsable?.());
    this.#isUsable = true;
  }
}
