import { mediaWords, meetsMediaFilter, withObject } from '../../../core/store.ts';
import { objectKeyOf } from '../../../core/vocabulary.ts';
import { putMedia } from './put-media.ts';
import { broken, type RepositoryMutant } from './repository-mutant.ts';

/** Mutants that break promises about the objects of files. */
export const mediaObjectMutants: readonly RepositoryMutant[] = [
  {
    fault: 'does not remove a crop',
    caughtBy: 'updateDetails sets and removes the crop, the folder and the name',
    make: broken('media', (intact) => ({
      updateDetails: (id, { crop, ...details }, now, event) =>
        intact.updateDetails(id, { ...details, ...(crop && { crop }) }, now, event),
    })),
  },
  {
    fault: 'does not store the event of a replacement',
    caughtBy: 'replaceObject replaces the bytes, and keeps everything else',
    make: broken('media', (intact) => ({
      replaceObject: (replacement) => intact.replaceObject(replacement),
    })),
  },
  {
    fault: 'replaces the bytes of files in any state',
    caughtBy: 'replaceObject ignores files that are not ready or do not exist',
    make: broken('media', (intact, { memory }) => ({
      replaceObject: async (replacement, event) => {
        const file = await intact.findById(replacement.id);
        if (file === undefined || file.state === 'ready') {
          return intact.replaceObject(replacement, event);
        }
        const replaced = withObject(file, replacement.object, replacement.now);
        await putMedia(memory, replaced);
        return replaced;
      },
    })),
  },
  {
    fault: 'keeps what a record was without its texts in languages',
    caughtBy: 'replaceObject keeps what the record was as another record',
    make: broken('media', (intact, { memory }) => ({
      replaceObject: async (replacement, event) => {
        const replaced = await intact.replaceObject(replacement, event);
        const former = replacement.formerId && (await intact.findById(replacement.formerId));
        if (former) {
          const { texts: _, ...rest } = former;
          await putMedia(memory, rest);
        }
        return replaced;
      },
    })),
  },
  {
    fault: 'stores two records that name the same object',
    caughtBy: 'no two records name the same object',
    make: broken('media', (intact, { memory }) => ({
      insert: async (file) => {
        const isTaken =
          (await intact.findById(file.id)) !== undefined ||
          (await intact.findByKey(file.key)) !== undefined;
        await (isTaken ? intact.insert(file) : putMedia(memory, structuredClone(file)));
      },
    })),
  },
  {
    fault: 'looks at the bytes before the replacement, not atomically with it',
    caughtBy: 'of concurrent replacements of the same bytes, exactly one succeeds',
    make: broken('media', (intact, { memory }) => ({
      replaceObject: async (replacement, event) => {
        const { id, expectedObject, object, formerId, now } = replacement;
        const file = await intact.findById(id);
        const isUsual = formerId === undefined && event === undefined && object.objectKey;
        if (!isUsual || file?.state !== 'ready' || objectKeyOf(file) !== expectedObject) {
          return intact.replaceObject(replacement, event);
        }
        if ((await intact.listByKey(undefined, 100)).length > 1) {
          return intact.replaceObject(replacement, event);
        }
        const replaced = withObject(file, object, now);
        await putMedia(memory, replaced);
        return replaced;
      },
    })),
  },
];

/** Mutants that break promises about searches, numbers and folders. */
export const mediaSearchMutants: readonly RepositoryMutant[] = [
  {
    fault: 'finds words by any part of them',
    caughtBy: 'list finds files by the beginnings of words in any of their names and texts',
    make: broken('media', (intact) => ({
      list: async ({ words, limit, offset, ...filter }) => {
        const files = await intact.list({ ...filter, limit: 1_000, offset: 0 });
        const holds = (word: string, all: readonly string[]): boolean =>
          all.some((each) => each.includes(word));
        return files
          .filter((file) => (words ?? []).every((word) => holds(word, mediaWords(file))))
          .slice(offset, offset + limit);
      },
    })),
  },
  {
    fault: 'finds files by the words that they had at first',
    caughtBy: 'a file is found by its words as they are after a change',
    make: broken('media', (intact) => {
      const first = new Map<string, Parameters<typeof meetsMediaFilter>[0]>();
      return {
        insert: async (file) => {
          await intact.insert(file);
          first.set(file.id, structuredClone(file));
        },
        list: async ({ words, limit, offset, ...filter }) =>
          (await intact.list({ ...filter, limit: 1_000, offset: 0 }))
            .filter((file) => {
              const inserted = first.get(file.id) ?? file;
              return (
                words === undefined || meetsMediaFilter({ ...inserted, state: 'ready' }, { words })
              );
            })
            .slice(offset, offset + limit),
      };
    }),
  },
  {
    fault: 'finds folders whose names begin like that of another one below it',
    caughtBy: 'list and count combine folders, kinds, words and missing texts',
    make: broken('media', (intact) => ({
      list: async ({ folder, withSubfolders, limit, offset, ...filter }) => {
        if (folder === undefined || withSubfolders !== true) {
          return intact.list({ limit, offset, ...filter, ...(folder !== undefined && { folder }) });
        }
        return (await intact.list({ ...filter, limit: 1_000, offset: 0 }))
          .filter((file) => file.folder.startsWith(folder))
          .slice(offset, offset + limit);
      },
    })),
  },
  {
    fault: 'counts files that are not ready',
    caughtBy: 'listFolders counts the ready files directly in each folder',
    make: broken('media', (_, { memory }) => ({
      listFolders: (max) =>
        memory.read(({ media }) =>
          Array.from(
            Map.groupBy(media.values(), ({ folder }) => folder),
            ([path, { length }]) => ({ path, files: length }),
          )
            .toSorted((left, right) => (left.path < right.path ? -1 : 1))
            .slice(0, max),
        ),
    })),
  },
];
