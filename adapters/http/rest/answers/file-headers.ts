import { parse } from 'range-parser';
import type { Output, systemOperations } from '../../../../contracts/index.ts';
import {
  downloadName,
  isShownInline,
  nameAs,
  variantName,
  type ByteRange,
} from '../../../../core/index.ts';
import {
  day,
  isResizable,
  minute,
  objectKeyOf,
  type ImageVariant,
  type MediaFile,
} from '../../../../core/vocabulary.ts';

type AllHeaders = Output<(typeof systemOperations)['getFile']>['headers'];
/** The headers of a file, without those that depend on the range. */
export type FileHeaders = Omit<AllHeaders, 'Content-Length' | 'Content-Range'>;

/**
 * Prevents an uploaded file from running as a page of this site: browsers use the declared type only,
 * and sandbox what they show.
 */
const commonHeaders = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Accept-Ranges': 'bytes',
};

/** @param instead given if the original is sent instead of a smaller image. */
export const originalHeaders = (
  file: MediaFile,
  instead?: { readonly isFinal: boolean; readonly isNegotiated: boolean },
): FileHeaders => ({
  ...commonHeaders,
  ETag: `"${tagOf(file)}"`,
  'Content-Type': file.mimeType.startsWith('text/')
    ? `${file.mimeType}; charset=utf-8`
    : file.mimeType,
  'Content-Disposition': contentDisposition(
    isShownInline(file.mimeType) ? 'inline' : 'attachment',
    downloadName(file),
  ),
  'Cache-Control': originalCaching(file, instead?.isFinal ?? true),
  ...(instead && { 'Content-Location': `/files/${file.key}` }),
  // An animation is sent to clients that do not support WebP.
  ...(instead?.isNegotiated === true && isResizable(file.mimeType) && { Vary: 'Accept' }),
});

/** @param isNegotiated whether `Accept` chose the format. */
export const variantHeaders = (
  file: MediaFile,
  variant: ImageVariant,
  isNegotiated: boolean,
): FileHeaders => ({
  ...commonHeaders,
  ETag: `"${tagOf(file)}-${variantName(variant)}"`,
  'Content-Type': `image/${variant.format}`,
  'Content-Disposition': contentDisposition(
    'inline',
    nameAs(file, variant.format === 'jpeg' ? 'jpg' : variant.format),
  ),
  'Cache-Control': canChange(file, variant) ? briefly : forever,
  ...(isNegotiated && { Vary: 'Accept' }),
});

const seconds = (ms: number): number => ms / 1_000;

/** The bytes of an object never change, and each key contains a random part. */
const forever = `public, max-age=${seconds(365 * day)}, immutable`;

/** Then caches ask again, with the ETag. */
const briefly = `public, max-age=${seconds(5 * minute)}`;

const originalCaching = (file: MediaFile, isFinal: boolean): string => {
  if (file.objectKey !== undefined) return briefly;
  // Later, the service may be able to resize the image.
  return isFinal ? forever : `public, max-age=${seconds(day)}`;
};

/** The focus and the part of an image that is shown can change, and so can bytes that were replaced once. */
const canChange = (file: MediaFile, { box, crop }: ImageVariant): boolean =>
  file.objectKey !== undefined || crop !== undefined || box?.fit === 'cover';

const tagOf = (file: MediaFile): string => objectKeyOf(file).split('/', 1).join();

/** The bytes that a `Range` selects; `unsatisfiable` if the file does not have them. */
export type RequestedRange = ByteRange | 'whole' | 'unsatisfiable';

/**
 * Parses a `Range` (RFC 9110, section 14.2) for a file of `size` bytes. Ignores a header that is
 * malformed, has another unit or several ranges, as the RFC allows.
 */
export const parseRange = (header: string | undefined, size: number): RequestedRange => {
  if (header === undefined || header.includes(',')) return 'whole';
  const { code, type, ranges } = parse(size, header);
  if (type !== 'bytes' || code === malformed) return 'whole';
  // The last bytes of an empty file are no range, but can be sent.
  return code === notSatisfiable ? 'unsatisfiable' : (ranges[0] ?? 'whole');
};

/** Codes of range-parser. */
const malformed = 1;
const notSatisfiable = 2;

/**
 * A `Content-Disposition` with a file name (RFC 6266): as UTF-8 (RFC 8187), and as ASCII for clients
 * that do not support it. Both are escaped, so that a name cannot end its value or the header.
 */
export const contentDisposition = (type: 'attachment' | 'inline', filename: string): string =>
  `${type}; filename="${asciiName(filename)}"; filename*=UTF-8''${encodeName(filename)}`;

/** Replaces `%` as well, because some clients decode it here. */
const asciiName = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%]/g, '_');

/** Also encodes the characters that `encodeURIComponent` leaves and RFC 8187 does not allow. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
