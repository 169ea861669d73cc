import { day, hour } from '../primitives/time.ts';

/** Which state of the content a read shows: what is published, or what is being written. */
export const perspectives = ['published', 'drafts'] as const;
export type Perspective = (typeof perspectives)[number];

/** Shows unpublished content to everybody who has its secret. The secret itself is never stored. */
export interface PreviewToken {
  readonly id: string;
  /** SHA-256 of the secret in hex. */
  readonly digest: string;
  /** The user who created it. The token reads what this user may read. */
  readonly userId: string;
  /** The only item that it shows; undefined for the whole site. */
  readonly contentId: string | undefined;
}

/** The start of every secret, so that secret scanners recognize it. */
export const previewTokenMark = 'pv_';
/** Entropy of a secret, in bits. */
export const previewTokenSecretBits = 192;

/** How many valid tokens a user has for the whole site, and for each item. */
export const previewTokensMax = 20;

export const previewLifetimes = ['1h', '1d', '7d', '30d'] as const;
export type PreviewLifetime = (typeof previewLifetimes)[number];

export const previewLifetimeMs: Readonly<Record<PreviewLifetime, number>> = {
  '1h': hour,
  '1d': day,
  '7d': 7 * day,
  '30d': 30 * day,
};
