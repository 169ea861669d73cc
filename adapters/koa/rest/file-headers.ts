import type { ByteRange } from '../../../core/index.ts';

/** The bytes that a `Range` selects; `unsatisfiable` if the file does not have them. */
export type RequestedRange = ByteRange | 'whole' | 'unsatisfiable';

/**
 * Parses a `Range` (RFC 9110, section 14.2) for a file of `size` bytes. Ignores a header that is
 * malformed, has another unit or several ranges, as the RFC allows.
 */
export const parseRange = (header: string | undefined, size: number): RequestedRange => {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  return first === '' ? lastBytes(Number(last), size) : between(Number(first), last, size);
};

/** A suffix range: the last `count` bytes. */
const lastBytes = (count: number, size: number): RequestedRange => {
  if (count === 0) return 'unsatisfiable';
  return size === 0 ? 'whole' : { start: Math.max(0, size - count), end: size - 1 };
};

const between = (start: number, last: string, size: number): RequestedRange => {
  const end = last === '' ? Infinity : Number(last);
  if (end < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) };
};

/**
 * A `Content-Disposition` with a file name (RFC 6266): as UTF-8 (RFC 8187), and as ASCII for clients
 * that do not support it. Both are escaped, so that a name cannot end its value or the header.
 */
export const contentDisposition = (type: 'attachment' | 'inline', filename: string): string =>
  `${type}; filename="${asciiName(filename)}"; filename*=UTF-8''${encodeName(filename)}`;

/** Replaces `%` as well, because some clients decode it here. */
const asciiName = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%]/g, '_');

/** Also encodes the characters that `encodeURIComponent` keeps and RFC 8187 does not allow. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
