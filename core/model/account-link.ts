import { day, minute, type EpochMs } from '../primitives/time.ts';

/**
 * A link that lets whoever has its secret give an account a new password, once. An account has at most one, whoever asked
 * for it. The secret itself is never stored.
 */
export interface AccountLink {
  readonly userId: string;
  /** SHA-256 of the secret in hex. */
  readonly digest: string;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
}

/** Entropy of the secret of a link, in bits. */
export const linkSecretBits = 192;

/** The longest text that can be the secret of a link. */
export const linkSecretMaxLength = 200;

/** How long a link is valid that was sent by mail. */
export const mailedLinkLifetimeMs = 30 * minute;

/** How long a link is valid that an administrator made. */
export const handedLinkLifetimeMs = day;
