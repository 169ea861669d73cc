import { day, hour, minute, second, type EpochMs } from '../primitives/time.ts';

/** The second factor of an account: an app that makes codes of the time, and recovery codes. */
export interface SecondFactor {
  readonly userId: string;
  /** Differs in every state of every factor. */
  readonly version: string;
  /** The key that the app has, encrypted. */
  readonly secret: string;
  /** Until when a code can confirm it; undefined once it is confirmed. */
  readonly pendingUntil: EpochMs | undefined;
  /** The time step of the last code of the app that was accepted. Never decreases. */
  readonly lastStep: number;
  /** Digests of the recovery codes that are left. */
  readonly recoveryCodes: readonly string[];
  /** When wrong codes were entered, as far as they still count, oldest first. */
  readonly wrongAt: readonly EpochMs[];
}

/** A sign-in whose password was right, and that waits for a code. Its secret is never stored. */
export interface Challenge {
  /** SHA-256 of the secret in hex. */
  readonly digest: string;
  readonly userId: string;
  readonly expiresAt: EpochMs;
  /** How many codes it still takes. */
  readonly codesLeft: number;
}

/** A browser in which the password of an account is enough. Its secret, a cookie, is never stored. */
export interface TrustedBrowser {
  readonly id: string;
  readonly userId: string;
  /** SHA-256 of the secret in hex. */
  readonly digest: string;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
  /** The client's address at the sign-in; undefined if it is not known. */
  readonly address: string | undefined;
  /** The client's name for itself at the sign-in, as plain text; undefined if it is not known. */
  readonly client: string | undefined;
}

/** The time for which a code of the app is made (RFC 6238). */
export const codeStepMs = 30 * second;

/** How many steps the clocks of the app and of the service may differ, either way. */
export const codeStepTolerance = 1;

/** How long a new secret waits for its first code. */
export const pendingFactorMs = 10 * minute;

export const recoveryCodesCount = 10;

export const challengeLifetimeMs = 5 * minute;
export const challengeCodesMax = 5;
/** Entropy of the secret of a challenge, and of a trusted browser, in bits. */
export const signInSecretBits = 192;

export const trustedBrowserLifetimeMs = 30 * day;

/** So many wrong codes within {@link wrongCodesMs} stop the codes of the account, for as long again. */
export const wrongCodesMax = 10;
export const wrongCodesMs = hour;
