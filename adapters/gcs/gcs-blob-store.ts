import {
  assertBlobKey,
  isBlobKey,
  type BlobInfo,
  type BlobStore,
  type ByteRange,
  type StoredBlob,
} from '../../core/index.ts';
import type { GcsBucket } from './gcs-bucket.ts';
import { callBucket, callObject } from './gcs-call.ts';
import { download } from './gcs-download.ts';
import { findObject } from './gcs-object.ts';
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
    await callObject(this.#gcs, () => this.#gcs.object(key).delete());
  }

  /** Skips objects whose names are not blob keys: this adapter did not create them. */
  async list(
    after: string | undefined,
    limit: number,
    prefix = '',
  ): Promise<readonly StoredBlob[]> {
    const blobs: StoredBlob[] = [];
    let pageToken: string | undefined;
    do {
      // The bucket starts with `after` itself, which is not part of the result.
      const maxResults = Math.min(limit - blobs.length + 1, pageMax);
      const page = await readPage(this.#gcs, { after, maxResults, pageToken, prefix });
      blobs.push(...(page.items ?? []).flatMap((object) => blobOf(object, after) ?? []));
      pageToken = page.nextPageToken;
    } while (blobs.length < limit && pageToken !== undefined);
    return blobs.slice(0, limit);
  }
}

/** The most objects that the bucket returns in one page. */
const pageMax = 1_000;

interface PageRequest {
  readonly prefix: string;
  readonly after: string | undefined;
  readonly maxResults: number;
  readonly pageToken: string | undefined;
}

/** With the option `fields`, the library returns the bucket's response unchanged. */
interface ListedPage {
  readonly items?: readonly ListedObject[];
  readonly nextPageToken?: string;
}

interface ListedObject {
  readonly name: string;
  readonly timeCreated: string;
}

const readPage = (
  gcs: GcsBucket,
  { after, maxResults, pageToken, prefix }: PageRequest,
): Promise<ListedPage> =>
  callBucket(gcs, async () => {
    const [, , response] = await gcs.bucket.getFiles({
      autoPaginate: false,
      maxResults,
      fields: 'items(name,timeCreated),nextPageToken',
      ...(after === undefined ? {} : { startOffset: after }),
      ...(prefix === '' ? {} : { prefix }),
      ...(pageToken === undefined ? {} : { pageToken }),
    });
    return response as ListedPage;
  });

const blobOf = (
  { name, timeCreated }: ListedObject,
  after: string | undefined,
): StoredBlob | undefined =>
  name === after || !isBlobKey(name) ? undefined : { key: name, storedAt: Date.parse(timeCreated) };
