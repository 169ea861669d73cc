import { MemoryBlobStore } from '../../../adapters/memory/memory-blob-store.ts';
import { DomainError, type BlobStore } from '../../../core/index.ts';
import { blobStoreSuite, type BlobStoreSubject } from '../../conformance/blob-store.ts';
import { collect, inChunks } from '../../conformance/bytes.ts';
import { blobKeyMutants } from './blob-key-mutants.ts';
import { blobListMutants, broken } from './blob-list-mutants.ts';
import { mutantsOf, type Mutant } from './mutant.ts';

type Body = AsyncIterable<Uint8Array>;

/** Alters what a reader gets. */
const reading = (alter: (body: Body) => Body): Mutant<BlobStoreSubject>['make'] =>
  broken((intact) => ({
    get: async (key, range) => {
      const body = await intact.get(key, range);
      return body && alter(body);
    },
  }));

/** Alters what is stored. */
const storing = (alter: (body: Body) => Body): Mutant<BlobStoreSubject>['make'] =>
  broken((intact) => ({ put: (key, body, type) => intact.put(key, alter(body), type) }));

async function* upTo(body: Body, bytes: number): AsyncGenerator<Uint8Array> {
  yield (await collect(body)).slice(0, bytes);
}

async function* untilEmpty(body: Body): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    if (chunk.length === 0) return;
    yield chunk;
  }
}

async function* remembered(body: Body): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  yield* chunks;
}

async function* whatCame(body: Body): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    return;
  }
}

async function* connected(body: Body, ends: { count: number }): AsyncGenerator<Uint8Array> {
  const before = ends.count;
  try {
    for await (const chunk of body) {
      if (ends.count > before) return;
      yield chunk;
    }
  } finally {
    ends.count += 1;
  }
}

const nothing = new Uint8Array(0);

const flat = (key: string): string => key.replaceAll('/', '-');

export const blobStoreMutants = mutantsOf<BlobStoreSubject>(
  blobStoreSuite,
  () => ({ store: new MemoryBlobStore() }),
  [
    {
      fault: 'answers nothing at all for an unknown key, instead of its absence',
      caughtBy: 'an unknown key is absent',
      make: broken((intact) => ({
        get: async (key, range) => (await intact.get(key, range)) ?? inChunks(nothing),
      })),
    },
    {
      fault: 'loses the last byte',
      caughtBy: 'bytes come back as they were stored',
      make: reading(async function* (body) {
        yield (await collect(body)).slice(0, -1);
      }),
    },
    {
      fault: 'takes an empty object for none',
      caughtBy: 'an object may be empty',
      make: broken((intact) => ({
        stat: async (key) => {
          const info = await intact.stat(key);
          return info?.size ? info : undefined;
        },
      })),
    },
    {
      fault: 'takes an empty chunk for the end',
      caughtBy: 'chunks of any size make one object',
      make: storing(untilEmpty),
    },
    {
      fault: 'keeps the chunks themselves until all have come',
      caughtBy: 'a source may fill one buffer again and again',
      make: storing(remembered),
    },
    {
      fault: 'stores a mebibyte at most',
      caughtBy: 'a large object comes back whole',
      make: storing((body) => upTo(body, 1024 * 1024)),
    },
    {
      fault: 'leaves out the end of a range',
      caughtBy: 'a range holds the bytes from its start to its end, both included',
      make: broken((intact) => ({
        get: (key, range) => intact.get(key, range && { ...range, end: range.end - 1 }),
      })),
    },
    {
      fault: 'makes one folder of all',
      caughtBy: 'keys of every allowed form are told apart',
      make: broken((intact) => ({
        put: (key, body, type) => intact.put(flat(key), body, type),
        get: (key, range) => intact.get(flat(key), range),
      })),
    },
    {
      fault: 'shows an object while it is written',
      caughtBy: 'a key is unknown until its object is whole',
      make: broken((intact) => {
        const begun = new Set<string>();
        const put: BlobStore['put'] = (key, body, type) =>
          intact.put(begun.add(key) && key, body, type);
        const stat: BlobStore['stat'] = async (key) =>
          (await intact.stat(key)) ?? (begun.has(key) ? { size: 0 } : undefined);
        return { put, stat };
      }),
    },
    {
      fault: 'keeps what came before a body broke',
      caughtBy: 'an interrupted write throws what the body threw and leaves nothing',
      make: storing(whatCame),
    },
    {
      fault: 'overwrites',
      caughtBy: 'an object is never overwritten',
      make: broken((intact) => ({
        put: async (key, body, type) => {
          await intact.delete(key);
          return intact.put(key, body, type);
        },
      })),
    },
    {
      fault: 'looks whether a key is taken before it writes only',
      caughtBy: 'of writes that race for a key one wins, whole',
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
      fault: 'collects all bodies in one place',
      caughtBy: 'writes beside each other do not mix',
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
      fault: 'refuses to delete what is not there',
      caughtBy: 'delete forgets the object and no other, and tolerates absence',
      make: broken((intact) => ({
        delete: async (key) => {
          if (!(await intact.stat(key))) throw new DomainError('not_found', 'Absent');
          await intact.delete(key);
        },
      })),
    },
    {
      fault: 'never gives a key away twice',
      caughtBy: 'a key that was deleted can be stored again',
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
      fault: 'gives all readers the same reading',
      caughtBy: 'readers of one object do not disturb each other',
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
      fault: 'ends all connections when one reader leaves',
      caughtBy: 'a reader that leaves does not cut off the others',
      make: (intact) => {
        const ends = { count: 0 };
        return reading((body) => connected(body, ends))(intact);
      },
    },
    {
      fault: 'hands out its own bytes',
      caughtBy: 'a reader may leave early or alter what it got',
      make: broken((intact) => {
        const own = new Map<string, Uint8Array>();
        const get: BlobStore['get'] = async (key) => {
          const bytes =
            own.get(key) ?? (await collect((await intact.get(key)) ?? inChunks(nothing)));
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
  ],
);
