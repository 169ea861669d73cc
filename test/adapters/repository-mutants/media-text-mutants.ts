import { broken, type RepositoryMutant } from './repository-mutant.ts';
import { putMedia } from './put-media.ts';

/** Repositories that go wrong about the texts of a media file. */
export const mediaTextMutants: readonly RepositoryMutant[] = [
  {
    fault: 'empties the text that it is not given',
    caughtBy: 'updateTexts writes what it is given and nothing else',
    make: broken('media', (intact) => ({
      updateTexts: (id, texts, now) =>
        intact.updateTexts(id, { alt: '', caption: '', ...texts }, now),
    })),
  },
  {
    fault: 'reads a record and writes all of it back with the new texts',
    caughtBy: 'texts written at once all stay',
    make: broken('media', (intact, { store }) => ({
      updateTexts: async (id, texts, now) => {
        const file = await intact.findById(id);
        if (file?.state !== 'ready') return undefined;
        const revised = { ...file, ...texts, updatedAt: Math.max(file.updatedAt, now) };
        await putMedia(store, revised);
        return { ...revised };
      },
    })),
  },
  {
    fault: 'takes the time of any write for the last',
    caughtBy: 'updateTexts never sets the time of the last change back',
    make: broken('media', (intact, { store }) => ({
      updateTexts: async (id, texts, now) => {
        const revised = await intact.updateTexts(id, texts, now);
        if (revised === undefined) return undefined;
        await putMedia(store, { ...revised, updatedAt: now });
        return { ...revised, updatedAt: now };
      },
    })),
  },
  {
    fault: 'writes texts of files that are being deleted',
    caughtBy: 'updateTexts leaves files alone that are not ready or not there',
    make: broken('media', (intact, { store }) => ({
      updateTexts: async (id, texts, now) => {
        const file = await intact.findById(id);
        if (file?.state === 'deleting') await putMedia(store, { ...file, ...texts });
        return intact.updateTexts(id, texts, now);
      },
    })),
  },
];
