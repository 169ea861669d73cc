import { readCacheSettings } from '../plugins/cache-plugin.ts';
import type { SecretGenerator } from '../ports/generators.ts';
import type { Log } from '../ports/monitoring.ts';
import type { SiteRepository } from '../ports/site-repository.ts';
import { subjects } from '../freshness/subjects.ts';
import type { Writes } from '../freshness/writes.ts';
import type { ForgivingCache } from './forgiving-cache.ts';

/**
 * Part of the key of everything cached. It is stored in the database and loaded by every read, so a new
 * epoch applies to the next read on every instance, even while the shared cache is unreachable.
 */
export interface CacheEpoch {
  /** Invalidates everything cached. @throws DomainError `dependency_unavailable`. */
  renew(): Promise<void>;

  /**
   * Invalidates everything cached because the shared cache did not take a write. Never throws:
   * retried on the next read. Concurrent calls share one write.
   */
  renewOrRetryLater(): Promise<void>;

  /**
   * Retries a failed renewal. Also renews once for each new connection to the shared cache, because the
   * cache may have lost its last writes.
   *
   * @param epoch loaded with the site's state.
   * @returns the current epoch; undefined while a renewal is pending: then any cached value may be stale.
   */
  current(epoch: string): Promise<string | undefined>;
}

interface EpochDependencies {
  readonly site: Pick<SiteRepository, 'load'>;
  readonly writes: Writes;
  readonly secrets: SecretGenerator;
  readonly sharedCache: Pick<ForgivingCache, 'connections'>;
  readonly log: Log;
}

const epochBits = 64;

/** Saves a new epoch in the transaction of `site`. */
export const saveNewEpoch = (
  site: Pick<SiteRepository, 'saveCacheEpoch'>,
  secrets: SecretGenerator,
): Promise<void> => site.saveCacheEpoch(secrets.next(epochBits));

export const cacheEpoch = ({
  site,
  writes,
  secrets,
  sharedCache,
  log,
}: EpochDependencies): CacheEpoch => {
  let isPending = false;
  let renewals = 0;
  /** The number of the connection at the last renewal. */
  let renewedConnection = 0;
  /** The epoch loaded after the last renewal. */
  let knownEpoch: string | undefined;
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const renew = (): Promise<void> =>
    writes.runExclusive('settings', [subjects.site], (inside) =>
      saveNewEpoch(inside.site, secrets),
    );

  const tryToRenew = async (): Promise<void> => {
    const { connections } = sharedCache;
    try {
      // While the plugin is off nothing is cached, and switching it on starts a new epoch.
      if (readCacheSettings((await site.load()).settings) !== undefined) await renew();
      isPending = false;
      renewals += 1;
      renewedConnection = connections;
      knownEpoch = undefined;
    } catch (error) {
      if (!isPending) log.warn('The cache could not be invalidated; retrying', {}, error);
      isPending = true;
    }
  };

  // A write cannot share a renewal that started before it.
  const renewOrRetryLater = (): Promise<void> =>
    (next ??= running.then(() => {
      next = undefined;
      running = tryToRenew();
      return running;
    }));

  const isDue = (): boolean => isPending || sharedCache.connections !== renewedConnection;

  /** Loads the epoch again if the caller may have loaded `epoch` before the last renewal. */
  const upToDate = async (epoch: string): Promise<string | undefined> => {
    if (renewals === 0 || epoch === knownEpoch) return epoch;
    const renewalsBefore = renewals;
    const { cacheEpoch: loaded } = await site.load();
    if (renewals !== renewalsBefore) return undefined;
    knownEpoch = loaded;
    return loaded;
  };

  return {
    renew,
    renewOrRetryLater,
    current: async (epoch) => {
      if (isDue()) await renewOrRetryLater();
      return isDue() ? undefined : upToDate(epoch);
    },
  };
};
