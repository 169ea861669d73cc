import { MemoryBlobStore } from '../../../adapters/memory/memory-blob-store.ts';
import { DomainError, isBlobKey, type BlobStore, type StoredBlob } from '../../../core/index.ts';
import { blobStoreSuite } from '../../conformance/media/blob-store.ts';
import type { BlobStoreSubject } from '../../conformance/media/blob-store-subject.ts';
import { collect, inChunks } from '../../conformance/bytes.ts';
import { listedBytes } from '../../support/media/listed-bytes.ts';
import { largeBlobMutants, leaking } from './large-blob-mutants.ts';
import { breaking, mutantsOf, type Mutant } from './mutant.ts';

type Body = AsyncIterable<Uint8Array>;

const broken = breaking<BlobStoreSubject, 'store'>('store');

/** Changes what a reader gets. */
const reading = (alter: (body: Body) => Body): Mutant<BlobStoreSubject>['make'] =>
  broken((intact) => ({
    get: async (key, range) => {
      const body = await intact.get(key, range);
      return body && alter(body);
    },
  }));

/** Changes what is stored. */
const storing = (alter: (body: Body) => Body): Mutant<BlobStoreSubject>['make'] =>
  broken((intact) => ({ put: (key, body, type) => intact.put(key, alter(body), type) }));

async function* firstBytes(body: Body, bytes: number): AsyncGenerator<Uint8Array> {
  yield (await collect(body)).slice(0, bytes);
}

async function* untilEmpty(body: Body): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    if (chunk.length === 0) return;
    yield chunk;
  }
}

async function* withoutCopies(body: Body): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  yield* chunks;
}

async function* withoutError(body: Body): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    return;
  }
}

/** Ends when another reader has ended. */
async function* untilAnotherEnds(body: Body, ended: { count: number }): AsyncGenerator<Uint8Array> {
  const before = ended.count;
  try {
    for await (const chunk of body) {
      if (ended.count > before) return;
      yield chunk;
    }
  } finally {
    ended.count += 1;
  }
}

const nothing = new Uint8Array(0);

const flat = (key: string): string => key.replaceAll('/', '-');

const caughtBy = 'put rejects a malformed key, and no object has one';

const blobKeyMutants: readonly Mutant<BlobStoreSubject>[] = [
  {
    fault: 'accepts any key',
    caughtBy,
    make: broken((intact) => {
      const put: BlobStore['put'] = async (key, body, type) =>
        isBlobKey(key) ? intact.put(key, body, type) : { size: (await collect(body)).length };
      return { put };
    }),
  },
  {
    fault: 'reads the body before it checks the key',
    caughtBy,
    make: broken((intact) => {
      const put: BlobStore['put'] = async (key, body, type) =>
        intact.put(key, inChunks(await collect(body)), type);
      return { put };
    }),
  },
  {
    fault: 'finds objects with malformed keys',
    caughtBy,
    make: broken((intact) => ({
      stat: async (key) => (isBlobKey(key) ? intact.stat(key) : { size: 10 }),
    })),
  },
];

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

const blobListMutants: readonly Mutant<BlobStoreSubject>[] = [
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

export const blobStoreMutants = mutantsOf<BlobStoreSubject>(blobStoreSuite, () => {
  const store = new MemoryBlobStore();
  return { store, usage: () => listedBytes(store) };
}, [
  {
    fault: 'leaves the pieces of a failed write',
    caughtBy: 'the storage holds nothing of failed writes and of deleted objects',
    make: leaking('with an object'),
  },
  {
    fault: 'leaves the pieces of a deleted object',
    caughtBy: 'the storage holds nothing of failed writes and of deleted objects',
    make: leaking('never'),
  },
  {
    fault: 'returns an empty object for an unknown key',
    caughtBy: 'stat and get return undefined for an unknown key',
    make: broken((intact) => ({
      get: async (key, range) => (await intact.get(key, range)) ?? inChunks(nothing),
    })),
  },
  {
    fault: 'loses the last byte',
    caughtBy: 'get returns the bytes that put stored',
    make: reading(async function* (body) {
      yield (await collect(body)).slice(0, -1);
    }),
  },
  {
    fault: 'does not find empty objects',
    caughtBy: 'an object can be empty',
    make: broken((intact) => ({
      stat: async (key) => {
        const info = await intact.stat(key);
        return info?.size ? info : undefined;
      },
    })),
  },
  {
    fault: 'stops at an empty chunk',
    caughtBy: 'put accepts chunks of any size, including empty ones',
    make: storing(untilEmpty),
  },
  {
    fault: 'keeps chunks without copying them',
    caughtBy: 'put accepts a source that reuses its buffer',
    make: storing(withoutCopies),
  },
  {
    fault: 'stores at most 1 MiB',
    caughtBy: 'put and get work for a large object',
    make: storing((body) => firstBytes(body, 1024 * 1024)),
  },
  {
    fault: 'excludes the end of a range',
    caughtBy: 'get returns a range, including its start and its end',
    make: broken((intact) => ({
      get: (key, range) => intact.get(key, range && { ...range, end: range.end - 1 }),
    })),
  },
  {
    fault: 'stores all objects in one folder',
    caughtBy: 'all well-formed keys name different objects',
    make: broken((intact) => ({
      put: (key, body, type) => intact.put(flat(key), body, type),
      get: (key, range) => intact.get(flat(key), range),
    })),
  },
  {
    fault: 'shows incomplete objects',
    caughtBy: 'an object is not visible before it is complete',
    make: broken((intact) => {
      const started = new Set<string>();
      const put: BlobStore['put'] = (key, body, type) =>
        intact.put(started.add(key) && key, body, type);
      const stat: BlobStore['stat'] = async (key) =>
        (await intact.stat(key)) ?? (started.has(key) ? { size: 0 } : undefined);
      return { put, stat };
    }),
  },
  {
    fault: 'stores the part of a body before its error',
    caughtBy: 'put throws the error of its body and stores nothing',
    make: storing(withoutError),
  },
  {
    fault: 'overwrites objects',
    caughtBy: 'put does not overwrite an object',
    make: broken((intact) => ({
      put: async (key, body, type) => {
        await intact.delete(key);
        return intact.put(key, body, type);
      },
    })),
  },
  {
    fault: 'checks only before the write whether a key is taken',
    caughtBy: 'of concurrent writes to one key, exactly one succeeds',
    make: broken(() => {
      const objects = new Map<string, Uint8Array>();
      const put: BlobStore['put'] = async (key, body) => {
        if (objects.has(key)) throw new DomainError('id_taken', 'Taken');
        const bytes = await collect(body);
        objects.set(key, bytes);
        return { size: bytes.length };
      };
      const get: BlobStore['get'] = async (key) => inChunks(objects.get(key) ?? nothing);
      return { put, get };
    }),
  },
  {
    fault: 'collects all bodies in one buffer',
    caughtBy: 'concurrent writes to different keys do not mix',
    make: broken((intact) => {
      let collected: Uint8Array[] = [];
      const put: BlobStore['put'] = async (key, body, type) => {
        for await (const chunk of body) collected.push(chunk);
        const all = collected;
        collected = [];
        return intact.put(
          key,
          (async function* () {
            yield* all;
          })(),
          type,
        );
      };
      return { put };
    }),
  },
  {
    fault: 'throws when it deletes a missing object',
    caughtBy: 'delete removes that object only, and ignores a missing one',
    make: broken((intact) => ({
      delete: async (key) => {
        if (!(await intact.stat(key))) throw new DomainError('not_found', 'Absent');
        await intact.delete(key);
      },
    })),
  },
  {
    fault: 'does not store a deleted key again',
    caughtBy: 'a deleted key can be stored again',
    make: broken((intact) => {
      const taken = new Set<string>();
      const put: BlobStore['put'] = async (key, body, type) => {
        if (taken.has(key)) throw new DomainError('id_taken', 'Taken');
        taken.add(key);
        return intact.put(key, body, type);
      };
      return { put };
    }),
  },
  {
    fault: 'returns one body to all readers',
    caughtBy: 'concurrent readers of one object all get its bytes',
    make: broken((intact) => {
      const open = new Map<string, Promise<Body | undefined>>();
      const get: BlobStore['get'] = (key) => {
        const body = open.get(key) ?? intact.get(key);
        open.set(key, body);
        return body;
      };
      return { get };
    }),
  },
  {
    fault: 'ends all reads when one reader leaves',
    caughtBy: 'a reader that leaves does not interrupt other readers',
    make: (intact) => {
      const ended = { count: 0 };
      return reading((body) => untilAnotherEnds(body, ended))(intact);
    },
  },
  {
    fault: 'yields its own buffer',
    caughtBy: 'a reader can leave early, and modify its chunks',
    make: broken((intact) => {
      const own = new Map<string, Uint8Array>();
      const get: BlobStore['get'] = async (key) => {
        const bytes = own.get(key) ?? (await collect((await intact.get(key)) ?? inChunks(nothing)));
        own.set(key, bytes);
        return (async function* () {
          yield bytes;
        })();
      };
      return { get };
    }),
  },
  ...blobKeyMutants,
  ...blobListMutants,
  ...largeBlobMutants,
]);
