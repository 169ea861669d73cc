import type { MediaKind } from '../model/media/media-file.ts';
import type { ImageDimensions, MediaFacts } from '../ports/media-inspector.ts';
import { DomainError } from '../primitives/errors.ts';

/** The number of first bytes that are inspected to detect the type of a file. */
export const inspectedBytes = 64 * 1024;

/** Of a file without a size, or whose size is unknown. */
export const noDimensions: ImageDimensions = { width: undefined, height: undefined };

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

/** What to do with a file of a type that cannot be stored. */
const advice: readonly (readonly [types: RegExp, sentence: string])[] = [
  [
    /^application\/(?:g?zip|zstd|x-(?:tar|7z|rar|bzip2|xz))/,
    'Unpack the archive, and upload the files in it. ',
  ],
  [
    /^application\/x-cfb$/,
    'An old office document needs a name that ends in .doc, .xls or .ppt. Remove the password of a newer one. ',
  ],
  [/^application\/(?:rtf|postscript|eps|epub\+zip)$/, 'Save the document as PDF. '],
  [/html|script|x-(?:sh|bat|httpd-php)|powershell/, 'Browsers or shells could run it. '],
  [/^(?:application\/(?:json|xml)|text\/)/, 'To publish it as plain text, end its name in .txt. '],
  [/^image\//, 'Save the image as JPEG, PNG or WebP. '],
  [/^(?:audio|video)\//, 'Save it as MP3, MP4 or WebM. '],
];

/**
 * @param facts without a type if none was detected.
 * @throws DomainError `media_type_refused` for an unknown type, or one that is not allowed.
 */
export const parseMediaType = ({
  mimeType = '',
  textProblem,
}: Partial<Pick<MediaFacts, 'mimeType' | 'textProblem'>>): MediaType => {
  const type = Object.hasOwn(allowedTypes, mimeType) && allowedTypes[mimeType];
  if (type) return type;
  if (textProblem === 'not-utf-8') {
    throw refused(
      'Text files must be in UTF-8',
      'Save the file again in this encoding, a table as “CSV UTF-8”, and upload the new file.',
    );
  }
  if (textProblem === 'control-characters') {
    throw refused(
      'Text files must not contain control characters',
      'Remove everything but text, line breaks and tabs from the file.',
    );
  }
  const detected = mimeType === '' ? 'unknown' : mimeType;
  const [, sentence = ''] = advice.find(([types]) => types.test(mimeType)) ?? [];
  throw refused(
    'This type of file cannot be stored',
    `The detected type is ${detected}. ${sentence}Allowed are common types of images, audio, video and office documents, PDF, plain text and CSV.`,
  );
};

/** @throws DomainError `media_type_refused` for a file without bytes. */
export const assertNotEmpty = (head: Uint8Array): void => {
  if (head.length === 0)
    throw refused('The file is empty', 'Choose a file that contains something.');
};

const refused = (message: string, details: string): DomainError =>
  new DomainError('media_type_refused', message, { details });

/** Whether browsers may show the file instead of downloading it. */
export const isShownInline = (mimeType: string): boolean =>
  mimeType !== 'image/svg+xml' &&
  (mimeType === 'application/pdf' || /^(?:image|audio|video)\//.test(mimeType));
