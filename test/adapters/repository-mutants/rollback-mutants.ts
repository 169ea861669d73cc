import { memoryRepositories } from '../../../adapters/memory/memory-repositories.ts';
import { emptyTables } from '../../../adapters/memory/memory-tables.ts';
import { rollbackSuite } from '../../conformance/rollback.ts';
import { snapshotSuite } from '../../conformance/snapshot.ts';
import {
  copyingAnswers,
  direct,
  openAccess,
  poisoned,
  swapping,
  wrappingErrors,
} from './broken-units-of-work.ts';
import {
  brokenUnitOfWork,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

export const rollbackMutants: RepositorySuiteMutants = {
  suite: rollbackSuite,
  mutants: [
    {
      fault: 'hides why a run failed',
      caughtBy: 'a run fails with the very error of its work',
      make: wrappingErrors,
    },
    { fault: 'rolls nothing back', caughtBy: 'a run that fails adds nothing', make: direct },
    { fault: 'rolls nothing back', caughtBy: 'a run that fails changes nothing', make: direct },
    { fault: 'rolls nothing back', caughtBy: 'a run that fails removes nothing', make: direct },
    {
      fault: 'rolls nothing back',
      caughtBy: 'a refused write fails the run, which keeps nothing',
      make: direct,
    },
    {
      fault: 'goes on after a refused write',
      caughtBy: 'a refused write fails the run even if its work looks away',
      make: swapping,
    },
    {
      fault: 'can run nothing once a run has failed',
      caughtBy: 'the store can be written as before once a run has failed',
      make: poisoned,
    },
  ],
};

/** Serves one snapshot at a time and turns the others away. */
const oneSnapshotAtATime: RepositoryMutant['make'] = brokenUnitOfWork(({ unitOfWork }) => {
  let isBusy = false;
  return {
    snapshot: async (work) => {
      if (isBusy) throw new Error('the connection is busy');
      isBusy = true;
      try {
        return await unitOfWork.snapshot(work);
      } finally {
        isBusy = false;
      }
    },
  };
});

export const snapshotMutants: RepositorySuiteMutants = {
  suite: snapshotSuite,
  mutants: [
    {
      fault: 'copies the answer of the work',
      caughtBy: 'snapshot answers what its work answers, and fails as it fails',
      make: copyingAnswers,
    },
    {
      fault: 'hides why a snapshot failed',
      caughtBy: 'snapshot answers what its work answers, and fails as it fails',
      make: wrappingErrors,
    },
    {
      fault: 'shows a snapshot of an empty store',
      caughtBy: 'a snapshot sees what is stored when it begins',
      make: brokenUnitOfWork(() => ({
        snapshot: (work) => work(memoryRepositories(openAccess(emptyTables()))),
      })),
    },
    {
      fault: 'shows what is written during a snapshot',
      caughtBy: 'all reads of a snapshot see one moment, whatever is written meanwhile',
      make: direct,
    },
    {
      fault: 'keeps what is written in a snapshot',
      caughtBy: 'a write in a snapshot is refused and leaves nothing',
      make: direct,
    },
    {
      fault: 'serves one snapshot at a time',
      caughtBy: 'snapshots do not wait for one another',
      make: oneSnapshotAtATime,
    },
  ],
};
