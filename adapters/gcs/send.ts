import type { File } from '@google-cloud/storage';
import { DomainError } from '../../core/index.ts';
import type { Call } from './call.ts';
import type { GcsBucket } from './gcs-bucket.ts';
import { statusOf, storageUnavailable } from './gcs-error.ts';
import { partsOf } from './parts.ts';
import { sendLastPart, sendPart } from './upload-session.ts';
import { findObject, storedObject, uploadIdName, type StoredObject } from './stored-object.ts';

/** One attempt at making an object. */
export interface Upload {
  readonly gcs: GcsBucket;
  readonly file: File;
  readonly call: Call;
  readonly contentType: string;
  /** Kept with the object: what tells it from one that somebody else made. */
  readonly id: string;
}

const oneYearS = 31_536_000;

/**
 * Checksums are compared by the caller. Objects are created, never overwritten: generation 0 is that
 * of a name that is free, https://cloud.google.com/storage/docs/request-preconditions
 */
const settings = ({ contentType, id }: Upload) => ({
  preconditionOpts: { ifGenerationMatch: 0 },
  metadata: {
    contentType,
    cacheControl: `public, max-age=${oneYearS}, immutable, no-transform`,
    metadata: { [uploadIdName]: id },
  },
});

/** Sends an object of few bytes with one request. */
export const sendWhole = (upload: Upload, chunks: readonly Uint8Array[]): Promise<StoredObject> => {
  const options = {
    ...settings(upload),
    resumable: false,
    validation: false,
    onUploadProgress: () => upload.call.progress(),
  };
  return make(upload, async () => {
    await upload.call.wait(() => upload.file.save(() => slices(chunks), options));
    return storedObject(upload.file.metadata);
  });
};

/**
 * Sends an object of many bytes, part by part. Before the last part, which is known when the body
 * has ended, there is no object.
 *
 * @throws also what `body` throws.
 */
export const sendInParts = async (
  upload: Upload,
  body: AsyncIterable<Uint8Array>,
): Promise<StoredObject> => {
  const { gcs, call, file } = upload;
  const begin = () => file.createResumableUpload(settings(upload));
  const [address] = await call.wait(begin).catch(refuse);
  const session = { gcs, call, address };
  const parts = partsOf(body);
  for (;;) {
    const { done, value: part } = await parts.next();
    if (done) return make(upload, async () => storedObject(await sendLastPart(session, part)));
    await sendPart(session, part).catch(refuse);
  }
};

/** The steps in which progress is seen. */
const sliceBytes = 64 * 1024;

function* slices(chunks: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      yield chunk.subarray(at, at + sliceBytes);
    }
  }
}

/**
 * Does what makes the object. When that ends without an answer, the object tells what came of it: a
 * request that is repeated because its answer was lost is told that the name is taken.
 */
const make = async (
  { gcs, file, call, id }: Upload,
  work: () => Promise<StoredObject>,
): Promise<StoredObject> => {
  try {
    return await work();
  } catch (error) {
    call.hangUp();
    const found = isFinal(error) ? undefined : await findObject(gcs, file);
    return found?.uploadId === id ? found : refuse(error);
  }
};

/** Statuses that say something about the moment, or about the name, but not what came of a request. */
const unclear: ReadonlySet<number> = new Set([408, 412, 429]);

/** Whether the bucket refused, so that nothing can have come of it. */
const isFinal = (error: unknown): boolean => {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && !unclear.has(status);
};

/** @throws DomainError `id_taken` when the name is not free; else `dependency_unavailable`. */
const refuse = (error: unknown): never => {
  if (statusOf(error) !== 412) throw storageUnavailable(error);
  throw new DomainError('id_taken', 'An object with this key exists already', { cause: error });
};
