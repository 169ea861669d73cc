import type { Handlers, Input, systemOperations } from '../../../contracts/index.ts';
import { invalid, type ByteRange, type Cms, type ServedFile } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { formatPreference } from './answers/accepted-formats.ts';
import {
  parseRange,
  type RequestedRange,
  originalHeaders,
  variantHeaders,
  type FileHeaders,
} from './answers/file-headers.ts';

type FileOperation = (typeof systemOperations)['getFile'];
type FileHandlers = Pick<Handlers<typeof systemOperations, RequestContext>, 'getFile'>;

/** Serves files without authentication. Opens a file only when its bytes are read. */
export const fileHandlers = ({ media }: Pick<Cms, 'media'>): FileHandlers => ({
  getFile: async (input) => {
    const { headers } = input;
    const served = await findFile(media, input);
    const tag = served.headers.ETag;
    // A client must not combine ranges of different versions.
    const isSameVersion = headers['If-Range'] === undefined || headers['If-Range'] === tag;
    const range = isSameVersion ? parseRange(headers.Range, served.size) : 'whole';
    return answerRange(served, range);
  },
});

/** Bytes to serve, with the headers for all of them. */
interface Served extends Pick<ServedFile, 'open'> {
  readonly size: number;
  readonly headers: FileHeaders;
}

const findFile = async (
  media: Cms['media'],
  { params: { key }, query, headers }: Input<FileOperation>,
): Promise<Served> => {
  const { w = query.width, h = query.height, fit } = query;
  const { format = query.fm, q = query.quality } = query;
  if (w === undefined) {
    if (Object.keys(query).length > 0) throw widthMissing();
    const { file, open } = await media.read(key);
    return { open, size: file.size, headers: originalHeaders(file) };
  }
  const preference = formatPreference(headers.Accept);
  const requested = { width: w, height: h, fit, format, quality: q, preference };
  const image = await media.readImage(key, requested);
  const { file, open } = image;
  const isNegotiated = format === undefined;
  if (image.variant === undefined) {
    const { isFinal } = image;
    return { open, size: file.size, headers: originalHeaders(file, { isFinal, isNegotiated }) };
  }
  return { open, size: image.size, headers: variantHeaders(file, image.variant, isNegotiated) };
};

const widthMissing = () =>
  invalid('invalid_input', [{ path: 'w', message: 'must be given with h, fit, format or q' }]);

type FileAnswer = Awaited<ReturnType<FileHandlers['getFile']>>;

const answerRange = ({ size, open, headers }: Served, range: RequestedRange): FileAnswer => {
  if (range === 'unsatisfiable') {
    const notSatisfiable = { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 };
    return { status: 416, body: undefined, headers: { ...headers, ...notSatisfiable } };
  }
  if (range === 'whole') {
    return { body: openLazily(open), headers: { ...headers, 'Content-Length': size } };
  }
  const { start, end } = range;
  const partial = {
    'Content-Range': `bytes ${start}-${end}/${size}`,
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
