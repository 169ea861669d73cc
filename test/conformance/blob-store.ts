import type { BlobStore, ByteRange } from '../../core/index.ts';
import { equal, ok, reasonOf, rejectsWith } from './assert.ts';
import { blobKeyPromises } from './blob-keys.ts';
import { blobListPromises } from './blob-lists.ts';
import { collect, inChunks, sampleBytes } from './bytes.ts';
import { oneWins, racers, times } from './cases.ts';
import { suite } from './suite.ts';

export interface BlobStoreSubject {
  readonly store: BlobStore;
}

/** More than any adapter is likely to hand out or send in one piece. */
const large = 3 * 1024 * 1024 + 17;
const type = 'application/octet-stream';

export const blobStoreSuite = suite<BlobStoreSubject>('BlobStore', {
  'an unknown key is absent': async ({ store }) => {
    equal(await store.stat('a/b.png'), undefined, 'stat');
    equal(await store.get('a/b.png'), undefined, 'get');
    equal(await store.get('a/b.png', { start: 0, end: 0 }), undefined, 'get of a range');
  },

  'bytes come back as they were stored': async ({ store }) => {
    const bytes = sampleBytes(5_000);
    equal(await store.put('a/b.png', inChunks(bytes), type), { size: 5_000 }, 'what put tells');
    equal(await store.stat('a/b.png'), { size: 5_000 }, 'what stat tells');
    equal(await read(store, 'a/b.png'), bytes, 'bytes');
  },

  'an object may be empty': async ({ store }) => {
    equal(await store.put('empty', inChunks(sampleBytes(0)), type), { size: 0 }, 'put');
    equal(await store.stat('empty'), { size: 0 }, 'stat');
    equal(await read(store, 'empty'), sampleBytes(0), 'bytes');
  },

  'chunks of any size make one object': async ({ store }) => {
    const bytes = sampleBytes(100_000);
    for (const size of [7, 65_536, 100_000]) {
      await store.put(`by-${size}`, inChunks(bytes, size), type);
      equal(await read(store, `by-${size}`), bytes, `bytes stored by ${size}`);
    }
    await store.put('with-gaps', withEmptyChunks(bytes), type);
    equal(await read(store, 'with-gaps'), bytes, 'bytes stored with empty chunks between');
  },

  'a source may fill one buffer again and again': async ({ store }) => {
    await store.put('reused', refilled(), type);
    equal(await read(store, 'reused'), Uint8Array.of(1, 1, 2, 2, 3, 3), 'bytes');
  },

  'a large object comes back whole': async ({ store }) => {
    const bytes = sampleBytes(large);
    equal(await store.put('large', inChunks(bytes, 50_000), type), { size: large }, 'put');
    equal(await read(store, 'large'), bytes, 'bytes');
  },

  'a range holds the bytes from its start to its end, both included': async ({ store }) => {
    const bytes = sampleBytes(large);
    await store.put('large', inChunks(bytes, 50_000), type);
    const last = large - 1;
    const starts = [0, 0, 100, 65_530, 200_000, 0, 1, last - 100_000, last];
    const ends = [0, 9, 100, 65_545, 400_000, last, last, last, last];
    for (const [index, start] of starts.entries()) {
      const end = ends[index] ?? last;
      const got = await read(store, 'large', { start, end });
      equal(got, bytes.slice(start, end + 1), `bytes ${start} to ${end}`);
    }
  },

  'keys of every allowed form are told apart': async ({ store }) => {
    const names = ['a', 'b.c', 'b.c.d', '-', '_', '0'];
    const keys = [...names, 'd-a', 'd/a', 'd/b.c', 'd-d/a', 'd/e/f/0123456789/x_Y-Z.tar.gz'];
    for (const [seed, key] of keys.entries()) {
      await store.put(key, inChunks(sampleBytes(100, seed)), type);
    }
    for (const [seed, key] of keys.entries()) {
      equal(await read(store, key), sampleBytes(100, seed), `bytes of ${key}`);
    }
    equal(await store.stat('d'), undefined, 'what only begins a key');
    equal(await store.stat('d/b'), undefined, 'what only begins a name');
  },

  'a key is unknown until its object is whole': async ({ store }) => {
    let seen: unknown = 'nothing was looked at';
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield sampleBytes(100_000);
      seen = [await store.stat('slow'), await store.get('slow')];
      yield sampleBytes(100_000);
    };
    await store.put('slow', body(), type);
    equal(seen, [undefined, undefined], 'what was there half-way');
    equal(await store.stat('slow'), { size: 200_000 }, 'what was there in the end');
  },

  'an interrupted write throws what the body threw and leaves nothing': async ({ store }) => {
    const broken = new Error('the sender went away');
    for (const length of [0, 10, 200_000]) {
      const key = `after/${length}`;
      const reason = await reasonOf(store.put(key, breakingAfter(length, broken), type));
      ok(reason === broken, `the error of the body comes out, not ${String(reason)}`);
      equal(await store.stat(key), undefined, 'stat');
      equal(await store.get(key), undefined, 'get');
      await store.put(key, inChunks(sampleBytes(10)), type);
      equal(await read(store, key), sampleBytes(10), 'bytes of a second try');
    }
  },

  'an object is never overwritten': async ({ store }) => {
    await store.put('a/key', inChunks(sampleBytes(100, 1)), type);
    await rejectsWith('id_taken', store.put('a/key', inChunks(sampleBytes(50, 2)), type));
    equal(await read(store, 'a/key'), sampleBytes(100, 1), 'bytes');
  },

  'of writes that race for a key one wins, whole': async ({ store }) => {
    const writes = times(racers, (seed) =>
      store.put('folder/key', inChunks(sampleBytes(70_000, seed), 10_000), type),
    );
    const winner = await oneWins('id_taken', writes);
    equal(await read(store, 'folder/key'), sampleBytes(70_000, winner + 1), 'bytes');
  },

  'writes beside each other do not mix': async ({ store }) => {
    const keys = times(racers, (n) => `folder-${n}/key`);
    await Promise.all(
      keys.map((key, seed) => store.put(key, inChunks(sampleBytes(30_000, seed), 999), type)),
    );
    for (const [seed, key] of keys.entries()) {
      equal(await read(store, key), sampleBytes(30_000, seed), `bytes of ${key}`);
    }
  },

  'delete forgets the object and no other, and tolerates absence': async ({ store }) => {
    await store.put('a/key', inChunks(sampleBytes(10)), type);
    await store.put('a/key2', inChunks(sampleBytes(20)), type);
    await store.delete('a/key');
    await store.delete('a/key');
    await store.delete('never/there');
    equal(await store.stat('a/key'), undefined, 'stat');
    equal(await store.get('a/key'), undefined, 'get');
    equal(await read(store, 'a/key2'), sampleBytes(20), 'bytes of the other');
  },

  'a key that was deleted can be stored again': async ({ store }) => {
    await store.put('a/key', inChunks(sampleBytes(10, 1)), type);
    await store.delete('a/key');
    await store.put('a/key', inChunks(sampleBytes(20, 2)), type);
    equal(await read(store, 'a/key'), sampleBytes(20, 2), 'bytes');
  },

  'readers of one object do not disturb each other': async ({ store }) => {
    const bytes = sampleBytes(large);
    await store.put('large', inChunks(bytes, 50_000), type);
    const all = await Promise.all(times(5, () => read(store, 'large')));
    for (const got of all) equal(got, bytes, 'bytes');
  },

  'a reader that leaves does not cut off the others': async ({ store }) => {
    const bytes = sampleBytes(large);
    await store.put('large', inChunks(bytes, 50_000), type);
    const stays = collect(
      slowly((await store.get('large')) ?? inChunks(new Uint8Array(0)), () =>
        leave(store, 'large'),
      ),
    );
    equal(await stays, bytes, 'bytes of the one who stayed');
  },

  'a reader may leave early or alter what it got': async ({ store }) => {
    await store.put('large', inChunks(sampleBytes(large), 50_000), type);
    for await (const chunk of (await store.get('large')) ?? []) {
      ok(chunk.length > 0, 'a first chunk');
      chunk.fill(0);
      break;
    }
    equal(await read(store, 'large'), sampleBytes(large), 'bytes for the next reader');
    await store.delete('large');
    equal(await store.stat('large'), undefined, 'stat');
  },

  ...blobKeyPromises,

  ...blobListPromises,
});

const read = async (
  store: BlobStore,
  key: string,
  range?: ByteRange,
): Promise<Uint8Array | undefined> => {
  const body = await store.get(key, range);
  return body && collect(body);
};

const leave = async (store: BlobStore, key: string): Promise<void> => {
  for await (const chunk of (await store.get(key)) ?? []) {
    ok(chunk.length > 0, 'a first chunk');
    return;
  }
};

/** Does something else after the first chunk. */
async function* slowly(
  body: AsyncIterable<Uint8Array>,
  meanwhile: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of body) {
    yield chunk;
    if (isFirst) await meanwhile();
    isFirst = false;
  }
}

async function* withEmptyChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(0);
  for await (const chunk of inChunks(bytes, 30_000)) {
    yield chunk;
    yield new Uint8Array(0);
  }
}

async function* refilled(): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(2);
  for (const value of [1, 2, 3]) yield buffer.fill(value);
}

async function* breakingAfter(length: number, error: Error): AsyncGenerator<Uint8Array> {
  yield* inChunks(sampleBytes(length));
  throw error;
}
