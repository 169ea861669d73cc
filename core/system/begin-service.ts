import { saveNewEpoch } from '../caching/cache-epoch.ts';
import { insertStarterCollections } from '../collections/starter-collections.ts';
import type { Dependencies } from '../dependencies.ts';
import { subjects } from '../freshness/subjects.ts';
import { readCacheSettings } from '../plugins/cache-plugin.ts';

/**
 * Runs at every start of an instance. Creates the starter collections of a new database, and starts a new
 * cache epoch: the database may have been restored from a dump together with its epoch, while the shared
 * cache contains later entries. Several instances can run it at the same time.
 */
export const beginService =
  (dependencies: Pick<Dependencies, 'writes' | 'ids' | 'clock' | 'secrets'>) =>
  async (): Promise<void> =>
    dependencies.writes.runExclusive('settings', [subjects.site], async (repositories) => {
      await insertStarterCollections(repositories, dependencies);
      const { settings } = await repositories.site.load();
      // While the plugin is off nothing is cached, and switching it on starts a new epoch.
      if (readCacheSettings(settings) !== undefined) {
        await saveNewEpoch(repositories.site, dependencies.secrets);
      }
    });
