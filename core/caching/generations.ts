import type { SecretGenerator } from '../ports/secret-generator.ts';
import { day } from '../time.ts';
import type { ForgivingCache } from './forgiving-cache.ts';

const lifetimeMs = day;
const stampBits = 64;

/** The subject that every entry depends on. */
export const everySubject = 'site';

/**
 * A stamp per subject that changes with every write to it. Stamps are part of cache keys, so what
 * was stored before a write cannot be found after it: nothing has to be deleted.
 *
 * Stamps are random, not counted: one that the store forgot comes back as another, never as an old one.
 */
export interface Generations {
  /**
   * The stamps of the subject and of {@link everySubject} as one text. Ask before reading what the
   * key will stand for.
   *
   * @returns undefined while the store is away: nobody can tell then what is still fresh.
   */
  current(subject: string): Promise<string | undefined>;

  /** A stamp that the store does not take is made up for as soon as it answers again. */
  advance(subjects: readonly string[]): Promise<void>;
}

export const generations = (cache: ForgivingCache, secrets: SecretGenerator): Generations => {
  // Writes that the store was not told of. Until everything is advanced after them, it holds
  // stamps under which there is something older.
  let missed = 0;
  let madeUpFor = 0;

  const keyOf = (subject: string): string => `generation:${subject}`;

  const renew = async (subject: string): Promise<string | undefined> => {
    const stamp = secrets.next(stampBits);
    return (await cache.set(keyOf(subject), stamp, lifetimeMs)) ? stamp : undefined;
  };

  const makeUpForMissed = async (): Promise<boolean> => {
    const count = missed;
    if (count === madeUpFor) return true;
    if ((await renew(everySubject)) === undefined) return false;
    madeUpFor = count;
    return true;
  };

  return {
    current: async (subject) => {
      if (!(await makeUpForMissed())) return undefined;
      const stamps = await Promise.all(
        [everySubject, subject].map(
          async (name) => (await cache.get(keyOf(name)))?.value ?? (await renew(name)),
        ),
      );
      return stamps.includes(undefined) ? undefined : stamps.join('.');
    },

    advance: async (subjects) => {
      const stamps = await Promise.all(subjects.map(renew));
      if (stamps.includes(undefined)) missed += 1;
    },
  };
};
