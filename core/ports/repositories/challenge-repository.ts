import type { Challenge } from '../../model/second-factor.ts';
import type { EpochMs } from '../../primitives/time.ts';
import type { Swept } from './swept.ts';

/** Sign-ins that wait for a code. A sweep removes those that expired before a time. */
export interface ChallengeRepository extends Swept<EpochMs> {
  /**
   * Stores a challenge if its account is active, has a second factor, and has this password hash. A concurrent change of the
   * account is stored either before, and counts, or after: then {@link deleteByUser}, called after the change in the same
   * transaction, deletes the challenge.
   *
   * @returns whether it was stored.
   */
  insert(challenge: Challenge, passwordHash: string | undefined): Promise<boolean>;

  /**
   * Takes one of the codes that are left. Each is taken once, whatever runs at the same time.
   *
   * @returns the challenge as it is stored then; undefined if it is unknown, had no codes left, or does not expire after
   *   `now`.
   */
  takeCode(digest: string, now: EpochMs): Promise<Challenge | undefined>;

  /** Of concurrent calls, one deletes it. @returns whether it existed. */
  delete(digest: string): Promise<boolean>;

  /** Deletes all challenges of the account. */
  deleteByUser(userId: string): Promise<void>;
}
