import type { EpochMs } from '../primitives/time.ts';

export interface ByteRange {
  /** First byte, from 0. */
  readonly start: number;
  /** Last byte, inclusive; below the object's size. */
  readonly end: number;
}

export interface BlobInfo {
  /** Bytes. */
  readonly size: number;
}

export interface StoredBlob {
  readonly key: string;
  readonly storedAt: EpochMs;
}

/**
 * Immutable bytes under keys. A key consists of segments of ASCII letters, digits, dots, hyphens and
 * underscores, separated by slashes; no segment starts with a dot. Stores check this with `isBlobKey`:
 * no object has another key, and stores never look for one.
 */
export interface BlobStore {
  /**
   * Reads `body` once, in constant memory. The key is unknown until the promise resolves; an interrupted
   * write leaves nothing behind. Suites see that it leaves no object; they cannot see pieces of an upload.
   *
   * @returns the number of bytes stored.
   * @throws what `body` throws; DomainError `id_taken` if the key exists, because nothing is overwritten;
   *   `invalid_input` for an invalid key, before `body` is read.
   */
  put(key: string, body: AsyncIterable<Uint8Array>, contentType: string): Promise<BlobInfo>;

  /** @returns undefined for an unknown or invalid key. */
  stat(key: string): Promise<BlobInfo | undefined>;

  /**
   * Reads all bytes, or those of `range`. Ending the iteration early releases all resources.
   *
   * @returns undefined for an unknown key.
   */
  get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;

  /** Deleting an unknown key succeeds. */
  delete(key: string): Promise<void>;

  /**
   * Up to `limit` objects after the key `after`, by ascending key in the order of code units; the first
   * ones for undefined.
   *
   * @param prefix lists only keys that start with it, without reading the others; by default all keys.
   */
  list(after: string | undefined, limit: number, prefix?: string): Promise<readonly StoredBlob[]>;
}
