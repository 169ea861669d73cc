import type { MemoryState } from '../../../adapters/memory/memory-state.ts';
import type { MediaFile } from '../../../core/vocabulary.ts';

/** Stores a record without any check. */
export const putMedia = (memory: MemoryState, file: MediaFile): Promise<void> =>
  memory.write(({ media }) => {
    media.set(file.id, file);
  });
