import type { MemoryAccess } from '../../../adapters/memory/memory-access.ts';
import { memoryRepositories } from '../../../adapters/memory/memory-repositories.ts';
import { unitOfWorkSuite } from '../../conformance/unit-of-work.ts';
import {
  copyingAnswers,
  direct,
  poisoned,
  restoring,
  swapping,
  wrappingErrors,
} from './broken-units-of-work.ts';
import { altered } from '../../support/altered.ts';
import { brokenUnitOfWork, type RepositorySuiteMutants } from './repository-mutant.ts';

export const unitOfWorkMutants: RepositorySuiteMutants = {
  suite: unitOfWorkSuite,
  mutants: [
    {
      fault: 'copies the answer of the work',
      caughtBy: 'run answers what its work answers',
      make: copyingAnswers,
    },
    {
      fault: 'keeps nothing of a run that succeeds',
      caughtBy: 'what the work wrote is there afterwards, in every repository it used',
      make: brokenUnitOfWork(({ store }) => ({
        run: (_, work) =>
          store.snapshot((access) => {
            const read: MemoryAccess['read'] = (query) => access.read(query);
            return work(memoryRepositories({ read, write: read }));
          }),
      })),
    },
    {
      fault: 'reads lists outside of the run',
      caughtBy: 'the work sees what was stored before and what it wrote itself',
      make: brokenUnitOfWork(({ unitOfWork, repositories }) => ({
        run: (lock, work) =>
          unitOfWork.run(lock, (inside) => {
            const contents = altered(inside.contents, {
              list: (query) => repositories.contents.list(query),
            });
            return work({ ...inside, contents });
          }),
      })),
    },
    {
      fault: 'hands its own objects out inside a run',
      caughtBy: 'changing an object that a run or a snapshot gave out changes nothing stored',
      make: brokenUnitOfWork(({ store }) => ({
        run: (_, work) =>
          store.transaction((access) => {
            // What a write answers is not copied.
            const write: MemoryAccess['write'] = (change) => access.write(change);
            return work(memoryRepositories({ read: write, write }));
          }),
      })),
    },
    {
      fault: 'shows what a run has not finished',
      caughtBy: 'what a run has not finished is not seen outside',
      make: restoring,
    },
    {
      fault: 'overwrites what was written outside when a run ends',
      caughtBy: 'a run and a write outside of it keep each other',
      make: swapping,
    },
    {
      fault: 'takes back what was written outside when a run fails',
      caughtBy: 'a run that fails takes no write outside of it along',
      make: restoring,
    },
    {
      fault: 'knows no locks',
      caughtBy: 'runs with one lock lose no update to each other',
      make: direct,
    },
    { fault: 'knows no locks', caughtBy: 'runs with one lock never overlap', make: direct },
    {
      fault: 'can run nothing once a run has failed',
      caughtBy: 'a run that fails gives its lock back',
      make: poisoned,
    },
    {
      fault: 'knows one lock only',
      caughtBy: 'runs with different locks all come to their end',
      make: brokenUnitOfWork(({ unitOfWork }) => ({
        run: (lock, work) =>
          lock === 'settings'
            ? unitOfWork.run(lock, work)
            : Promise.reject(new Error('there is no such lock')),
      })),
    },
    {
      fault: 'hides why a run failed',
      caughtBy: 'runs racing for a slug end as single writes do',
      make: wrappingErrors,
    },
  ],
};
