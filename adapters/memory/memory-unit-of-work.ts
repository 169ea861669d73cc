import type { LockName, Permit, Repositories, UnitOfWork } from '../../core/index.ts';
import { memoryRepositories } from './memory-repositories.ts';
import type { MemoryStore } from './memory-store.ts';

/** Runs one transaction at a time, with or without a lock, because the store has one writer at a time. */
export class MemoryUnitOfWork implements UnitOfWork {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async single<T>(permit: Permit, work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return this.run(permit, work);
  }

  async run<T>(_permit: Permit, work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return this.#store.transaction((access) => work(memoryRepositories(access)));
  }

  async runExclusive<T>(
    permit: Permit,
    _lock: LockName,
    work: (repositories: Repositories) => Promise<T>,
  ): Promise<T> {
    return this.run(permit, work);
  }

  async snapshot<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return this.#store.snapshot((access) => work(memoryRepositories(access)));
  }
}
