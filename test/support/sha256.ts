import { createHash } from 'node:crypto';

/** SHA-256 in lower-case hex. The unsalted hash of a password has the legacy format. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
