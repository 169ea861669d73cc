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
import { parseRange, type RequestedRange } from './byte-range.ts';
import { contentDisposition } from './content-disposition.ts';

type FileHandlers = Pick<Handlers<typeof systemOperations, RequestContext>, 'getFile'>;

/** Serves files to whoever has their address. Nothing is opened before bytes are asked for. */
export const fileHandlers = ({ media }: Pick<Cms, 'media'>): FileHandlers => ({
  getFile: async ({ params, headers }) => {
    const served = await media.read(params.key);
    const { file } = served;
    const tag = tagOf(file);
    // A range of another version than the one asked for would be put together with the wrong bytes.
    const isOfThisVersion = headers['If-Range'] === undefined || headers['If-Range'] === tag;
    const range = isOfThisVersion ? parseRange(headers.Range, file.size) : 'whole';
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
    const refusal = { 'Content-Range': `bytes */${file.size}`, 'Content-Length': 0 };
    return { status: 416, body: undefined, headers: { ...headers, ...refusal } };
  }
  if (range === 'whole') {
    return { body: opened(open), headers: { ...headers, 'Content-Length': file.size } };
  }
  const { start, end } = range;
  const place = {
    'Content-Range': `bytes ${start}-${end}/${file.size}`,
    'Content-Length': end - start + 1,
  };
  return { status: 206, body: opened(open, range), headers: { ...headers, ...place } };
};

/** The bytes, opened when the first is asked for. */
async function* opened(open: ServedFile['open'], range?: ByteRange): AsyncGenerator<Uint8Array> {
  yield* await open(range);
}

/** An address never gets other bytes, so the random part of it names them. */
const tagOf = ({ key }: MediaFile): string => `"${key.split('/', 1).join()}"`;

const oneYearS = (365 * day) / 1_000;

/**
 * Whatever the bytes turn out to be, in the end they must not run as a page of this site: a browser
 * takes them for what they are said to be, and for nothing that could act.
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

/** The uploader's name, with the extension that the bytes call for: it must not promise a program. */
const downloadName = ({ originalName, filename }: MediaFile): string => {
  const stem = originalName.replace(/\.[^.]*$/, '');
  return (stem === '' ? 'file' : stem) + filename.slice(filename.lastIndexOf('.'));
};
