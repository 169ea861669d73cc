import type { SecretGenerator } from '../ports/generators.ts';
import { day } from '../time.ts';
import type { CacheEpoch } from './cache-epoch.ts';
import type { ForgivingCache } from './forgiving-cache.ts';

const lifetimeMs = day;
const stampBits = 64;

/**
 * A stamp per subject, which changes with every write. Stamps are part of cache keys, so an entry that
 * was stored before a write is not found after it. Nothing has to be deleted.
 *
 * Stamps are random, not counted: if the shared cache evicts a stamp, the next one differs from all
 * earlier ones.
 */
export interface Stamps {
  /**
   * The subject's stamp and the epoch, as part of a key. Call it before loading the value to cache.
   *
   * @param epoch loaded with the site's state.
   * @returns undefined while the shared cache is unreachable or may have lost stamps: then any cached
   *   value may be stale.
   */
  current(subject: string, epoch: string): Promise<string | undefined>;

  /** Invalidates the subjects, or everything if the shared cache rejects a stamp. Never throws. */
  advance(subjects: readonly string[]): Promise<void>;
}

export const stamps = (
  cache: ForgivingCache,
  secrets: SecretGenerator,
  epoch: CacheEpoch,
): Stamps => {
  const keyOf = (subject: string): string => `stamp:${subject}`;

  const renew = async (subject: string): Promise<string | undefined> => {
    const stamp = secrets.next(stampBits);
    return (await cache.set(keyOf(subject), stamp, lifetimeMs)) ? stamp : undefined;
  };

  return {
    current: async (subject, loaded) => {
      const { connections } = cache;
      const currentEpoch = await epoch.current(loaded);
      if (currentEpoch === undefined) return undefined;
      const stamp = (await cache.get(keyOf(subject)))?.value ?? (await renew(subject));
      const isReliable = stamp !== undefined && cache.connections === connections;
      return isReliable ? `${currentEpoch}.${stamp}` : undefined;
    },

    advance: async (subjects) => {
      const renewed = await Promise.all(subjects.map(renew));
      // Other instances may still reach the shared cache and find the old stamps.
      if (renewed.includes(undefined)) await epoch.renewOrRetryLater();
    },
  };
};
