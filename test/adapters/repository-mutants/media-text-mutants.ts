import type { MemoryState } from '../../../adapters/memory/memory-state.ts';
import type { MediaFile } from '../../../core/index.ts';
import { broken, type RepositoryMutant } from './repository-mutant.ts';

/** Stores a record without any check. */
export const putMedia = (memory: MemoryState, file: MediaFile): Promise<void> =>
  memory.write(({ media }) => {
    media.set(file.id, file);
  });

/** Mutants that break promises about the texts of a media file. */
export const mediaTextMutants: readonly RepositoryMutant[] = [
  {
    fault: 'clears texts that are not given',
    caughtBy: 'updateTexts changes the given texts only',
    make: broken('media', (intact) => ({
      updateTexts: (id, texts, now) =>
        intact.updateTexts(id, { alt: '', caption: '', ...texts }, now),
    })),
  },
  {
    fault: 'reads a record and writes it back with the new texts',
    caughtBy: 'concurrent changes of different texts are both kept',
    make: broken('media', (intact, { memory }) => ({
      updateTexts: async (id, texts, now) => {
        const file = await intact.findById(id);
        if (file?.state !== 'ready') return undefined;
        const revised = { ...file, ...texts, updatedAt: Math.max(file.updatedAt, now) };
        await putMedia(memory, revised);
        return { ...revised };
      },
    })),
  },
  {
    fault: 'sets `updatedAt` to the time of any write, even an earlier one',
    caughtBy: 'updateTexts does not set `updatedAt` back',
    make: broken('media', (intact, { memory }) => ({
      updateTexts: async (id, texts, now) => {
        const revised = await intact.updateTexts(id, texts, now);
        if (revised === undefined) return undefined;
        await putMedia(memory, { ...revised, updatedAt: now });
        return { ...revised, updatedAt: now };
      },
    })),
  },
  {
    fault: 'updates texts of files that are being deleted',
    caughtBy: 'updateTexts ignores files that are not ready or do not exist',
    make: broken('media', (intact, { memory }) => ({
      updateTexts: async (id, texts, now) => {
        const file = await intact.findById(id);
        if (file?.state === 'deleting') await putMedia(memory, { ...file, ...texts });
        return intact.updateTexts(id, texts, now);
      },
    })),
  },
];
