import type { Output, systemOperations } from '../../../contracts/index.ts';
import {
  day,
  isShownInline,
  variantName,
  type ImageVariant,
  type MediaFile,
} from '../../../core/index.ts';
import { contentDisposition } from './file-headers.ts';

type AllHeaders = Output<(typeof systemOperations)['getFile']>['headers'];
/** The headers of a file, without those that depend on the range. */
export type FileHeaders = Omit<AllHeaders, 'Content-Length' | 'Content-Range'>;

/**
 * Keeps an uploaded file from running as a page of this site: browsers use the declared type only,
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
  instead?: { readonly isFinal: boolean },
): FileHeaders => ({
  ...commonHeaders,
  ETag: `"${tagOf(file)}"`,
  'Content-Type': file.mimeType.startsWith('text/')
    ? `${file.mimeType}; charset=utf-8`
    : file.mimeType,
  'Content-Disposition': contentDisposition(
    isShownInline(file.mimeType) ? 'inline' : 'attachment',
    downloadName(file, extensionOf(file.filename)),
  ),
  // Later, the service may be able to resize the image.
  'Cache-Control': instead?.isFinal === false ? `public, max-age=${seconds(day)}` : forever,
  ...(instead && { 'Content-Location': `/files/${file.key}` }),
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
    downloadName(file, variant.format === 'jpeg' ? 'jpg' : variant.format),
  ),
  'Cache-Control': forever,
  ...(isNegotiated && { Vary: 'Accept' }),
});

const seconds = (ms: number): number => ms / 1_000;

/** The bytes at a key never change, and each key contains a random part. */
const forever = `public, max-age=${seconds(365 * day)}, immutable`;

const tagOf = ({ key }: MediaFile): string => key.split('/', 1).join();

/** The original name, with the extension of the type that is sent: `photo.exe` must not be offered. */
const downloadName = ({ originalName }: MediaFile, extension: string): string => {
  const stem = originalName.replace(/\.[^.]*$/, '');
  return `${stem === '' ? 'file' : stem}.${extension}`;
};

const extensionOf = (filename: string): string => filename.slice(filename.lastIndexOf('.') + 1);
