import { createHash } from 'node:crypto';
import { uuidOfDigest } from '../../../core/vocabulary.ts';

/** A UUID that depends only on the parts: version 8 of RFC 9562, over SHA-256. */
export const derivedId = (...parts: readonly string[]): string =>
  // JSON, because any separator could occur in a part.
  uuidOfDigest(createHash('sha256').update(JSON.stringify(parts)).digest('hex'));
