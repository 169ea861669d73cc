import { commitChanges } from '../../../adapters/memory/memory-commit.ts';
import { memoryRepositories } from '../../../adapters/memory/memory-repositories.ts';
import { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import {
  emptyTables,
  forkTables,
  type MemoryAccess,
  type MemoryTables,
} from '../../../adapters/memory/memory-tables.ts';
import type { Repositories, Store } from '../../../core/index.ts';
import { altered } from '../../support/core/altered.ts';
import { brokenStore, type RepositoryMutant } from './repository-mutant.ts';

type Work<T> = (repositories: Repositories) => Promise<T>;

export type Run = <T>(work: Work<T>) => Promise<T>;

/** Wraps exclusive and consistent work in the same way. */
const around = (
  store: Store,
  change: (run: Run) => Run,
): Pick<Store, 'exclusively' | 'consistently'> => ({
  exclusively: (lock, work) => change((inner) => store.exclusively(lock, inner))(work),
  consistently: (work) => change((inner) => store.consistently(inner))(work),
});

/** Access to tables without isolation: all transactions share them. */
export const openAccess = (tables: MemoryTables): MemoryAccess => ({
  read: async (query) => query(tables),
  write: async (change) => change(tables),
});

/** A store over tables that everything shares. */
const sharing = (runOver: (tables: MemoryTables, shared: Repositories) => Run): Store => {
  const tables = emptyTables('shared');
  const access = openAccess(tables);
  const repositories = memoryRepositories(access);
  const run = runOver(tables, repositories);
  return altered(new MemoryStore() as Store, {
    repositories,
    commit: (changes) => commitChanges({ ...access, transaction: (work) => work(access) }, changes),
    exclusively: (_, work) => run(work),
    consistently: (work) => work(repositories),
  });
};

const restore = (tables: MemoryTables, before: MemoryTables): void => {
  for (const name of Object.keys(tables) as (keyof MemoryTables)[]) {
    const [table, entries]: unknown[] = [tables[name], before[name]];
    if (!(table instanceof Map && entries instanceof Map)) continue;
    const copied = [...entries];
    table.clear();
    for (const [key, value] of copied) table.set(key, value);
  }
};

/** Writes to the shared tables, and restores the old state after a failure. */
export const restoring: RepositoryMutant['make'] = () =>
  sharing((tables, repositories) => async (work) => {
    const before = forkTables(tables);
    try {
      return await work(repositories);
    } catch (error) {
      restore(tables, before);
      throw error;
    }
  });

/** Writes to a copy, which replaces the shared tables at the end. */
export const swapping: RepositoryMutant['make'] = () =>
  sharing((tables) => async (work) => {
    const fork = forkTables(tables);
    const result = await work(memoryRepositories(openAccess(fork)));
    restore(tables, fork);
    return result;
  });

/** Uses no transactions. */
export const direct: RepositoryMutant['make'] = brokenStore(({ repositories }) => ({
  exclusively: (_, work) => work(repositories),
  consistently: (work) => work(repositories),
}));

/** Fails every run after the first failure. */
export const failingAfterError: RepositoryMutant['make'] = brokenStore(({ store }) => {
  let failure: Promise<never> | undefined;
  return around(store, (run) => (work) => {
    if (failure !== undefined) return failure;
    const result = run(work);
    result.catch(() => {
      failure = Promise.reject(new Error('the connection is in a failed transaction'));
      failure.catch(() => undefined);
    });
    return result;
  });
});

/** Returns a copy of the result. */
export const copyingResults: RepositoryMutant['make'] = brokenStore(({ store }) =>
  around(store, (run) => async (work) => structuredClone(await run(work))),
);

export const wrappingErrors: RepositoryMutant['make'] = brokenStore(({ store }) =>
  around(
    store,
    (run) => (work) =>
      run(work).catch((cause: unknown) => {
        throw new Error('the transaction failed', { cause });
      }),
  ),
);
