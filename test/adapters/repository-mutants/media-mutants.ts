import { DomainError, type MediaFile } from '../../../core/index.ts';
import { mediaRepositorySuite } from '../../conformance/media-repository.ts';
import { mediaTextMutants } from './media-text-mutants.ts';
import { broken, type RepositoryMutant, type RepositorySuiteMutants } from './repository-mutant.ts';
import { putMedia } from './put-media.ts';

const sorting = (
  compare: (left: MediaFile, right: MediaFile) => number,
): RepositoryMutant['make'] =>
  broken('media', (intact) => ({
    list: async ({ limit, offset, ...filters }) =>
      (await intact.list({ ...filters, limit: 1_000, offset: 0 }))
        .toSorted(compare)
        .slice(offset, offset + limit),
  }));

export const mediaMutants: RepositorySuiteMutants = {
  suite: mediaRepositorySuite,
  mutants: [
    {
      fault: 'keeps sizes in 32 bits',
      caughtBy: 'a new record is found by id and by key, as it was',
      make: broken('media', (intact) => ({
        insert: (file) => intact.insert({ ...file, size: file.size | 0 }),
      })),
    },
    {
      fault: 'makes a width of zero of none',
      caughtBy: 'what is absent from a record stays absent',
      make: broken('media', (intact) => ({
        insert: (file) => intact.insert({ ...file, width: file.width ?? 0 }),
      })),
    },
    {
      fault: 'finds keys that only begin like the one asked for',
      caughtBy: 'what was never stored is not found',
      make: broken('media', (intact) => ({
        findByKey: async (key) =>
          (await intact.listAfter(undefined, 100)).find((file) => file.key.startsWith(key)),
      })),
    },
    {
      fault: 'lets two records have one key',
      caughtBy: 'a taken id or key is refused and nothing changes',
      make: broken('media', (intact, { store }) => ({
        insert: async (file) => {
          if ((await intact.findById(file.id)) !== undefined) return intact.insert(file);
          await putMedia(store, file);
        },
      })),
    },
    {
      fault: 'looks for the key before it stores a record',
      caughtBy: 'of records racing for a key one is stored',
      make: broken('media', (intact, { store }) => ({
        insert: async (file) => {
          if ((await intact.findByKey(file.key)) !== undefined) {
            throw new DomainError('id_taken', 'The key is taken');
          }
          await putMedia(store, file);
        },
      })),
    },
    {
      fault: 'does not update captions',
      caughtBy: 'update replaces that record and no other',
      make: broken('media', (intact) => ({
        update: async (file, state) => {
          const caption = (await intact.findById(file.id))?.caption ?? '';
          return intact.update({ ...file, caption }, state);
        },
      })),
    },
    {
      fault: 'updates whatever the state is',
      caughtBy: 'update does nothing once the state has moved',
      make: broken('media', (intact) => ({
        update: async (file, state) =>
          intact.update(file, (await intact.findById(file.id))?.state ?? state),
      })),
    },
    {
      fault: 'compares the state before it updates',
      caughtBy: 'of updates racing from one state to others one takes effect',
      make: broken('media', (intact, { store }) => ({
        update: async (file, state) => {
          if ((await intact.findById(file.id))?.state !== state) return false;
          await putMedia(store, file);
          return true;
        },
      })),
    },
    {
      fault: 'stores a record anew that is to be updated',
      caughtBy: 'update does not store what is not there',
      make: broken('media', (_, { store }) => ({
        update: async (file) => {
          await putMedia(store, file);
          return true;
        },
      })),
    },
    ...mediaTextMutants,
    {
      fault: 'deletes ready files only',
      caughtBy: 'delete removes that record and no other, in any state',
      make: broken('media', (intact) => ({
        delete: async (id) => (await intact.findById(id))?.state === 'ready' && intact.delete(id),
      })),
    },
    {
      fault: 'lists by the last change',
      caughtBy: 'list begins with the newest and breaks ties by id, descending',
      make: sorting((left, right) => right.updatedAt - left.updatedAt),
    },
    {
      fault: 'breaks ties by id, ascending',
      caughtBy: 'list begins with the newest and breaks ties by id, descending',
      make: sorting(
        (left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1),
      ),
    },
    {
      fault: 'lists the folders inside a folder too',
      caughtBy: 'every combination of filters gives the ready files it should',
      make: broken('media', (intact) => ({
        list: async ({ folder, ...query }) =>
          (await intact.list(query)).filter(
            (file) => folder === undefined || file.folder.startsWith(folder),
          ),
      })),
    },
    {
      fault: 'lists files that are not ready',
      caughtBy: 'every combination of filters gives the ready files it should',
      make: broken('media', (_, { store }) => ({
        list: ({ folder, kind }) =>
          store.read(({ media }) =>
            [...media.values()].filter(
              (file) =>
                (folder === undefined || file.folder === folder) &&
                (kind === undefined || file.kind === kind),
            ),
          ),
      })),
    },
    {
      fault: 'walks through files that are not ready',
      caughtBy: 'listAfter walks through the ready files once, by ascending id',
      make: broken('media', (_, { store }) => ({
        listAfter: (id, limit) =>
          store.read(({ media }) =>
            [...media.values()].filter((file) => file.id > (id ?? '')).slice(0, limit),
          ),
      })),
    },
    {
      fault: 'takes records for old that were written at that moment',
      caughtBy: 'listUnfinished answers old records that are not ready, oldest first',
      make: broken('media', (intact) => ({
        listUnfinished: (time, limit) => intact.listUnfinished(time + 1, limit),
      })),
    },
    {
      fault: 'judges by creation when a record was written',
      caughtBy: 'listUnfinished answers old records that are not ready, oldest first',
      make: broken('media', (intact) => ({
        listUnfinished: async (time, limit) =>
          (await intact.listUnfinished(time, 1_000))
            .toSorted((left, right) => left.createdAt - right.createdAt)
            .slice(0, limit),
      })),
    },
    {
      fault: 'walks by key through ready files only',
      caughtBy: 'listByKey walks through the records of every state once, by ascending key',
      make: broken('media', (intact) => ({
        listByKey: async (after, limit) =>
          (await intact.listByKey(after, 1_000))
            .filter(({ state }) => state === 'ready')
            .slice(0, limit),
      })),
    },
    {
      fault: 'orders keys as people sort',
      caughtBy: 'listByKey walks through the records of every state once, by ascending key',
      make: broken('media', (intact) => ({
        listByKey: async (after, limit) =>
          (await intact.listByKey(undefined, 1_000))
            .filter(({ key }) => after === undefined || key.localeCompare(after) > 0)
            .toSorted((left, right) => left.key.localeCompare(right.key))
            .slice(0, limit),
      })),
    },
    {
      fault: 'begins a page with the last record of the one before',
      caughtBy: 'listByKey walks through the records of every state once, by ascending key',
      make: broken('media', (intact) => ({
        listByKey: async (after, limit) =>
          (await intact.listByKey(undefined, 1_000))
            .filter(({ key }) => after === undefined || key >= after)
            .slice(0, limit),
      })),
    },
    {
      fault: 'keeps the object that it was given',
      caughtBy: 'changing an object that went in or came out changes nothing stored',
      make: broken('media', (_, { store }) => ({ insert: (file) => putMedia(store, file) })),
    },
  ],
};
