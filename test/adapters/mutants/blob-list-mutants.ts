import type { BlobStore, StoredBlob } from '../../../core/index.ts';
import type { BlobStoreSubject } from '../../conformance/blob-store.ts';
import { altered } from '../../support/altered.ts';
import type { Mutant } from './mutant.ts';

export const broken =
  (changes: (intact: BlobStore) => Partial<BlobStore>): Mutant<BlobStoreSubject>['make'] =>
  ({ store }) => ({ store: altered(store, changes(store)) });

/** Lists in another order, rightly as far as that goes. */
const listing = (sortKey: (key: string) => string): Mutant<BlobStoreSubject>['make'] =>
  broken((intact) => ({
    list: async (after, limit) => {
      const all = await intact.list(undefined, 1_000);
      const compare = (left: string, right: string): number =>
        sortKey(left) < sortKey(right) ? -1 : 1;
      return all
        .filter(({ key }) => after === undefined || sortKey(key) > sortKey(after))
        .toSorted((left, right) => compare(left.key, right.key))
        .slice(0, limit);
    },
  }));

const altering = (alter: (object: StoredBlob) => StoredBlob): Mutant<BlobStoreSubject>['make'] =>
  broken((intact) => ({
    list: async (after, limit) => (await intact.list(after, limit)).map(alter),
  }));

export const blobListMutants: readonly Mutant<BlobStoreSubject>[] = [
  {
    fault: 'lists folder after folder',
    caughtBy: 'list gives the objects by ascending key, in the order of its code units',
    make: listing((key) => key.replaceAll('/', '\0')),
  },
  {
    fault: 'lists as people sort, whatever the case',
    caughtBy: 'list gives the objects by ascending key, in the order of its code units',
    make: listing((key) => key.toLowerCase()),
  },
  {
    fault: 'goes on only after objects that are still there',
    caughtBy: 'list goes on after a key, whether or not there is an object of it',
    make: broken((intact) => ({
      list: async (after, limit) => {
        const all = await intact.list(undefined, 1_000);
        const place = all.findIndex(({ key }) => key === after);
        return all.slice(place + 1, place + 1 + limit);
      },
    })),
  },
  {
    fault: 'begins a page with the object that the last one ended with',
    caughtBy: 'a walk by pages of any size visits every object once',
    make: broken((intact) => ({
      list: async (after, limit) =>
        (await intact.list(undefined, 1_000))
          .filter(({ key }) => after === undefined || key >= after)
          .slice(0, limit),
    })),
  },
  {
    fault: 'gives an object more than was asked for',
    caughtBy: 'a walk by pages of any size visits every object once',
    make: broken((intact) => ({ list: (after, limit) => intact.list(after, limit + 1) })),
  },
  {
    fault: 'tells times in seconds',
    caughtBy: 'list tells when an object was stored',
    make: altering(({ key, storedAt }) => ({ key, storedAt: Math.floor(storedAt / 1_000) })),
  },
  {
    fault: 'lists what is still being written',
    caughtBy: 'list knows neither what is still being written nor what was deleted',
    make: broken((intact) => {
      const begun: StoredBlob[] = [];
      return {
        put: async (key, body, type) => {
          begun.push({ key, storedAt: Date.now() });
          const info = await intact.put(key, body, type);
          begun.pop();
          return info;
        },
        list: async (after, limit) => [...(await intact.list(after, limit)), ...begun],
      };
    }),
  },
  {
    fault: 'lists what was deleted',
    caughtBy: 'list knows neither what is still being written nor what was deleted',
    make: broken((intact) => {
      const deleted: StoredBlob[] = [];
      return {
        delete: async (key) => {
          deleted.push({ key, storedAt: Date.now() });
          await intact.delete(key);
        },
        list: async (after, limit) => [...(await intact.list(after, limit)), ...deleted],
      };
    }),
  },
];
