import { memoryRepositories } from '../../../adapters/memory/memory-repositories.ts';
import { emptyTables } from '../../../adapters/memory/memory-tables.ts';
import { rollbackSuite } from '../../conformance/rollback.ts';
import { snapshotSuite } from '../../conformance/snapshot.ts';
import {
  copyingResults,
  direct,
  openAccess,
  failingAfterError,
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

/** Runs one snapshot at a time and rejects the others. */
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
      fault: 'copies the result of the work',
      caughtBy: 'a snapshot returns the result of its work, or throws its error',
      make: copyingResults,
    },
    {
      fault: 'wraps the error of a snapshot',
      caughtBy: 'a snapshot returns the result of its work, or throws its error',
      make: wrappingErrors,
    },
    {
      fault: 'always shows an empty store in a snapshot',
      caughtBy: 'a snapshot reads what is stored when it starts',
      make: brokenUnitOfWork(() => ({
        snapshot: (work) => work(memoryRepositories(openAccess(emptyTables()))),
      })),
    },
    {
      fault: 'shows concurrent writes in a snapshot',
      caughtBy: 'all reads of a snapshot see the same state, regardless of concurrent writes',
      make: direct,
    },
    {
      fault: 'stores writes of a snapshot',
      caughtBy: 'a write in a snapshot fails and stores nothing',
      make: direct,
    },
    {
      fault: 'runs only one snapshot at a time',
      caughtBy: 'snapshots do not wait for each other',
      make: oneSnapshotAtATime,
    },
  ],
};
