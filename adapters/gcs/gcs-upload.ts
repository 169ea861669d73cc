import { randomUUID } from 'node:crypto';
import type { File } from '@google-cloud/storage';
import { DomainError, type BlobInfo } from '../../core/index.ts';
import type { GcsBucket } from './gcs-bucket.ts';
import { GcsCall } from './gcs-call.ts';
import { statusOf, storageUnavailable } from './gcs-errors.ts';
import {
  findObject,
  removeObject,
  storedObject,
  TransferChecksum,
  uploadIdName,
  type StoredObject,
} from './gcs-object.ts';
import { partsOf, sendLastPart, sendPart } from './gcs-resumable-upload.ts';

/**
 * Creates one object: from a small body with a single request, from a larger one with a resumable upload.
 *
 * @throws what `body` throws; DomainError `id_taken`, `dependency_unavailable`.
 */
export const upload = async (
  gcs: GcsBucket,
  file: File,
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<BlobInfo> => {
  const call = new GcsCall(gcs.timer, gcs.timeouts.progressMs);
  const attempt: Upload = { gcs, file, call, contentType, id: randomUUID() };
  const sent = new TransferChecksum();
  const chunks = copied(body, sent);
  try {
    const { head, isComplete } = await readHead(chunks);
    const stored = isComplete
      ? await sendWhole(attempt, head)
      : await sendInParts(attempt, joined(head, chunks));
    if (!sent.matches(stored)) {
      // If the removal fails, the caller's own cleanup can still delete the object: the upload has failed.
      await removeObject(gcs, file, stored).catch(() => undefined);
      throw storageUnavailable(new Error('The bucket stored other bytes than were sent'));
    }
    return { size: sent.size };
  } finally {
    call.close();
    await chunks.return(undefined);
  }
};

interface Upload {
  readonly gcs: GcsBucket;
  readonly file: File;
  readonly call: GcsCall;
  readonly contentType: string;
  /** Stored with the object, to tell it from an object that another upload created. */
  readonly id: string;
}

/** Copies chunks, because a source may reuse its buffer for the next chunk. */
async function* copied(
  body: AsyncIterable<Uint8Array>,
  checksum: TransferChecksum,
): AsyncGenerator<Uint8Array, undefined> {
  for await (const chunk of body) {
    if (chunk.length === 0) continue;
    const copy = Uint8Array.from(chunk);
    checksum.add(copy);
    yield copy;
  }
}

interface BodyHead {
  readonly head: readonly Uint8Array[];
  /** Whether the head is the whole body. */
  readonly isComplete: boolean;
}

/** The largest body that is sent with a single request. */
const singleRequestMaxBytes = 8 * 1024 * 1024;

/** Reads until the body has ended or is too large for a single request. */
const readHead = async (chunks: AsyncGenerator<Uint8Array, undefined>): Promise<BodyHead> => {
  const head: Uint8Array[] = [];
  let size = 0;
  while (size <= singleRequestMaxBytes) {
    const { done, value } = await chunks.next();
    if (done) return { head, isComplete: true };
    head.push(value);
    size += value.length;
  }
  return { head, isComplete: false };
};

/** Releases each chunk of the head once it is yielded. */
async function* joined(
  head: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const waiting = [...head].toReversed();
  for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) yield chunk;
  yield* rest;
}

const oneYearS = 31_536_000;

/**
 * Objects are created, never overwritten: generation 0 means that no object with this name exists,
 * https://cloud.google.com/storage/docs/request-preconditions
 */
const settingsOf = ({ contentType, id }: Upload) => ({
  preconditionOpts: { ifGenerationMatch: 0 },
  metadata: {
    contentType,
    cacheControl: `public, max-age=${oneYearS}, immutable, no-transform`,
    metadata: { [uploadIdName]: id },
  },
});

const sendWhole = (attempt: Upload, chunks: readonly Uint8Array[]): Promise<StoredObject> => {
  const { call, file } = attempt;
  const options = {
    ...settingsOf(attempt),
    resumable: false,
    // The caller compares checksums.
    validation: false,
    onUploadProgress: () => call.progress(),
  };
  return createObject(attempt, async () => {
    await call.run(() => file.save(() => slicesOf(chunks), options));
    return storedObject(file.metadata);
  });
};

/** Small enough that a slow connection reports progress before the timeout. */
const sliceBytes = 64 * 1024;

function* slicesOf(chunks: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      yield chunk.subarray(at, at + sliceBytes);
    }
  }
}

/**
 * Sends the body part by part. Only the last part, which is sent after the body has ended, creates the object.
 *
 * @throws also what `body` throws.
 */
const sendInParts = async (
  attempt: Upload,
  body: AsyncIterable<Uint8Array>,
): Promise<StoredObject> => {
  const { gcs, call, file } = attempt;
  const begin = () => file.createResumableUpload(settingsOf(attempt));
  const [url] = await call.run(begin).catch(throwDomainError);
  const session = { gcs, call, url };
  const parts = partsOf(body);
  for (;;) {
    const { done, value: part } = await parts.next();
    if (done) {
      return createObject(attempt, async () => storedObject(await sendLastPart(session, part)));
    }
    await sendPart(session, part).catch(throwDomainError);
  }
};

/**
 * Runs the request that creates the object. When it fails without a definite answer, checks whether the
 * object was created: a retry after a lost response fails because the name is taken.
 */
const createObject = async (
  { gcs, file, call, id }: Upload,
  work: () => Promise<StoredObject>,
): Promise<StoredObject> => {
  try {
    return await work();
  } catch (error) {
    call.close();
    const found = isRejection(error) ? undefined : await findObject(gcs, file);
    return found?.uploadId === id ? found : throwDomainError(error);
  }
};

/** Client errors after which the object may exist nevertheless: timeout, name taken, rate limit. */
const indefinite: ReadonlySet<number> = new Set([408, 412, 429]);

/** Whether the bucket rejected the request, so that it certainly did not create the object. */
const isRejection = (error: unknown): boolean => {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && !indefinite.has(status);
};

/** @throws DomainError `id_taken` when the name is taken, else `dependency_unavailable`. */
const throwDomainError = (error: unknown): never => {
  if (statusOf(error) !== 412) throw storageUnavailable(error);
  throw new DomainError('id_taken', 'An object with this key exists already', { cause: error });
};
