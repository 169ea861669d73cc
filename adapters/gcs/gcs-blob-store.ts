import {
  assertBlobKey,
  isBlobKey,
  type BlobInfo,
  type BlobStore,
  type ByteRange,
  type StoredBlob,
} from '../../core/index.ts';
import { download } from './download.ts';
import type { GcsBucket } from './gcs-bucket.ts';
import { listObjects } from './list-objects.ts';
import { askIfThere } from './questions.ts';
import { findObject } from './stored-object.ts';
import { upload } from './upload.ts';

/**
 * Objects in a bucket of Google Cloud Storage. Whatever the bucket does, no call waits for it without
 * end; see the deadlines of the bucket.
 *
 * All methods throw DomainError `dependency_unavailable` when the bucket is away, refuses, or gives
 * other bytes than were stored.
 */
export class GcsBlobStore implements BlobStore {
  readonly #gcs: GcsBucket;

  constructor(gcs: GcsBucket) {
    this.#gcs = gcs;
  }

  async put(key: string, body: AsyncIterable<Uint8Array>, contentType: string): Promise<BlobInfo> {
    assertBlobKey(key);
    return upload(this.#gcs, this.#gcs.object(key), body, contentType);
  }

  async stat(key: string): Promise<BlobInfo | undefined> {
    if (!isBlobKey(key)) return undefined;
    const found = await findObject(this.#gcs, this.#gcs.object(key));
    return found && { size: found.size };
  }

  async get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
    if (!isBlobKey(key)) return undefined;
    const found = await findObject(this.#gcs, this.#gcs.object(key));
    if (found === undefined) return undefined;
    const { generation } = found;
    return download(this.#gcs, this.#gcs.object(key, { generation }), found, range);
  }

  async delete(key: string): Promise<void> {
    if (!isBlobKey(key)) return;
    await askIfThere(this.#gcs, () => this.#gcs.object(key).delete());
  }

  /** Up to `limit` objects by ascending key, in the order of their code units: those after `after`, or the first ones. */
  async list(after: string | undefined, limit: number): Promise<readonly StoredBlob[]> {
    return listObjects(this.#gcs, after, limit);
  }
}
