import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { BlobInfo } from '../../core/index.ts';
import { domainError, type GcsBucket } from './gcs-bucket.ts';

/** The largest body that is sent with a single request, and the size of the parts of larger ones. */
const partBytes = 8 * 1024 * 1024;

/** The name of the upload's id in the custom metadata of its object. */
const uploadIdName = 'quoin-upload';

const oneYearS = 31_536_000;

/**
 * Creates one object: from a small body with a single request, from a larger one with a resumable upload,
 * part by part. The request that creates the object is sent after the body has ended.
 *
 * @throws what `body` throws; DomainError `id_taken`, `dependency_unavailable`.
 */
export const upload = async (
  gcs: GcsBucket,
  key: string,
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<BlobInfo> => {
  const id = randomUUID();
  const options = {
    // No object with this name may exist: https://cloud.google.com/storage/docs/request-preconditions
    preconditionOpts: { ifGenerationMatch: 0 },
    validation: 'crc32c',
    metadata: {
      contentType,
      cacheControl: `public, max-age=${oneYearS}, immutable, no-transform`,
      metadata: { [uploadIdName]: id },
    },
  };
  const source: Source = { size: 0, failure: undefined };
  const chunks = copied(body, source);
  try {
    const { head, isComplete } = await readHead(chunks);
    if (isComplete) {
      const sent = gcs.bucket.file(key).save(() => head, { ...options, resumable: false });
      await gcs.call(sent, gcs.timeouts.transferMs);
    } else {
      // The library times out by itself here, and not while it waits for the body.
      const target = gcs.streamed.file(key).createWriteStream({ ...options, chunkSize: partBytes });
      await pipeline(joined(head, chunks), target);
    }
  } catch (thrown) {
    if (source.failure !== undefined) throw source.failure.error;
    const error = domainError(thrown);
    // The library removes an object whose checksum is wrong. Here it could not.
    if (codeOf(error.cause) === 'FILE_NO_UPLOAD_DELETE') throw error;
    // If only the response was lost, the object exists, and another attempt finds its name taken.
    if (!(await isCreatedBy(gcs, key, id))) throw error;
  } finally {
    await chunks.return(undefined);
  }
  return { size: source.size };
};

const isCreatedBy = async (gcs: GcsBucket, key: string, id: string): Promise<boolean> =>
  (await gcs.findObject(key))?.metadata?.[uploadIdName] === id;

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

/** The progress of reading a body. */
interface Source {
  size: number;
  failure: { readonly error: unknown } | undefined;
}

/** Copies chunks, because a body may reuse its buffer for the next chunk. */
async function* copied(
  body: AsyncIterable<Uint8Array>,
  source: Source,
): AsyncGenerator<Buffer, undefined> {
  try {
    for await (const chunk of body) {
      source.size += chunk.length;
      if (chunk.length > 0) yield Buffer.from(chunk);
    }
  } catch (error) {
    source.failure = { error };
    throw error;
  }
}

interface BodyHead {
  readonly head: Buffer[];
  /** Whether the head is the whole body. */
  readonly isComplete: boolean;
}

/** Reads until the body has ended or is too large for a single request. */
const readHead = async (chunks: AsyncGenerator<Buffer, undefined>): Promise<BodyHead> => {
  const head: Buffer[] = [];
  for (let size = 0; size <= partBytes;) {
    const { done, value } = await chunks.next();
    if (done) return { head, isComplete: true };
    head.push(value);
    size += value.length;
  }
  return { head, isComplete: false };
};

/** Releases each chunk of the head once it is yielded. */
async function* joined(head: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for (let chunk = head.shift(); chunk !== undefined; chunk = head.shift()) yield chunk;
  yield* rest;
}
