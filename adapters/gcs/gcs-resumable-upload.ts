import type { ApiError, FileMetadata } from '@google-cloud/storage';
import type { GcsBucket } from './gcs-bucket.ts';
import type { GcsCall } from './gcs-call.ts';
import { statusOf } from './gcs-errors.ts';

// The library has a stream for resumable uploads. It continues after it was destroyed, and then ends the
// process with an error that cannot be caught.

/** https://cloud.google.com/storage/docs/performing-resumable-uploads#chunked-upload */
export interface UploadSession {
  readonly gcs: GcsBucket;
  readonly call: GcsCall;
  readonly url: string;
}

/** The bytes of one request. They stay in memory until the bucket has stored them, for retries. */
export interface Part {
  readonly bytes: Buffer;
  /** Position of the first byte in the object. */
  readonly start: number;
}

/** Must be a multiple of 256 KiB. */
const partBytes = 4 * 1024 * 1024;

/** Splits a body into full parts. @returns the last part, full or not. */
export async function* partsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Part, Part> {
  let bytes = Buffer.allocUnsafe(partBytes);
  let start = 0;
  let filled = 0;
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length;) {
      if (filled === partBytes) {
        yield { bytes, start };
        start += partBytes;
        filled = 0;
        bytes = Buffer.allocUnsafe(partBytes);
      }
      const piece = chunk.subarray(at, at + partBytes - filled);
      bytes.set(piece, filled);
      filled += piece.length;
      at += piece.length;
    }
  }
  return { bytes: bytes.subarray(0, filled), start };
}

/**
 * Sends any part but the last.
 *
 * @throws what the library throws; Error when the bucket does not store the bytes.
 */
export const sendPart = async (session: UploadSession, part: Part): Promise<void> => {
  await sendBytes(session, part, '*');
};

/**
 * Sends the last part, which creates the object.
 *
 * @returns the metadata of the object.
 * @throws like {@link sendPart}.
 */
export const sendLastPart = (session: UploadSession, part: Part): Promise<FileMetadata> =>
  sendBytes(session, part, part.start + part.bytes.length);

/** Sends bytes, and sends those again that the bucket did not store. @returns {} before the last part. */
const sendBytes = async (
  { gcs, call, url }: UploadSession,
  { bytes, start }: Part,
  total: number | '*',
): Promise<FileMetadata> => {
  const end = start + bytes.length;
  for (let at = start; ;) {
    const range = `bytes ${at}-${end - 1}/${total}`;
    const rest = bytes.subarray(at - start);
    const response = await call.run(() => put(gcs, url, range, rest));
    if (response.metadata !== undefined) return response.metadata;
    const { storedBytes } = response;
    if (storedBytes === end && total === '*') return {};
    if (storedBytes <= at || storedBytes >= end) {
      throw new Error(`The bucket has stored ${storedBytes} bytes of the ${end} that were sent`);
    }
    at = storedBytes;
  }
};

type PutResponse =
  /** The object was created. */
  | { readonly metadata: FileMetadata }
  | { readonly metadata?: undefined; readonly storedBytes: number };

/** Safe to retry: the bucket accepts bytes that it has stored already. */
const put = (
  { bucket }: GcsBucket,
  url: string,
  range: string,
  body: Buffer,
): Promise<PutResponse> =>
  new Promise((resolve, reject) => {
    const headers = { 'Content-Range': range };
    bucket.storage.request({ method: 'PUT', uri: url, headers, body }, (error, metadata) => {
      if (error === null) resolve({ metadata: metadata as FileMetadata });
      else if (statusOf(error) === 308) resolve({ storedBytes: storedBytesOf(error) });
      else reject(error);
    });
  });

/** Reads the range of a 308 response. Without a range, no bytes are stored. */
const storedBytesOf = ({ response }: ApiError): number => {
  const header: unknown = response?.headers['range'];
  const last = typeof header === 'string' ? /^bytes=0-(?<last>\d+)$/.exec(header)?.[1] : undefined;
  return last === undefined ? 0 : Number(last) + 1;
};
