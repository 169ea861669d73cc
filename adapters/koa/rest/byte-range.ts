import type { ByteRange } from '../../../core/index.ts';

/** What a `Range` asks for: these bytes, all of them, or some that are not there. */
export type RequestedRange = ByteRange | 'whole' | 'unsatisfiable';

/**
 * Reads a `Range` (RFC 9110, section 14.2) for a file of `size` bytes. One that is malformed, of
 * another unit or of several parts is passed over, as a server may.
 */
export const parseRange = (header: string | undefined, size: number): RequestedRange => {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  return first === '' ? lastBytes(Number(last), size) : between(Number(first), last, size);
};

/** A suffix range: as many bytes from the end. */
const lastBytes = (count: number, size: number): RequestedRange => {
  if (count === 0) return 'unsatisfiable';
  return size === 0 ? 'whole' : { start: Math.max(0, size - count), end: size - 1 };
};

const between = (start: number, last: string, size: number): RequestedRange => {
  const end = last === '' ? Infinity : Number(last);
  if (end < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) };
};
