import type { BlobStore, ByteRange } from '../../../core/index.ts';
import { equal } from '../assert.ts';
import { collect } from '../bytes.ts';

export interface BlobStoreSubject {
  readonly store: BlobStore;
  /**
   * How much the storage holds, such as bytes, rows or files: with everything that belongs to no object, such as the pieces
   * of uploads that have ended without one. Absent if the storage does not show them, or removes them later.
   */
  readonly usage?: (() => Promise<number>) | undefined;
}

/** @returns a check that the storage holds as much as now. */
export const watchUsage = async ({
  usage,
}: BlobStoreSubject): Promise<(when: string) => Promise<void>> => {
  const before = await usage?.();
  return async (when) => equal(await usage?.(), before, `usage ${when}`);
};

/** The bytes of an object, or of a range; undefined for an unknown key. */
export const readBlob = async (
  store: BlobStore,
  key: string,
  range?: ByteRange,
): Promise<Uint8Array | undefined> => {
  const body = await store.get(key, range);
  return body && collect(body);
};
