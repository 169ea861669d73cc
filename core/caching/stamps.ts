import type { SecretGenerator } from '../ports/secret-generator.ts';
import { day } from '../time.ts';
import type { CacheEpoch } from './cache-epoch.ts';
import type { ForgivingCache } from './forgiving-cache.ts';

const lifetimeMs = day;
const stampBits = 64;

/**
 * A stamp per subject that changes with every write to it. Stamps are part of cache keys, so what
 * was stored before a write cannot be found after it: nothing has to be deleted.
 *
 * Stamps are random, not counted: one that the store forgot comes back as another, never as an old one.
 */
export interface Stamps {
  /**
   * The subject's stamp and the epoch it stands in, as a part of a key. Ask before reading what the key
   * will stand for.
   *
   * @param epoch as it was loaded with the settings.
   * @returns undefined while the store is away, or may have lost stamps: nobody can tell then what is
   *   still fresh.
   */
  current(subject: string, epoch: string): Promise<string | undefined>;

  /** When the store does not take a stamp, everything cached is outdated instead. */
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
      const now = await epoch.catchUp(loaded);
      if (now === undefined) return undefined;
      const stamp = (await cache.get(keyOf(subject)))?.value ?? (await renew(subject));
      const isBelieved = stamp !== undefined && cache.connections === connections;
      return isBelieved ? `${now}.${stamp}` : undefined;
    },

    advance: async (subjects) => {
      const renewed = await Promise.all(subjects.map(renew));
      // Other instances may still reach the store, and find old stamps there.
      if (renewed.includes(undefined)) await epoch.renewLater();
    },
  };
};
