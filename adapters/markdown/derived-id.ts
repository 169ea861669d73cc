import { createHash } from 'node:crypto';

/**
 * The same UUID for the same parts, always: version 8 of RFC 9562 over SHA-256. What differs in any
 * part differs in the UUID.
 */
export const derivedId = (...parts: readonly string[]): string => {
  // As JSON, because no separator could be part of a name.
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
