import { commitChanges } from '../../../adapters/memory/content/memory-commit.ts';
import { memoryRepositories } from '../../../adapters/memory/memory-repositories.ts';
import { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import {
  emptyTables,
  forkTables,
  type MemoryAccess,
  type MemoryTables,
} from '../../../adapters/memory/memory-tables.ts';
import type { Repositories, Store } from '../../../core/store.ts';
import { altered } from '../../support/core/altered.ts';
import {
  brokenStore,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';
import { consistentReadsSuite } from '../../conformance/transactions/consistent-reads.ts';
import { exclusiveWorkSuite } from '../../conformance/transactions/exclusive-work.ts';
import { failedWorkSuite } from '../../conformance/transactions/failed-work.ts';

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
const openAccess = (tables: MemoryTables): MemoryAccess => ({
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
const restoring: RepositoryMutant['make'] = () =>
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
const swapping: RepositoryMutant['make'] = () =>
  sharing((tables) => async (work) => {
    const fork = forkTables(tables);
    const result = await work(memoryRepositories(openAccess(fork)));
    restore(tables, fork);
    return result;
  });

/** Uses no transactions. */
const direct: RepositoryMutant['make'] = brokenStore(({ repositories }) => ({
  exclusively: (_, work) => work(repositories),
  consistently: (work) => work(repositories),
}));

/** Fails every run after the first failure. */
const failingAfterError: RepositoryMutant['make'] = brokenStore(({ store }) => {
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
const copyingResults: RepositoryMutant['make'] = brokenStore(({ store }) =>
  around(store, (run) => async (work) => structuredClone(await run(work))),
);

const wrappingErrors: RepositoryMutant['make'] = brokenStore(({ store }) =>
  around(
    store,
    (run) => (work) =>
      run(work).catch((cause: unknown) => {
        throw new Error('the transaction failed', { cause });
      }),
  ),
);

/** Lets one call read at a time, and rejects the others. */
const oneAtATime: RepositoryMutant['make'] = brokenStore(({ store }) => {
  let isBusy = false;
  return {
    consistently: async (work) => {
      if (isBusy) throw new Error('the connection is busy');
      isBusy = true;
      try {
        return await store.consistently(work);
      } finally {
        isBusy = false;
      }
    },
  };
});

export const consistentReadMutants: RepositorySuiteMutants = {
  suite: consistentReadsSuite,
  mutants: [
    {
      fault: 'copies the result of the work',
      caughtBy: 'consistent reads return the result of their work, or throw its error',
      make: copyingResults,
    },
    {
      fault: 'wraps the error of consistent reads',
      caughtBy: 'consistent reads return the result of their work, or throw its error',
      make: wrappingErrors,
    },
    {
      fault: 'always shows an empty store to consistent reads',
      caughtBy: 'consistent reads see what is stored when they start',
      make: brokenStore(() => ({
        consistently: (work) => work(memoryRepositories(openAccess(emptyTables('empty')))),
      })),
    },
    {
      fault: 'shows concurrent writes to consistent reads',
      caughtBy: 'they all see the same state, regardless of concurrent writes',
      make: direct,
    },
    {
      fault: 'stores writes among consistent reads',
      caughtBy: 'a write among consistent reads fails and stores nothing',
      make: direct,
    },
    {
      fault: 'lets only one call read at a time',
      caughtBy: 'consistent reads do not wait for each other',
      make: oneAtATime,
    },
  ],
};

export const exclusiveWorkMutants: RepositorySuiteMutants = {
  suite: exclusiveWorkSuite,
  mutants: [
    {
      fault: 'copies the result of the work',
      caughtBy: 'a run returns the result of its work',
      make: copyingResults,
    },
    {
      fault: 'stores nothing of a successful run',
      caughtBy: 'writes of a run are stored, in every repository',
      make: brokenStore(({ memory }) => ({
        exclusively: (_, work) =>
          memory.readConsistently((access) => {
            const read: MemoryAccess['read'] = (query) => access.read(query);
            return work(memoryRepositories({ read, write: read }));
          }),
      })),
    },
    {
      fault: 'reads lists outside of the transaction',
      caughtBy: 'a run reads stored data and its own writes',
      make: brokenStore(({ store, repositories }) => ({
        exclusively: (lock, work) =>
          store.exclusively(lock, (inside) => {
            const list = () => repositories.collections.list();
            return work({ ...inside, collections: altered(inside.collections, { list }) });
          }),
      })),
    },
    {
      fault: 'returns stored objects inside a run without copying them',
      caughtBy: 'modifying an object that a run returned does not change the store',
      make: brokenStore(({ memory }) => ({
        exclusively: (_, work) =>
          memory.transaction((access) => {
            // What a write returns is not copied.
            const write: MemoryAccess['write'] = (change) => access.write(change);
            return work(memoryRepositories({ read: write, write }));
          }),
      })),
    },
    {
      fault: 'shows writes of an unfinished run',
      caughtBy: 'writes of an unfinished run are not visible outside',
      make: restoring,
    },
    {
      fault: 'overwrites concurrent writes at the end of a run',
      caughtBy: 'a run and concurrent writes outside of it are all stored',
      make: swapping,
    },
    {
      fault: 'undoes concurrent writes when a run fails',
      caughtBy: 'a failed run does not undo concurrent writes outside of it',
      make: restoring,
    },
    {
      fault: 'takes no locks',
      caughtBy: 'runs with the same lock lose no update',
      make: direct,
    },
    { fault: 'takes no locks', caughtBy: 'runs with the same lock never overlap', make: direct },
    {
      fault: 'fails every run after a failed one',
      caughtBy: 'a failed run releases its lock',
      make: failingAfterError,
    },
    {
      fault: 'supports only one lock',
      caughtBy: 'runs with different locks all complete',
      make: brokenStore(({ store }) => ({
        exclusively: (lock, work) =>
          lock === 'settings'
            ? store.exclusively(lock, work)
            : Promise.reject(new Error('there is no such lock')),
      })),
    },
    {
      fault: 'wraps the error of a run',
      caughtBy: 'of concurrent runs with one name exactly one succeeds',
      make: wrappingErrors,
    },
  ],
};

export const failedWorkMutants: RepositorySuiteMutants = {
  suite: failedWorkSuite,
  mutants: [
    {
      fault: 'wraps the error of a run',
      caughtBy: 'a run throws the error of its work',
      make: wrappingErrors,
    },
    { fault: 'rolls nothing back', caughtBy: 'a failed run adds nothing', make: direct },
    { fault: 'rolls nothing back', caughtBy: 'a failed run changes nothing', make: direct },
    { fault: 'rolls nothing back', caughtBy: 'a failed run removes nothing', make: direct },
    {
      fault: 'rolls nothing back',
      caughtBy: 'a rejected write fails the run, which stores nothing',
      make: direct,
    },
    {
      fault: 'continues a run after a rejected write',
      caughtBy: 'a rejected write fails the run even if its work catches the error',
      make: swapping,
    },
    {
      fault: 'fails every run after a failed one',
      caughtBy: 'the store can be written after a failed run',
      make: failingAfterError,
    },
  ],
};
