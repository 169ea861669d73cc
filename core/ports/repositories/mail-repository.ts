import type { MailFailure, NewMail } from '../../model/mail.ts';
import type { MaxAgeMs, Swept } from './swept.ts';

export interface ClaimedMail extends NewMail {
  /** How many attempts were begun, with this one. */
  readonly attempts: number;
  /** The time since it was stored. */
  readonly ageMs: number;
}

/**
 * Mails that wait, and failures of mails. All times are those of the clock of the store, which all instances share. A sweep
 * removes what was stored too long ago, also mails that still wait.
 */
export interface MailRepository extends Swept<MaxAgeMs> {
  /** Stores a mail that is due at once. */
  insert(mail: NewMail): Promise<void>;

  /**
   * Claims the mail that is due for the longest time, and counts the attempt. Only one of several concurrent calls claims a
   * mail. It is due again after `leaseMs`. Writes nothing if none is due.
   *
   * @returns undefined if none is due.
   */
  claim(leaseMs: number): Promise<ClaimedMail | undefined>;

  /** Makes a mail that waits due after a time. */
  postpone(id: string, pauseMs: number): Promise<void>;

  /** Removes a mail that was sent. */
  delete(id: string): Promise<void>;

  /** Makes a mail that waits a failure, and removes its content. */
  fail(id: string, reason: string): Promise<void>;

  /** The latest first; those of the same time by descending id. */
  listFailures(limit: number): Promise<readonly MailFailure[]>;
}
