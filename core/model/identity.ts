import type { EpochMs } from '../primitives/time.ts';

/** What an identity provider knows a person by. A subject is one person at its issuer, for ever. */
export interface IdentityKey {
  /** The URL of the provider. */
  readonly issuer: string;
  /** Compared exactly. */
  readonly subject: string;
}

/** An identity with which a user signs in. An account has at most one, and an identity at most one account. */
export interface Identity extends IdentityKey {
  readonly userId: string;
  readonly createdAt: EpochMs;
}

/** In characters. OpenID Connect allows no longer subject. */
export const subjectMaxLength = 255;
