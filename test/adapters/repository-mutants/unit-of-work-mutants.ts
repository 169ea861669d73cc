import type { MemoryAccess } from '../../../adapters/memory/memory-access.ts';
import { memoryRepositories } from '../../../adapters/memory/memory-repositories.ts';
import { unitOfWorkSuite } from '../../conformance/unit-of-work.ts';
import {
  aroundRuns,
  copyingResults,
  direct,
  failingAfterError,
  restoring,
  runsOf,
  swapping,
  wrappingErrors,
} from './broken-units-of-work.ts';
import { altered } from '../../support/altered.ts';
import { brokenUnitOfWork, type RepositorySuiteMutants } from './repository-mutant.ts';

export const unitOfWorkMutants: RepositorySuiteMutants = {
  suite: unitOfWorkSuite,
  mutants: [
    {
      fault: 'copies the result of the work',
      caughtBy: 'a run returns the result of its work',
      make: copyingResults,
    },
    {
      fault: 'stores nothing of a successful run',
      caughtBy: 'writes of a run are stored, in every repository',
      make: brokenUnitOfWork(({ store }) =>
        runsOf((work) =>
          store.snapshot((access) => {
            const read: MemoryAccess['read'] = (query) => access.read(query);
            return work(memoryRepositories({ read, write: read }));
          }),
        ),
      ),
    },
    {
      fault: 'reads lists outside of the transaction',
      caughtBy: 'a run reads stored data and its own writes',
      make: brokenUnitOfWork(({ unitOfWork, repositories }) =>
        aroundRuns(
          unitOfWork,
          (run) => (work) =>
            run((inside) => {
              const contents = altered(inside.contents, {
                list: (query) => repositories.contents.list(query),
              });
              return work({ ...inside, contents });
            }),
        ),
      ),
    },
    {
      fault: 'returns stored objects inside a run without copying them',
      caughtBy: 'modifying an object that a run or a snapshot returned does not change the store',
      make: brokenUnitOfWork(({ store }) =>
        runsOf((work) =>
          store.transaction((access) => {
            // What a write returns is not copied.
            const write: MemoryAccess['write'] = (change) => access.write(change);
            return work(memoryRepositories({ read: write, write }));
          }),
        ),
      ),
    },
    {
      fault: 'runs work without a lock outside of a transaction',
      caughtBy: 'a run without a lock stores all of its writes, or none',
      make: brokenUnitOfWork(({ repositories }) => ({ run: (_, work) => work(repositories) })),
    },
    {
      fault: 'wraps the error of a run without a lock',
      caughtBy: 'of concurrent runs without a lock with one slug exactly one succeeds',
      make: wrappingErrors,
    },
    {
      fault: 'shows writes of an unfinished run',
      caughtBy: 'writes of an unfinished run are not visible outside',
      make: restoring,
    },
    {
      fault: 'overwrites concurrent writes at the end of a run',
      caughtBy: 'a run and a concurrent write outside of it are both stored',
      make: swapping,
    },
    {
      fault: 'undoes concurrent writes when a run fails',
      caughtBy: 'a failed run does not undo a concurrent write outside of it',
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
      make: brokenUnitOfWork(({ unitOfWork }) => ({
        runExclusive: (permit, lock, work) =>
          lock === 'settings'
            ? unitOfWork.runExclusive(permit, lock, work)
            : Promise.reject(new Error('there is no such lock')),
      })),
    },
    {
      fault: 'wraps the error of a run',
      caughtBy: 'of concurrent runs with one slug exactly one succeeds',
      make: wrappingErrors,
    },
  ],
};
