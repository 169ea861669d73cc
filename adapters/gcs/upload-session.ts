import type { ApiError, FileMetadata } from '@google-cloud/storage';
import type { Call } from './call.ts';
import type { GcsBucket } from './gcs-bucket.ts';
import { statusOf } from './gcs-error.ts';
import type { Part } from './parts.ts';

/** A long upload that the bucket knows by an address. */
export interface UploadSession {
  readonly gcs: GcsBucket;
  readonly call: Call;
  readonly address: string;
}

/**
 * Sends a part that is not the last. The stream that the library has for this goes on after it was
 * destroyed, and then ends the process with an error that nobody can catch.
 *
 * @throws what the library reports; Error when the bucket does not take the bytes.
 */
export const sendPart = async (session: UploadSession, part: Part): Promise<void> => {
  await sendBytes(session, part, '*');
};

/**
 * Sends the part that makes the object.
 *
 * @returns what the bucket says about it.
 * @throws as {@link sendPart}.
 */
export const sendLastPart = (session: UploadSession, part: Part): Promise<FileMetadata> =>
  sendBytes(session, part, part.start + part.bytes.length);

/** Sends bytes, and again those that the bucket did not take. @returns {} before the last part. */
const sendBytes = async (
  { gcs, call, address }: UploadSession,
  { bytes, start }: Part,
  total: number | '*',
): Promise<FileMetadata> => {
  const end = start + bytes.length;
  for (let at = start; ;) {
    const range = `bytes ${at}-${end - 1}/${total}`;
    const rest = bytes.subarray(at - start);
    const answer = await call.wait(() => put(gcs, address, range, rest));
    if (answer.metadata !== undefined) return answer.metadata;
    if (answer.taken === end && total === '*') return {};
    if (answer.taken <= at || answer.taken >= end) {
      throw new Error(`The bucket has ${answer.taken} bytes, and was sent those up to ${end}`);
    }
    at = answer.taken;
  }
};

type PutAnswer =
  /** The object is whole. */
  | { readonly metadata: FileMetadata }
  /** The bucket has so many bytes of it. */
  | { readonly metadata?: undefined; readonly taken: number };

/** Bytes that the bucket has already may be sent again, so that a request may be repeated. */
const put = (
  { bucket }: GcsBucket,
  address: string,
  range: string,
  body: Buffer,
): Promise<PutAnswer> =>
  new Promise((resolve, reject) => {
    const headers = { 'Content-Range': range };
    bucket.storage.request({ method: 'PUT', uri: address, headers, body }, (error, metadata) => {
      if (error === null) resolve({ metadata: metadata as FileMetadata });
      else if (statusOf(error) === 308) resolve({ taken: takenOf(error) });
      else reject(error);
    });
  });

/** 308 tells which bytes the bucket has; without a range it has none. */
const takenOf = ({ response }: ApiError): number => {
  const header: unknown = response?.headers['range'];
  const last = typeof header === 'string' ? /^bytes=0-(?<last>\d+)$/.exec(header)?.[1] : undefined;
  return last === undefined ? 0 : Number(last) + 1;
};
