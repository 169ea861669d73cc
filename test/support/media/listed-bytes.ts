import type { BlobStore } from '../../../core/index.ts';

/** The bytes of all objects, for a store that keeps nothing else. */
export const listedBytes = async (store: BlobStore): Promise<number> => {
  let total = 0;
  for (const { key } of await store.list(undefined, 1_000)) {
    total += (await store.stat(key))?.size ?? 0;
  }
  return total;
};
