import { createHash } from 'node:crypto';

/** A UUID that depends only on the parts: version 8 of RFC 9562, over SHA-256. */
export const derivedId = (...parts: readonly string[]): string => {
  // JSON, because any separator could occur in a part.
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
