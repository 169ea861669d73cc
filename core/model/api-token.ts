import { day, type EpochMs } from '../primitives/time.ts';
import type { CollectionScope } from './actor.ts';

/** Tokens of the kind `preview` may read in the perspective of drafts. */
export const apiTokenKinds = ['published', 'preview'] as const;
export type ApiTokenKind = (typeof apiTokenKinds)[number];

/** A read-only credential for a frontend. The secret itself is never stored. */
export interface ApiToken {
  readonly id: string;
  readonly name: string;
  /** The first eight characters of the secret, to recognize the token. */
  readonly prefix: string;
  /** SHA-256 of the secret in hex. */
  readonly digest: string;
  readonly scope: CollectionScope;
  /** Absent for `published`. */
  readonly kind?: ApiTokenKind;
  readonly expiresAt: EpochMs | undefined;
  /** Accurate to one minute. */
  readonly lastUsedAt: EpochMs | undefined;
  readonly createdAt: EpochMs;
}

/** The start of every secret, so that secret scanners recognize it. */
export const apiTokenMark = 'st_';
/** The length of the prefix in characters, including the mark. */
export const apiTokenPrefixLength = 8;
/** Entropy of a secret, in bits. */
export const apiTokenSecretBits = 192;

export const tokenLifetimes = ['never', '30d', '90d', '180d', '1y'] as const;
export type TokenLifetime = (typeof tokenLifetimes)[number];

const lifetimeMs: Readonly<Record<Exclude<TokenLifetime, 'never'>, number>> = {
  '30d': 30 * day,
  '90d': 90 * day,
  '180d': 180 * day,
  '1y': 365 * day,
};

export const expiryFor = (lifetime: TokenLifetime, now: EpochMs): EpochMs | undefined =>
  lifetime === 'never' ? undefined : now + lifetimeMs[lifetime];
