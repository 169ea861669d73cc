import type {
  ContentChange,
  HealthProbe,
  LockName,
  MigrationStep,
  Repositories,
  Snapshot,
  Store,
} from '../../core/index.ts';
import { MemoryApiTokenRepository } from './memory-api-token-repository.ts';
import { MemoryCollectionRepository } from './memory-collection-repository.ts';
import { commitChanges } from './memory-commit.ts';
import { MemoryContentRepository } from './memory-content-repository.ts';
import { MemoryMediaRepository } from './memory-media-repository.ts';
import { MemorySessionRepository } from './memory-session-repository.ts';
import { MemorySiteRepository } from './memory-site-repository.ts';
import { MemoryState } from './memory-state.ts';
import { MemorySummaryRepository } from './memory-summary-repository.ts';
import type { MemoryAccess } from './memory-tables.ts';
import { MemoryUserRepository } from './memory-user-repository.ts';

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

/** All repositories over one store, or over one transaction of it. */
export const memoryRepositories = (access: MemoryAccess): Repositories => ({
  contents: new MemoryContentRepository(access),
  summaries: new MemorySummaryRepository(access),
  collections: new MemoryCollectionRepository(access),
  media: new MemoryMediaRepository(access),
  users: new MemoryUserRepository(access),
  sessions: new MemorySessionRepository(access),
  apiTokens: new MemoryApiTokenRepository(access),
  site: new MemorySiteRepository(access),
});
