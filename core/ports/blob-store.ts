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
  /** Epoch milliseconds. */
  readonly storedAt: number;
}

/**
 * Immutable bytes under keys. Keys are made by the core: segments of ASCII letters, digits, dots,
 * hyphens and underscores, separated by slashes, none starting with a dot: `isBlobKey`. A store
 * relies on nobody for that: no object has a key of another form, and it is never looked for.
 */
export interface BlobStore {
  /**
   * Consumes `body` once, in constant memory. Until it resolves the key is unknown; an interrupted
   * write leaves nothing behind.
   *
   * @returns the number of bytes stored.
   * @throws what `body` throws; DomainError `id_taken` when the key exists: nothing is overwritten;
   *   `invalid_input` for a key of another form, before anything of `body` is read.
   */
  put(key: string, body: AsyncIterable<Uint8Array>, contentType: string): Promise<BlobInfo>;

  /** @returns undefined for an unknown key, whatever its form. */
  stat(key: string): Promise<BlobInfo | undefined>;

  /**
   * Reads all bytes, or those of `range`. Leaving the loop early releases what it held.
   *
   * @returns undefined for an unknown key.
   */
  get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;

  /** Deleting an unknown key succeeds. */
  delete(key: string): Promise<void>;

  /**
   * Up to `limit` objects by ascending key, in the order of their code units: those after `after`, or
   * the first ones.
   */
  list(after: string | undefined, limit: number): Promise<readonly StoredBlob[]>;
}
