import type { Handlers, systemOperations } from '../../../contracts/index.ts';
import {
  day,
  isShownInline,
  type ByteRange,
  type Cms,
  type MediaFile,
  type ServedFile,
} from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { contentDisposition, parseRange, type RequestedRange } from './file-headers.ts';

type FileHandlers = Pick<Handlers<typeof systemOperations, RequestContext>, 'getFile'>;

/** Serves files without authentication. Opens a file only when its bytes are read. */
export const fileHandlers = ({ media }: Pick<Cms, 'media'>): FileHandlers => ({
  getFile: async ({ params, headers }) => {
    const served = await media.read(params.key);
    const { file } = served;
    const tag = tagOf(file);
    // A client must not combine ranges of different versions.
    const isSameVersion = headers['If-Range'] === undefined || headers['If-Range'] === tag;
    const range = isSameVersion ? parseRange(headers.Range, file.size) : 'whole';
    return answerRange(served, range, { ...headersOf(file), ETag: tag });
  },
});

type FileAnswer = Awaited<ReturnType<FileHandlers['getFile']>>;

const answerRange = (
  { file, open }: ServedFile,
  range: RequestedRange,
  headers: Omit<FileAnswer['headers'], 'Content-Length'>,
): FileAnswer => {
  if (range === 'unsatisfiable') {
    const notSatisfiable = { 'Content-Range': `bytes */${file.size}`, 'Content-Length': 0 };
    return { status: 416, body: undefined, headers: { ...headers, ...notSatisfiable } };
  }
  if (range === 'whole') {
    return { body: openLazily(open), headers: { ...headers, 'Content-Length': file.size } };
  }
  const { start, end } = range;
  const partial = {
    'Content-Range': `bytes ${start}-${end}/${file.size}`,
    'Content-Length': end - start + 1,
  };
  return { status: 206, body: openLazily(open, range), headers: { ...headers, ...partial } };
};

/** Opens the file when the first chunk is read. */
async function* openLazily(
  open: ServedFile['open'],
  range?: ByteRange,
): AsyncGenerator<Uint8Array> {
  yield* await open(range);
}

/** The bytes at a key never change, and each key contains a random part. */
const tagOf = ({ key }: MediaFile): string => `"${key.split('/', 1).join()}"`;

const oneYearS = (365 * day) / 1_000;

/**
 * Keeps an uploaded file from running as a page of this site: browsers use the declared type only,
 * and sandbox what they show.
 */
const headersOf = (
  file: MediaFile,
): Omit<FileAnswer['headers'], 'Content-Length' | 'Content-Range' | 'ETag'> => ({
  'Content-Type': file.mimeType.startsWith('text/')
    ? `${file.mimeType}; charset=utf-8`
    : file.mimeType,
  'Content-Disposition': contentDisposition(
    isShownInline(file.mimeType) ? 'inline' : 'attachment',
    downloadName(file),
  ),
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': `public, max-age=${oneYearS}, immutable`,
  'Accept-Ranges': 'bytes',
});

/** The original name, with the extension of the detected type: `photo.exe` must not be offered. */
const downloadName = ({ originalName, filename }: MediaFile): string => {
  const stem = originalName.replace(/\.[^.]*$/, '');
  return (stem === '' ? 'file' : stem) + filename.slice(filename.lastIndexOf('.'));
};
