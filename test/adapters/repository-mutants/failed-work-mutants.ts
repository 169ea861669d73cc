import { failedWorkSuite } from '../../conformance/failed-work.ts';
import { direct, failingAfterError, swapping, wrappingErrors } from './broken-transactions.ts';
import type { RepositorySuiteMutants } from './repository-mutant.ts';

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
