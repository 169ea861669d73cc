import { crc32 } from 'node:zlib';

/** In bytes of UTF-8. Larger values would hold up all that wait for Redis behind them. */
export const largestValue = 1024 * 1024;

/** Says what follows, and in which layout: another one would have another marker. */
const marker = 'quoin1:';
const checksumLength = 8;
/** What the largest integer of JavaScript needs. */
const lifetimeLength = 14;
const headerLength = marker.length + checksumLength + lifetimeLength;

/** In bytes. */
export const largestFrame = headerLength + largestValue;

export interface FramedValue {
  readonly value: string;
  /** For which it was stored. */
  readonly lifetimeMs: number;
}

/**
 * A value as it is stored: marked, and sealed with a checksum over the key, its lifetime and itself, so
 * that it is known again, whole and under the key that it was stored for.
 *
 * @param lifetimeMs an integer.
 */
export const frame = (key: string, value: Buffer, lifetimeMs: number): Buffer =>
  Buffer.concat([Buffer.from(header(key, value, lifetimeMs)), value]);

/** @returns undefined for bytes that {@link frame} did not make for this key. */
export const unframe = (key: string, framed: Buffer): FramedValue | undefined => {
  const start = framed.toString('latin1', 0, headerLength);
  const lifetimeMs = Number.parseInt(start.slice(-lifetimeLength), 16);
  const value = framed.subarray(headerLength);
  if (start !== header(key, value, lifetimeMs)) return undefined;
  return { value: value.toString(), lifetimeMs };
};

const header = (key: string, value: Buffer, lifetimeMs: number): string => {
  const lifetime = hex(lifetimeMs, lifetimeLength);
  return marker + hex(crc32(value, crc32(key + lifetime)), checksumLength) + lifetime;
};

const hex = (count: number, length: number): string => count.toString(16).padStart(length, '0');
