import { memoryRepositories } from '../../../adapters/memory/memory-repositories.ts';
import { emptyTables } from '../../../adapters/memory/memory-tables.ts';
import { consistentReadsSuite } from '../../conformance/consistent-reads.ts';
import { copyingResults, direct, openAccess, wrappingErrors } from './broken-transactions.ts';
import {
  brokenStore,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

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
