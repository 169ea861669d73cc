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
import { LateMemoryTransaction } from './late-memory-transaction.ts';
import { commitChanges } from './content/memory-commit.ts';
import { memoryRepositories } from './memory-repositories.ts';
import { MemoryState } from './memory-state.ts';
import type { MemoryWork } from './memory-tables.ts';

/** A store in the memory of one process. It runs one transaction at a time, whatever its lock. */
export class MemoryStore implements Store {
  readonly repositories: Repositories;
  readonly supports = { snapshots: true };
  readonly health: HealthProbe;
  readonly #state: MemoryState;
  readonly #work: MemoryWork;

  /** @param work the state, or a transaction of it. */
  constructor(state: MemoryState = new MemoryState(), work: MemoryWork = state) {
    this.#state = state;
    this.#work = work;
    this.repositories = memoryRepositories(work);
    this.health = { ping: () => state.read(() => undefined) };
  }

  async commit(
    changes: readonly ContentChange[],
    unchanged?: readonly ItemVersion[],
    groups?: readonly GroupState[],
  ): Promise<boolean> {
    return commitChanges(this.#work, changes, unchanged, groups);
  }

  async exclusively<T>(
    _lock: LockName,
    work: (repositories: Repositories) => Promise<T>,
  ): Promise<T> {
    return this.#work.transaction((access) => work(memoryRepositories(access)));
  }

  async atomically<T>(work: (store: Store) => Promise<T>): Promise<T> {
    if (this.#work !== this.#state) return work(this);
    const transaction = new LateMemoryTransaction(this.#state);
    try {
      const result = await work(new MemoryStore(this.#state, transaction));
      await transaction.commit();
      return result;
    } catch (error) {
      await transaction.rollBack();
      throw error;
    }
  }

  async consistently<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return this.#work.readConsistently((access) => work(memoryRepositories(access)));
  }

  async snapshot(): Promise<Snapshot | undefined> {
    return this.#state.read(({ snapshot }) => snapshot);
  }

  async pendingMigrations(): Promise<readonly MigrationStep[]> {
    return [];
  }

  async migrate(): Promise<readonly string[]> {
    return [];
  }

  async close(): Promise<void> {
    this.#state.close();
  }
}
