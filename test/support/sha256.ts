import { createHash } from 'node:crypto';

/** In lower-case hex. Of a password, without any salt, it is a hash of the old kind. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
