import { crc32 } from 'node:zlib';

/** In bytes of UTF-8: enough for every page that is cached. While a larger value is transferred, other calls would have to wait too long. */
export const maxValueBytes = 1280 * 1024;

/** Identifies the layout; another layout gets another marker. */
const marker = 'quoin1:';
const checksumLength = 8;
/** Hexadecimal digits of the largest safe integer. */
const lifetimeLength = 14;
const headerLength = marker.length + checksumLength + lifetimeLength;

export const maxStoredBytes = headerLength + maxValueBytes;

export interface StoredValue {
  readonly value: string;
  /** The lifetime that the value was stored with. */
  readonly lifetimeMs: number;
}

/**
 * Encodes a value for Redis: marker, checksum over key, lifetime and value, lifetime, value.
 *
 * @param lifetimeMs an integer.
 */
export const encodeValue = (key: string, value: Buffer, lifetimeMs: number): Buffer =>
  Buffer.concat([Buffer.from(headerOf(key, value, lifetimeMs)), value]);

/** @returns undefined for bytes that {@link encodeValue} did not return for this key. */
export const decodeValue = (key: string, stored: Buffer): StoredValue | undefined => {
  const header = stored.toString('latin1', 0, headerLength);
  const lifetimeMs = Number.parseInt(header.slice(-lifetimeLength), 16);
  const value = stored.subarray(headerLength);
  if (header !== headerOf(key, value, lifetimeMs)) return undefined;
  return { value: value.toString(), lifetimeMs };
};

const headerOf = (key: string, value: Buffer, lifetimeMs: number): string => {
  const lifetime = toHex(lifetimeMs, lifetimeLength);
  return marker + toHex(crc32(value, crc32(key + lifetime)), checksumLength) + lifetime;
};

const toHex = (count: number, length: number): string => count.toString(16).padStart(length, '0');
