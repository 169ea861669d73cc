import type { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import type { MediaFile } from '../../../core/index.ts';

/** Stores a record without any check. */
export const putMedia = (store: MemoryStore, file: MediaFile): Promise<void> =>
  store.write(({ media }) => {
    media.set(file.id, file);
  });
