import type { StoredBlob } from '../../../core/index.ts';
import type { BlobStoreSubject } from '../../conformance/blob-store.ts';
import { breaking, type Mutant } from './mutant.ts';

export const broken = breaking<BlobStoreSubject, 'store'>('store');

/** Lists in another order, but otherwise correctly. */
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
    list: async (...range) => (await intact.list(...range)).map(alter),
  }));

export const blobListMutants: readonly Mutant<BlobStoreSubject>[] = [
  {
    fault: 'lists folder by folder',
    caughtBy: 'list is sorted by key, in the order of code units',
    make: listing((key) => key.replaceAll('/', '\0')),
  },
  {
    fault: 'ignores case when it sorts',
    caughtBy: 'list is sorted by key, in the order of code units',
    make: listing((key) => key.toLowerCase()),
  },
  {
    fault: 'continues a list only after an existing object',
    caughtBy: 'list continues after a key, whether or not it exists',
    make: broken((intact) => ({
      list: async (after, limit) => {
        const all = await intact.list(undefined, 1_000);
        const index = all.findIndex(({ key }) => key === after);
        return all.slice(index + 1, index + 1 + limit);
      },
    })),
  },
  {
    fault: 'ignores the prefix',
    caughtBy: 'list returns only keys that start with the prefix',
    make: broken((intact) => ({ list: (after, limit) => intact.list(after, limit) })),
  },
  {
    fault: 'takes the prefix for a folder',
    caughtBy: 'list returns only keys that start with the prefix',
    make: broken((intact) => ({
      list: (after, limit, prefix = '') =>
        intact.list(after, limit, prefix === '' ? '' : `${prefix.replace(/\/$/, '')}/`),
    })),
  },
  {
    fault: 'repeats the last object of the previous page',
    caughtBy: 'pages of any size contain every object exactly once',
    make: broken((intact) => ({
      list: async (after, limit) =>
        (await intact.list(undefined, 1_000))
          .filter(({ key }) => after === undefined || key >= after)
          .slice(0, limit),
    })),
  },
  {
    fault: 'lists one object more than the limit',
    caughtBy: 'pages of any size contain every object exactly once',
    make: broken((intact) => ({
      list: (after, limit, prefix) => intact.list(after, limit + 1, prefix),
    })),
  },
  {
    fault: 'returns times in seconds',
    caughtBy: 'list returns the time at which an object was stored',
    make: altering(({ key, storedAt }) => ({ key, storedAt: Math.floor(storedAt / 1_000) })),
  },
  {
    fault: 'lists incomplete objects',
    caughtBy: 'list omits incomplete and deleted objects',
    make: broken((intact) => {
      const incomplete: StoredBlob[] = [];
      return {
        put: async (key, body, type) => {
          incomplete.push({ key, storedAt: Date.now() });
          const info = await intact.put(key, body, type);
          incomplete.pop();
          return info;
        },
        list: async (...range) => [...(await intact.list(...range)), ...incomplete],
      };
    }),
  },
  {
    fault: 'lists deleted objects',
    caughtBy: 'list omits incomplete and deleted objects',
    make: broken((intact) => {
      const deleted: StoredBlob[] = [];
      return {
        delete: async (key) => {
          deleted.push({ key, storedAt: Date.now() });
          await intact.delete(key);
        },
        list: async (...range) => [...(await intact.list(...range)), ...deleted],
      };
    }),
  },
];
