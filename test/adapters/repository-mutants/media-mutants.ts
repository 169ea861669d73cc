import { DomainError, type MediaFile } from '../../../core/vocabulary.ts';
import { mediaRepositorySuite } from '../../conformance/media/media-repository.ts';
import { mediaObjectMutants, mediaSearchMutants } from './media-library-mutants.ts';
import { putMedia } from './put-media.ts';
import { broken, type RepositoryMutant, type RepositorySuiteMutants } from './repository-mutant.ts';

const sorting = (
  compare: (left: MediaFile, right: MediaFile) => number,
): RepositoryMutant['make'] =>
  broken('media', (intact) => ({
    list: async ({ limit, offset, ...filters }) =>
      (await intact.list({ ...filters, limit: 1_000, offset: 0 }))
        .toSorted(compare)
        .slice(offset, offset + limit),
  }));

/** Mutants that break promises about the details of a media file. */
const mediaDetailMutants: readonly RepositoryMutant[] = [
  {
    fault: 'stores the event of details that it does not store',
    caughtBy: 'a change stores its event, byte for byte, if it is stored',
    make: broken('media', (intact, { repositories }) => ({
      updateDetails: async (id, details, now, event) => {
        if (event !== undefined) await repositories.outbox.add([event]);
        return intact.updateDetails(id, details, now);
      },
    })),
  },
  {
    fault: 'clears texts that are not given',
    caughtBy: 'updateDetails changes the given details only',
    make: broken('media', (intact) => ({
      updateDetails: (id, texts, now) =>
        intact.updateDetails(id, { alt: '', caption: '', ...texts }, now),
    })),
  },
  {
    fault: 'ignores the focus',
    caughtBy: 'updateDetails sets and removes the focus',
    make: broken('media', (intact) => ({
      updateDetails: (id, { focus: _, ...details }, now) => intact.updateDetails(id, details, now),
    })),
  },
  {
    fault: 'removes a focus that is not given',
    caughtBy: 'updateDetails without a focus keeps it',
    make: broken('media', (intact) => ({
      updateDetails: (id, details, now) =>
        intact.updateDetails(id, { focus: undefined, ...details }, now),
    })),
  },
  {
    fault: 'replaces all texts in languages by those that are given',
    caughtBy: 'updateDetails changes texts in languages one by one',
    make: broken('media', (intact, { memory }) => ({
      updateDetails: async (id, details, now) => {
        const revised = await intact.updateDetails(id, details, now);
        if (revised === undefined || details.texts === undefined) return revised;
        const replaced = { ...revised, texts: details.texts };
        await putMedia(memory, replaced);
        return replaced;
      },
    })),
  },
  {
    fault: 'keeps empty texts in languages',
    caughtBy: 'updateDetails changes texts in languages one by one',
    make: broken('media', (intact) => ({
      updateDetails: async (id, { texts, ...details }, now) => {
        const given = Object.entries(texts ?? {}).map(([code, { alt, caption }]) => [
          code,
          { ...(alt && { alt }), ...(caption && { caption }) },
        ]);
        return intact.updateDetails(id, { ...details, texts: Object.fromEntries(given) }, now);
      },
    })),
  },
  {
    fault: 'reads the texts in languages, and writes all of them back',
    caughtBy: 'concurrent changes of texts in different languages are all kept',
    make: broken('media', (intact, { memory }) => ({
      updateDetails: async (id, { texts = {} }, now) => {
        const before = await intact.findById(id);
        const revised = await intact.updateDetails(id, {}, now);
        if (revised === undefined) return undefined;
        const replaced = { ...revised, texts: { ...before?.texts, ...texts } };
        await putMedia(memory, replaced);
        return replaced;
      },
    })),
  },
  {
    fault: 'gives a locale no other code',
    caughtBy: 'a locale gets another code in the texts of all files',
    make: broken('media', () => ({ renameLocale: async () => undefined })),
  },
  {
    fault: 'reads a record and writes it back with the new texts',
    caughtBy: 'concurrent changes of different details are all kept',
    make: broken('media', (intact, { memory }) => ({
      updateDetails: async (id, texts, now) => {
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
    caughtBy: 'updateDetails does not set `updatedAt` back',
    make: broken('media', (intact, { memory }) => ({
      updateDetails: async (id, texts, now) => {
        const revised = await intact.updateDetails(id, texts, now);
        if (revised === undefined) return undefined;
        await putMedia(memory, { ...revised, updatedAt: now });
        return { ...revised, updatedAt: now };
      },
    })),
  },
  {
    fault: 'updates texts of files that are being deleted',
    caughtBy: 'updateDetails ignores files that are not ready or do not exist',
    make: broken('media', (intact, { memory }) => ({
      updateDetails: async (id, texts, now) => {
        const file = await intact.findById(id);
        if (file?.state === 'deleting') await putMedia(memory, { ...file, ...texts });
        return intact.updateDetails(id, texts, now);
      },
    })),
  },
];

export const mediaMutants: RepositorySuiteMutants = {
  suite: mediaRepositorySuite,
  mutants: [
    {
      fault: 'stores sizes in 32 bits',
      caughtBy: 'findById and findByKey return a new record unchanged',
      make: broken('media', (intact) => ({
        insert: (file) => intact.insert({ ...file, size: file.size | 0 }),
      })),
    },
    {
      fault: 'stores a missing width as zero',
      caughtBy: 'absent members of a record stay absent',
      make: broken('media', (intact) => ({
        insert: (file) => intact.insert({ ...file, width: file.width ?? 0 }),
      })),
    },
    {
      fault: 'finds records whose key starts with the given one',
      caughtBy: 'finders return undefined for what was never stored',
      make: broken('media', (intact) => ({
        findByKey: async (key) =>
          (await intact.listAfter(undefined, 100)).find((file) => file.key.startsWith(key)),
      })),
    },
    {
      fault: 'stores two records with the same key',
      caughtBy: 'insert rejects a taken id or key and changes nothing',
      make: broken('media', (intact, { memory }) => ({
        insert: async (file) => {
          if ((await intact.findById(file.id)) !== undefined) return intact.insert(file);
          await putMedia(memory, file);
        },
      })),
    },
    {
      fault: 'checks the key before the insert, not atomically with it',
      caughtBy: 'of concurrent inserts with one key, exactly one succeeds',
      make: broken('media', (intact, { memory }) => ({
        insert: async (file) => {
          if ((await intact.findByKey(file.key)) !== undefined) {
            throw new DomainError('id_taken', 'The key is taken');
          }
          await putMedia(memory, file);
        },
      })),
    },
    {
      fault: 'does not update captions',
      caughtBy: 'update replaces that record only',
      make: broken('media', (intact) => ({
        update: async (file, state) => {
          const caption = (await intact.findById(file.id))?.caption ?? '';
          return intact.update({ ...file, caption }, state);
        },
      })),
    },
    {
      fault: 'updates a record in any state',
      caughtBy: 'update does nothing when the state is not the expected one',
      make: broken('media', (intact) => ({
        update: async (file, state) =>
          intact.update(file, (await intact.findById(file.id))?.state ?? state),
      })),
    },
    {
      fault: 'checks the state before the update, not atomically with it',
      caughtBy: 'of concurrent updates from one state, exactly one succeeds',
      make: broken('media', (intact, { memory }) => ({
        update: async (file, state) => {
          if ((await intact.findById(file.id))?.state !== state) return false;
          await putMedia(memory, file);
          return true;
        },
      })),
    },
    {
      fault: 'creates a missing record on update',
      caughtBy: 'update does not create a record',
      make: broken('media', (_, { memory }) => ({
        update: async (file) => {
          await putMedia(memory, file);
          return true;
        },
      })),
    },
    ...mediaDetailMutants,
    ...mediaObjectMutants,
    ...mediaSearchMutants,
    {
      fault: 'deletes ready files only',
      caughtBy: 'delete removes that record only, in any state',
      make: broken('media', (intact) => ({
        delete: async (id) => (await intact.findById(id))?.state === 'ready' && intact.delete(id),
      })),
    },
    {
      fault: 'sorts by the time of the last change',
      caughtBy: 'list is sorted by creation time, then id, both descending',
      make: sorting((left, right) => right.updatedAt - left.updatedAt),
    },
    {
      fault: 'sorts records of the same time by ascending id',
      caughtBy: 'list is sorted by creation time, then id, both descending',
      make: sorting(
        (left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1),
      ),
    },
    {
      fault: 'also lists files in subfolders',
      caughtBy: 'list filters ready files by any combination of filters',
      make: broken('media', (intact) => ({
        list: async ({ folder, ...query }) =>
          (await intact.list(query)).filter(
            (file) => folder === undefined || file.folder.startsWith(folder),
          ),
      })),
    },
    {
      fault: 'lists files that are not ready',
      caughtBy: 'list filters ready files by any combination of filters',
      make: broken('media', (_, { memory }) => ({
        list: ({ folder, kind }) =>
          memory.read(({ media }) =>
            [...media.values()].filter(
              (file) =>
                (folder === undefined || file.folder === folder) &&
                (kind === undefined || file.kind === kind),
            ),
          ),
      })),
    },
    {
      fault: 'returns files that are not ready from listAfter',
      caughtBy: 'listAfter returns every ready file once, sorted by id',
      make: broken('media', (_, { memory }) => ({
        listAfter: (id, limit) =>
          memory.read(({ media }) =>
            [...media.values()].filter((file) => file.id > (id ?? '')).slice(0, limit),
          ),
      })),
    },
    {
      fault: 'treats records written at the given time as old',
      caughtBy: 'listUnfinished returns old records that are not ready, oldest first',
      make: broken('media', (intact) => ({
        listUnfinished: (time, limit) => intact.listUnfinished(time + 1, limit),
      })),
    },
    {
      fault: 'uses the creation time as the time of the last write',
      caughtBy: 'listUnfinished returns old records that are not ready, oldest first',
      make: broken('media', (intact) => ({
        listUnfinished: async (time, limit) =>
          (await intact.listUnfinished(time, 1_000))
            .toSorted((left, right) => left.createdAt - right.createdAt)
            .slice(0, limit),
      })),
    },
    {
      fault: 'returns only ready files from listByKey',
      caughtBy: 'listByKey returns every record once, in any state, sorted by key',
      make: broken('media', (intact) => ({
        listByKey: async (after, limit) =>
          (await intact.listByKey(after, 1_000))
            .filter(({ state }) => state === 'ready')
            .slice(0, limit),
      })),
    },
    {
      fault: 'sorts keys in alphabetical order',
      caughtBy: 'listByKey returns every record once, in any state, sorted by key',
      make: broken('media', (intact) => ({
        listByKey: async (after, limit) =>
          (await intact.listByKey(undefined, 1_000))
            .filter(({ key }) => after === undefined || key.localeCompare(after) > 0)
            .toSorted((left, right) => left.key.localeCompare(right.key))
            .slice(0, limit),
      })),
    },
    {
      fault: 'repeats the last record of the previous page',
      caughtBy: 'listByKey returns every record once, in any state, sorted by key',
      make: broken('media', (intact) => ({
        listByKey: async (after, limit) =>
          (await intact.listByKey(undefined, 1_000))
            .filter(({ key }) => after === undefined || key >= after)
            .slice(0, limit),
      })),
    },
    {
      fault: "stores the caller's object without copying it",
      caughtBy: 'stored records do not share objects with callers',
      make: broken('media', (_, { memory }) => ({ insert: (file) => putMedia(memory, file) })),
    },
  ],
};
