import { DomainError } from '../errors.ts';
import type { MediaKind } from './media-file.ts';

/** The number of first bytes that are inspected to detect the type of a file. */
export const inspectedBytes = 64 * 1024;

interface MediaType {
  readonly kind: MediaKind;
  readonly extension: string;
}

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** The types that can be stored. Types that browsers run as scripts of this site are not included. */
const allowedTypes: Readonly<Record<string, MediaType>> = {
  'image/png': { kind: 'image', extension: 'png' },
  'image/jpeg': { kind: 'image', extension: 'jpg' },
  'image/gif': { kind: 'image', extension: 'gif' },
  'image/webp': { kind: 'image', extension: 'webp' },
  'image/avif': { kind: 'image', extension: 'avif' },
  'image/heic': { kind: 'image', extension: 'heic' },
  'image/bmp': { kind: 'image', extension: 'bmp' },
  'image/tiff': { kind: 'image', extension: 'tiff' },
  'image/x-icon': { kind: 'image', extension: 'ico' },
  'image/svg+xml': { kind: 'image', extension: 'svg' },
  'video/mp4': { kind: 'video', extension: 'mp4' },
  'video/webm': { kind: 'video', extension: 'webm' },
  'video/quicktime': { kind: 'video', extension: 'mov' },
  'video/ogg': { kind: 'video', extension: 'ogv' },
  'video/matroska': { kind: 'video', extension: 'mkv' },
  'audio/mpeg': { kind: 'audio', extension: 'mp3' },
  'audio/mp4': { kind: 'audio', extension: 'm4a' },
  'audio/ogg': { kind: 'audio', extension: 'ogg' },
  'audio/wav': { kind: 'audio', extension: 'wav' },
  'audio/flac': { kind: 'audio', extension: 'flac' },
  'audio/aac': { kind: 'audio', extension: 'aac' },
  'application/pdf': { kind: 'document', extension: 'pdf' },
  'text/plain': { kind: 'document', extension: 'txt' },
  'text/csv': { kind: 'document', extension: 'csv' },
  'application/msword': { kind: 'document', extension: 'doc' },
  'application/vnd.ms-excel': { kind: 'document', extension: 'xls' },
  'application/vnd.ms-powerpoint': { kind: 'document', extension: 'ppt' },
  [`${office}.wordprocessingml.document`]: { kind: 'document', extension: 'docx' },
  [`${office}.spreadsheetml.sheet`]: { kind: 'document', extension: 'xlsx' },
  [`${office}.presentationml.presentation`]: { kind: 'document', extension: 'pptx' },
  [`${openDocument}.text`]: { kind: 'document', extension: 'odt' },
  [`${openDocument}.spreadsheet`]: { kind: 'document', extension: 'ods' },
  [`${openDocument}.presentation`]: { kind: 'document', extension: 'odp' },
};

/**
 * @param mimeType absent or empty if the type was not detected.
 * @throws DomainError `media_type_refused` for an unknown type, or one that is not allowed.
 */
export const parseMediaType = (mimeType = ''): MediaType => {
  const type = Object.hasOwn(allowedTypes, mimeType) && allowedTypes[mimeType];
  if (type) return type;
  const detected = mimeType === '' ? 'unknown' : mimeType;
  throw new DomainError('media_type_refused', 'This type of file cannot be stored', {
    details: `The detected type is ${detected}. Allowed are common types of images, audio, video and office documents, PDF, plain text and CSV.`,
  });
};

/** Whether browsers may show the file instead of downloading it. */
export const isShownInline = (mimeType: string): boolean =>
  mimeType !== 'image/svg+xml' &&
  (mimeType === 'application/pdf' || /^(?:image|audio|video)\//.test(mimeType));
