import { insertStarterCollections } from '../collections/starter-collections.ts';
import type { Dependencies } from '../dependencies.ts';
import { subjects } from '../freshness/subjects.ts';

/**
 * Runs at every start of an instance. Creates the starter collections of a new database. Several
 * instances can run it at the same time.
 */
export const beginService =
  (dependencies: Pick<Dependencies, 'writes' | 'ids' | 'clock'>) => async (): Promise<void> =>
    dependencies.writes.runExclusive('settings', [subjects.site], (repositories) =>
      insertStarterCollections(repositories, dependencies),
    );
