import type { MemoryAccess } from '../../../adapters/memory/memory-tables.ts';
import { memoryRepositories } from '../../../adapters/memory/memory-repositories.ts';
import { exclusiveWorkSuite } from '../../conformance/exclusive-work.ts';
import { altered } from '../../support/core/altered.ts';
import {
  copyingResults,
  direct,
  failingAfterError,
  restoring,
  swapping,
  wrappingErrors,
} from './broken-transactions.ts';
import { brokenStore, type RepositorySuiteMutants } from './repository-mutant.ts';

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
