import type { BlobStore, ByteRange } from '../../../core/index.ts';
import { collect } from '../bytes.ts';

export interface BlobStoreSubject {
  readonly store: BlobStore;
  /**
   * The number of uploads that have ended without an object, and whose bytes the storage still has. Only if
   * the storage shows them, and does not remove them by itself.
   */
  readonly unfinished?: () => Promise<number>;
}

/** The bytes of an object, or of a range; undefined for an unknown key. */
export const readBlob = async (
  store: BlobStore,
  key: string,
  range?: ByteRange,
): Promise<Uint8Array | undefined> => {
  const body = await store.get(key, range);
  return body && collect(body);
};
