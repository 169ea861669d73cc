import { beginEpoch } from '../caching/cache-epoch.ts';
import { plantInside } from '../collections/starter-collections.ts';
import { readCacheSettings } from '../plugins/cache-plugin.ts';
import type { Ports } from '../ports/ports.ts';

type BeginningPorts = Pick<Ports, 'unitOfWork' | 'ids' | 'clock' | 'secrets'>;

/**
 * What every start of the service begins with. A database without collections gets its first two, and
 * nothing that was cached before is found again: the database may be another than the one that the
 * shared cache was filled from, brought back from a dump with the epoch that was in it. Safe to run
 * everywhere at once.
 */
export const beginService = (ports: BeginningPorts) => async (): Promise<void> =>
  ports.unitOfWork.run('settings', async (inside) => {
    await plantInside(inside, ports);
    // A plugin that is off has nothing cached, and begins an epoch when it is switched on.
    if (readCacheSettings(await inside.settings.load()) !== undefined) {
      await beginEpoch(inside.settings, ports.secrets);
    }
  });
