import type {
  ContentChange,
  HealthProbe,
  LockName,
  MigrationStep,
  Repositories,
  Snapshot,
  Store,
} from '../../core/index.ts';
import { commitChanges } from './memory-commit.ts';
import { memoryRepositories } from './memory-repositories.ts';
import { MemoryState } from './memory-state.ts';

/** A store in the memory of one process. It runs one transaction at a time, whatever its lock. */
export class MemoryStore implements Store {
  readonly repositories: Repositories;
  readonly health: HealthProbe;
  readonly #state: MemoryState;

  constructor(state: MemoryState = new MemoryState()) {
    this.#state = state;
    this.repositories = memoryRepositories(state);
    this.health = { ping: () => state.read(() => undefined) };
  }

  async commit(changes: readonly ContentChange[]): Promise<boolean> {
    return commitChanges(this.#state, changes);
  }

  async exclusively<T>(
    _lock: LockName,
    work: (repositories: Repositories) => Promise<T>,
  ): Promise<T> {
    return this.#state.transaction((access) => work(memoryRepositories(access)));
  }

  async consistently<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return this.#state.readConsistently((access) => work(memoryRepositories(access)));
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
