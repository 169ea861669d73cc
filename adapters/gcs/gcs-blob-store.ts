import type { Readable } from 'node:stream';
import type { File, GetFilesOptions, GetFilesResponse } from '@google-cloud/storage';
import {
  assertBlobKey,
  isBlobKey,
  notFound,
  type BlobInfo,
  type BlobStore,
  type ByteRange,
  type StoredBlob,
} from '../../core/index.ts';
import { domainError, statusOf, type GcsBucket } from './gcs-bucket.ts';
import { upload } from './gcs-upload.ts';

/**
 * Objects in a bucket of Google Cloud Storage. No call waits for the bucket longer than its timeouts.
 *
 * All methods throw DomainError `dependency_unavailable` when the bucket is unreachable, rejects the request,
 * or returns other bytes than were stored.
 */
export class GcsBlobStore implements BlobStore {
  readonly #gcs: GcsBucket;

  constructor(gcs: GcsBucket) {
    this.#gcs = gcs;
  }

  async put(key: string, body: AsyncIterable<Uint8Array>, contentType: string): Promise<BlobInfo> {
    assertBlobKey(key);
    return upload(this.#gcs, key, body, contentType);
  }

  async stat(key: string): Promise<BlobInfo | undefined> {
    if (!isBlobKey(key)) return undefined;
    const found = await this.#gcs.findObject(key);
    return found && { size: Number(found.size) };
  }

  async get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
    if (!isBlobKey(key)) return undefined;
    const found = await this.#gcs.findObject(key);
    if (found === undefined) return undefined;
    // Of this generation, so that its bytes are never mixed with those of a later object.
    const file = this.#gcs.streamed.file(key, { generation: Number(found.generation) });
    const size = range ? range.end + 1 - range.start : Number(found.size);
    return download(this.#gcs, file, size, range);
  }

  async delete(key: string): Promise<void> {
    if (isBlobKey(key)) await this.#gcs.deleteObject(key);
  }

  /** Skips objects whose names are not blob keys: this adapter did not create them. */
  async list(
    after: string | undefined,
    limit: number,
    prefix = '',
  ): Promise<readonly StoredBlob[]> {
    const blobs: StoredBlob[] = [];
    let query: GetFilesOptions | null = {
      prefix,
      // The bucket starts with `after` itself, which is not part of the result.
      startOffset: after ?? '',
      maxResults: Math.min(limit + 1, pageMax),
      autoPaginate: false,
    };
    while (query !== null && blobs.length < limit) {
      const [files, next] = await this.#readPage(query);
      for (const { name, metadata } of files) {
        if (name === after || !isBlobKey(name)) continue;
        blobs.push({ key: name, storedAt: Date.parse(metadata.timeCreated ?? '') });
      }
      query = next;
    }
    return blobs.slice(0, limit);
  }

  /** The second element requests the next page; despite its type it is null after the last one. */
  #readPage(query: GetFilesOptions): Promise<GetFilesResponse> {
    return this.#gcs.call(this.#gcs.bucket.getFiles(query));
  }
}

/** The most objects that the bucket returns in one page. */
const pageMax = 1_000;

const maxListeners = 30;

/**
 * Reads the `size` bytes of a file or of one of its ranges. The connection is open from the first chunk
 * requested until the last one is read or the reader leaves. The timeout does not include the time that the
 * reader takes between chunks.
 *
 * @throws DomainError `not_found` when the object is gone before the first chunk;
 *   `dependency_unavailable`, also when bytes are missing or the checksum of a whole object is wrong.
 */
async function* download(
  gcs: GcsBucket,
  file: File,
  size: number,
  range: ByteRange | undefined,
): AsyncGenerator<Uint8Array> {
  if (size === 0) return;
  // The library compares the checksum of a whole object by default, and cannot do so for a range.
  const stream = file.createReadStream({ decompress: false, ...range });
  // A pending read rejects with the error. After the reader has left, it is irrelevant.
  stream.on('error', () => undefined);
  let isOpen = false;
  stream.once('response', (response: Readable) => {
    isOpen = true;
    // The library pipes the response through several streams; Node would warn of a listener leak.
    response.setMaxListeners(maxListeners);
  });
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let received = 0;
  try {
    for (;;) {
      const next = await gcs.call(chunks.next(), gcs.timeouts.transferMs);
      if (next.done) break;
      received += next.value.length;
      if (received > size) break;
      yield next.value;
    }
    if (received !== size) throw domainError(new Error('The bucket sent fewer or more bytes'));
  } catch (error) {
    throw statusOf(domainError(error).cause) === 404 ? notFound('File') : error;
  } finally {
    // Destroyed earlier, the stream would make the library throw an error that nothing catches.
    if (isOpen) stream.destroy();
    else stream.once('response', () => setImmediate(() => stream.destroy()));
  }
}
