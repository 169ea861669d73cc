import { MemoryBlobStore } from '../../../adapters/memory/memory-blob-store.ts';
import { DomainError, type BlobStore } from '../../../core/index.ts';
import { collect, inChunks } from '../../conformance/bytes.ts';
import {
  blobStoreInstancesSuite,
  type BlobStoreInstancesSubject,
} from '../../conformance/media/blob-store-instances.ts';
import {
  blobStoreOutageSuite,
  type BlobStoreOutageSubject,
} from '../../conformance/media/blob-store-outages.ts';
import { altered } from '../../support/core/altered.ts';
import { breaking, mutantsOf } from './mutant.ts';

const nothing = new Uint8Array(0);

/** A store in memory that can be unreachable. */
const openCuttable = (): BlobStoreOutageSubject => {
  const intact = new MemoryBlobStore();
  let isCut = false;
  const check = async (): Promise<void> => {
    if (isCut) throw new DomainError('dependency_unavailable', 'Unreachable');
  };
  const checked = async function* (body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      await check();
      yield chunk;
    }
    await check();
  };
  const store: BlobStore = {
    put: (key, body) => intact.put(key, checked(body)),
    stat: (key) => check().then(() => intact.stat(key)),
    get: async (key, range) => {
      await check();
      const body = await intact.get(key, range);
      return body && checked(body);
    },
    delete: (key) => check().then(() => intact.delete(key)),
    list: (...range) => check().then(() => intact.list(...range)),
  };
  return {
    store,
    cut: async () => {
      isCut = true;
    },
    restore: async () => {
      isCut = false;
    },
  };
};

const unreachable = breaking<BlobStoreOutageSubject, 'store'>('store');
const methods = 'all methods throw dependency_unavailable while the storage is unreachable';

export const blobStoreOutageMutants = mutantsOf(blobStoreOutageSuite, openCuttable, [
  {
    fault: 'finds no object in an unreachable storage',
    caughtBy: methods,
    make: unreachable((intact) => ({ stat: (key) => intact.stat(key).catch(() => undefined) })),
  },
  {
    fault: 'lists no objects of an unreachable storage',
    caughtBy: methods,
    make: unreachable((intact) => ({ list: (...range) => intact.list(...range).catch(() => []) })),
  },
  {
    fault: 'ignores that it cannot delete',
    caughtBy: methods,
    make: unreachable((intact) => ({ delete: (key) => intact.delete(key).catch(() => undefined) })),
  },
  {
    fault: 'throws another error for an unreachable storage',
    caughtBy: methods,
    make: unreachable((intact) => ({
      get: (key, range) =>
        intact.get(key, range).catch((error: unknown) => {
          throw new Error('ECONNRESET', { cause: error });
        }),
    })),
  },
  {
    fault: 'does not connect again',
    caughtBy: methods,
    make: (subject) => ({ ...subject, restore: async () => undefined }),
  },
  {
    fault: 'completes an upload that was interrupted',
    caughtBy: 'an upload that is interrupted leaves no object',
    make: (subject) => {
      let interrupted: (() => Promise<unknown>) | undefined;
      return {
        ...subject,
        store: altered(subject.store, {
          put: async (key, body, type) => {
            try {
              return await subject.store.put(key, body, type);
            } catch (error) {
              interrupted = () => subject.store.put(key, inChunks(nothing), type);
              throw error;
            }
          },
        }),
        restore: async () => {
          await subject.restore();
          await interrupted?.();
        },
      };
    },
  },
  {
    fault: 'ends a download that was interrupted',
    caughtBy: 'a download that is interrupted throws, or returns all bytes',
    make: unreachable((intact) => ({
      get: async (key, range) => {
        const body = await intact.get(key, range);
        return (
          body &&
          (async function* () {
            try {
              yield* body;
            } catch {
              return;
            }
          })()
        );
      },
    })),
  },
]);

const openInstances = (): BlobStoreInstancesSubject => {
  const store = new MemoryBlobStore();
  return { store, other: altered<BlobStore>(store, {}) };
};

const other = breaking<BlobStoreInstancesSubject, 'other'>('other');

export const blobStoreInstancesMutants = mutantsOf(blobStoreInstancesSuite, openInstances, [
  {
    fault: 'remembers that there is no object',
    caughtBy: 'an object is visible to all instances as soon as it is stored',
    make: other((intact) => {
      const seen = new Map<string, ReturnType<BlobStore['stat']>>();
      const stat: BlobStore['stat'] = (key) => {
        const info = seen.get(key) ?? intact.stat(key);
        seen.set(key, info);
        return info;
      };
      return { stat };
    }),
  },
  {
    fault: 'deletes an object for one instance only',
    caughtBy: 'an object is gone for all instances as soon as it is deleted',
    make: other(() => ({ delete: async () => undefined })),
  },
  {
    fault: 'checks a key only among the objects of its own instance',
    caughtBy: 'of concurrent writes of several instances to one key, exactly one succeeds',
    make: other((intact) => ({
      put: async (key, body, type) => {
        const bytes = await collect(body);
        await intact.delete(key);
        return intact.put(key, inChunks(bytes), type);
      },
    })),
  },
]);
