import {
  assertBlobKey,
  isBlobKey,
  type BlobInfo,
  type BlobStore,
  type ByteRange,
  type StoredBlob,
} from '../../core/index.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { download } from './s3-download.ts';
import { upload } from './s3-upload.ts';

/**
 * Objects in a bucket of Amazon S3 or of a server with the same API. No call waits for the bucket longer
 * than its timeouts.
 *
 * All methods throw DomainError `dependency_unavailable` when the bucket is unreachable, rejects the request,
 * or returns other bytes than were stored.
 */
export class S3BlobStore implements BlobStore {
  readonly #s3: S3Bucket;

  constructor(s3: S3Bucket) {
    this.#s3 = s3;
  }

  async put(key: string, body: AsyncIterable<Uint8Array>, contentType: string): Promise<BlobInfo> {
    assertBlobKey(key);
    return upload(this.#s3, key, body, contentType);
  }

  async stat(key: string): Promise<BlobInfo | undefined> {
    if (!isBlobKey(key)) return undefined;
    const found = await this.#s3.findObject(key);
    return found && { size: found.ContentLength ?? 0 };
  }

  async get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
    if (!isBlobKey(key)) return undefined;
    const found = await this.#s3.findObject(key);
    return (
      found &&
      download(this.#s3, { key, entityTag: found.ETag, size: found.ContentLength ?? 0 }, range)
    );
  }

  async delete(key: string): Promise<void> {
    if (isBlobKey(key)) await this.#s3.deleteObject(key);
  }

  /** Skips objects whose names are not blob keys: this adapter did not create them. */
  async list(
    after: string | undefined,
    limit: number,
    prefix = '',
  ): Promise<readonly StoredBlob[]> {
    const { client, name } = this.#s3;
    const blobs: StoredBlob[] = [];
    let last = after;
    for (let hasMore = true; hasMore && blobs.length < limit;) {
      const MaxKeys = Math.min(limit - blobs.length, pageMax);
      const query = { Bucket: name, Prefix: prefix, MaxKeys, StartAfter: last };
      const page = await this.#s3.call((options) => client.listObjectsV2(query, options));
      for (const { Key = '', LastModified } of page.Contents ?? []) {
        last = Key;
        if (isBlobKey(Key)) blobs.push({ key: Key, storedAt: LastModified?.getTime() ?? 0 });
      }
      hasMore = page.IsTruncated === true;
    }
    return blobs;
  }
}

/** The most objects that the bucket returns in one page. */
const pageMax = 1_000;
