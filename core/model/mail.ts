import { hour, minute, type EpochMs } from '../primitives/time.ts';

/**
 * What a mail is about. `notice`: something has changed in the account of the recipient. `mention`: a comment mentions the
 * recipient.
 */
export const mailKinds = ['reset', 'invitation', 'notice', 'mention'] as const;
export type MailKind = (typeof mailKinds)[number];

/** A mail that is to be sent. */
export interface NewMail {
  readonly id: string;
  readonly kind: MailKind;
  /** The account of the recipient; undefined for an address without one. */
  readonly userId: string | undefined;
  /** The address, the subject and the text, encrypted. */
  readonly content: string;
}

/** A mail that was given up. Nothing is left of its content. */
export interface MailFailure extends Pick<NewMail, 'kind' | 'userId'> {
  /** When it was given up. */
  readonly at: EpochMs;
  /** For people. */
  readonly reason: string;
}

/** How long failures are kept. */
export const mailFailureDays = 30;

/** The most failures in a list. */
export const mailFailuresMax = 1_000;

/** How long a mail is repeated. */
const patienceMs = hour;

const firstPauseMs = minute;
const longestPauseMs = 15 * minute;

/**
 * The pause before the next attempt of a mail, whose last one has just failed. The last attempt is that after an hour.
 *
 * @param attempts how many were made. @param ageMs the time since the mail was stored.
 * @returns undefined to give up.
 */
export const pauseBeforeRepeat = (attempts: number, ageMs: number): number | undefined => {
  if (ageMs >= patienceMs) return undefined;
  const pauseMs = Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs);
  return Math.min(pauseMs, patienceMs - ageMs);
};
