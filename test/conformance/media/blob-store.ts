import type { BlobStore, StoredBlob } from '../../../core/index.ts';
import { minute } from '../../../core/vocabulary.ts';
import { equal, failsWith, ok, rejectsWith } from '../assert.ts';
import {
  collect,
  failingAfter,
  inChunks,
  reusingBuffer,
  sampleBytes,
  withEmptyChunks,
} from '../bytes.ts';
import { oneWins, racers, times } from '../cases.ts';
import { suite } from '../suite.ts';
import { readBlob, watchUsage, type BlobStoreSubject } from './blob-store-subject.ts';
import { largeBlobPromises } from './large-blobs.ts';

/** More than an adapter is likely to transfer in one piece. */
const largeSize = 3 * 1024 * 1024 + 17;
const type = 'application/octet-stream';

/** Keys that leave the store, name a folder, or have a special meaning in a file system or URL. */
const malformedKeys = [
  '',
  '.hidden',
  'a/.hidden',
  '../evil',
  'a/../../evil',
  '/evil',
  'a//evil',
  'a/',
  'a\\evil',
  'a b',
  'a\0',
  '%2e%2e',
  'ü',
  'a'.repeat(256),
  `a${'/a'.repeat(600)}`,
];

/** Sorted by code units, `a-b/x` comes before `a/x`: not the order of folders. */
const unorderedKeys = [
  'b/x/y/z/0',
  'a/x',
  'a-b/x',
  'a.b',
  'a/m/n',
  'a0',
  'a/m-n',
  'A/z',
  'a_b/x',
  'aa/x',
  '0',
  '-/x',
] as const;

export const blobStoreSuite = suite<BlobStoreSubject>('BlobStore', {
  'stat and get return undefined for an unknown key': async ({ store }) => {
    equal(await store.stat('a/b.png'), undefined, 'stat');
    equal(await store.get('a/b.png'), undefined, 'get');
    equal(await store.get('a/b.png', { start: 0, end: 0 }), undefined, 'get of a range');
  },

  'get returns the bytes that put stored': async ({ store }) => {
    const bytes = sampleBytes(5_000);
    equal(await store.put('a/b.png', inChunks(bytes), type), { size: 5_000 }, 'result of put');
    equal(await store.stat('a/b.png'), { size: 5_000 }, 'result of stat');
    equal(await readBlob(store, 'a/b.png'), bytes, 'bytes');
  },

  'an object can be empty': async ({ store }) => {
    equal(await store.put('empty', inChunks(sampleBytes(0)), type), { size: 0 }, 'put');
    equal(await store.stat('empty'), { size: 0 }, 'stat');
    equal(await readBlob(store, 'empty'), sampleBytes(0), 'bytes');
  },

  'put accepts chunks of any size, including empty ones': async ({ store }) => {
    const bytes = sampleBytes(100_000);
    for (const size of [7, 65_536, 100_000]) {
      await store.put(`by-${size}`, inChunks(bytes, size), type);
      equal(await readBlob(store, `by-${size}`), bytes, `bytes stored in chunks of ${size}`);
    }
    await store.put('with-gaps', withEmptyChunks(bytes), type);
    equal(await readBlob(store, 'with-gaps'), bytes, 'bytes stored with empty chunks');
  },

  'put accepts a source that reuses its buffer': async ({ store }) => {
    await store.put('reused', reusingBuffer(), type);
    equal(await readBlob(store, 'reused'), Uint8Array.of(1, 1, 2, 2, 3, 3), 'bytes');
  },

  'put and get work for a large object': async ({ store }) => {
    const bytes = sampleBytes(largeSize);
    equal(await store.put('large', inChunks(bytes, 50_000), type), { size: largeSize }, 'put');
    equal(await readBlob(store, 'large'), bytes, 'bytes');
  },

  'get returns a range, including its start and its end': async ({ store }) => {
    const bytes = sampleBytes(largeSize);
    await store.put('large', inChunks(bytes, 50_000), type);
    const last = largeSize - 1;
    for (const [start, end] of [
      [0, 0],
      [0, 9],
      [100, 100],
      [65_530, 65_545],
      [200_000, 400_000],
      [0, last],
      [1, last],
      [last - 100_000, last],
      [last, last],
    ] as const) {
      const got = await readBlob(store, 'large', { start, end });
      equal(got, bytes.slice(start, end + 1), `bytes ${start} to ${end}`);
    }
  },

  'all well-formed keys name different objects': async ({ store }) => {
    const names = ['a', 'b.c', 'b.c.d', '-', '_', '0'];
    const keys = [...names, 'd-a', 'd/a', 'd/b.c', 'd-d/a', 'd/e/f/0123456789/x_Y-Z.tar.gz'];
    for (const [seed, key] of keys.entries()) {
      await store.put(key, inChunks(sampleBytes(100, seed)), type);
    }
    for (const [seed, key] of keys.entries()) {
      equal(await readBlob(store, key), sampleBytes(100, seed), `bytes of ${key}`);
    }
    equal(await store.stat('d'), undefined, 'stat of a folder of a key');
    equal(await store.stat('d/b'), undefined, 'stat of the start of a name');
  },

  'an object is not visible before it is complete': async ({ store }) => {
    let seen: unknown = 'not checked';
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield sampleBytes(100_000);
      seen = [await store.stat('slow'), await store.get('slow')];
      yield sampleBytes(100_000);
    };
    await store.put('slow', body(), type);
    equal(seen, [undefined, undefined], 'stat and get during the write');
    equal(await store.stat('slow'), { size: 200_000 }, 'stat after the write');
  },

  'put throws the error of its body and stores nothing': async ({ store }) => {
    const failure = new Error('the sender disconnected');
    for (const length of [0, 10, 200_000]) {
      const key = `after/${length}`;
      await failsWith(failure, store.put(key, failingAfter(length, failure), type));
      equal(await store.stat(key), undefined, 'stat');
      equal(await store.get(key), undefined, 'get');
      await store.put(key, inChunks(sampleBytes(10)), type);
      equal(await readBlob(store, key), sampleBytes(10), 'bytes after a second attempt');
    }
  },

  'put does not overwrite an object': async ({ store }) => {
    await store.put('a/key', inChunks(sampleBytes(100, 1)), type);
    await rejectsWith('id_taken', store.put('a/key', inChunks(sampleBytes(50, 2)), type));
    equal(await readBlob(store, 'a/key'), sampleBytes(100, 1), 'bytes');
  },

  'of concurrent writes to one key, exactly one succeeds': async ({ store }) => {
    const writes = times(racers, (seed) =>
      store.put('folder/key', inChunks(sampleBytes(70_000, seed), 10_000), type),
    );
    const winner = await oneWins('id_taken', writes);
    equal(await readBlob(store, 'folder/key'), sampleBytes(70_000, winner + 1), 'bytes');
  },

  'concurrent writes to different keys do not mix': async ({ store }) => {
    const keys = times(racers, (n) => `folder-${n}/key`);
    await Promise.all(
      keys.map((key, seed) => store.put(key, inChunks(sampleBytes(30_000, seed), 999), type)),
    );
    for (const [seed, key] of keys.entries()) {
      equal(await readBlob(store, key), sampleBytes(30_000, seed), `bytes of ${key}`);
    }
  },

  'delete removes that object only, and ignores a missing one': async ({ store }) => {
    await store.put('a/key', inChunks(sampleBytes(10)), type);
    await store.put('a/key2', inChunks(sampleBytes(20)), type);
    await store.delete('a/key');
    await store.delete('a/key');
    await store.delete('never/there');
    equal(await store.stat('a/key'), undefined, 'stat');
    equal(await store.get('a/key'), undefined, 'get');
    equal(await readBlob(store, 'a/key2'), sampleBytes(20), 'bytes of the other object');
  },

  'a deleted key can be stored again': async ({ store }) => {
    await store.put('a/key', inChunks(sampleBytes(10, 1)), type);
    await store.delete('a/key');
    await store.put('a/key', inChunks(sampleBytes(20, 2)), type);
    equal(await readBlob(store, 'a/key'), sampleBytes(20, 2), 'bytes');
  },

  'concurrent readers of one object all get its bytes': async ({ store }) => {
    const bytes = sampleBytes(largeSize);
    await store.put('large', inChunks(bytes, 50_000), type);
    const all = await Promise.all(times(5, () => readBlob(store, 'large')));
    for (const got of all) equal(got, bytes, 'bytes');
  },

  'a reader that leaves does not interrupt other readers': async ({ store }) => {
    const bytes = sampleBytes(largeSize);
    await store.put('large', inChunks(bytes, 50_000), type);
    const body = (await store.get('large')) ?? inChunks(new Uint8Array(0));
    const remaining = collect(withPause(body, () => readFirstChunk(store, 'large')));
    equal(await remaining, bytes, 'bytes of the reader that stayed');
  },

  'a reader can leave early, and modify its chunks': async ({ store }) => {
    await store.put('large', inChunks(sampleBytes(largeSize), 50_000), type);
    for await (const chunk of (await store.get('large')) ?? []) {
      ok(chunk.length > 0, 'a first chunk');
      chunk.fill(0);
      break;
    }
    equal(await readBlob(store, 'large'), sampleBytes(largeSize), 'bytes for the next reader');
    await store.delete('large');
    equal(await store.stat('large'), undefined, 'stat');
  },

  'put rejects a malformed key, and no object has one': async ({ store }) => {
    let read = 0;
    const body = async function* (): AsyncGenerator<Uint8Array> {
      read += 1;
      yield sampleBytes(10);
    };
    for (const key of malformedKeys) {
      const name = JSON.stringify(key);
      await rejectsWith('invalid_input', store.put(key, body(), 'application/octet-stream'));
      equal(await store.stat(key), undefined, `stat of ${name}`);
      equal(await store.get(key), undefined, `get of ${name}`);
      await store.delete(key);
    }
    equal(read, 0, 'bodies read');
    equal(await store.list(undefined, 10), [], 'stored objects');
  },

  'list is sorted by key, in the order of code units': async ({ store }) => {
    for (const key of unorderedKeys) await store.put(key, inChunks(sampleBytes(10)), type);
    equal(await keysOf(store.list(undefined, 100)), unorderedKeys.toSorted(), 'all keys');
    equal(await keysOf(store.list(undefined, 3)), ['-/x', '0', 'A/z'], 'first three keys');
  },

  'list continues after a key, whether or not it exists': async ({ store }) => {
    for (const key of unorderedKeys) await store.put(key, inChunks(sampleBytes(10)), type);
    const sorted = unorderedKeys.toSorted();
    for (const after of [
      ...sorted,
      '-',
      'a',
      'a/',
      'a/m/',
      'a/x0',
      'a-b',
      'b/x/y/z/0',
      'zz',
      '~',
    ]) {
      const rest = sorted.filter((key) => key > after);
      equal(await keysOf(store.list(after, 100)), rest, `keys after ${after}`);
      equal(await keysOf(store.list(after, 2)), rest.slice(0, 2), `first two keys after ${after}`);
    }
  },

  'list returns only keys that start with the prefix': async ({ store }) => {
    for (const key of unorderedKeys) await store.put(key, inChunks(sampleBytes(10)), type);
    const sorted = unorderedKeys.toSorted();
    for (const prefix of ['a', 'a/', 'a/m', 'a/m/n', 'a/m/n0', 'a-', 'b/x/y/', 'c/', 'c', 'a/x/']) {
      const found = sorted.filter((key) => key.startsWith(prefix));
      equal(await keysOf(store.list(undefined, 100, prefix)), found, `keys under ${prefix}`);
      equal(await keysOf(store.list(undefined, 1, prefix)), found.slice(0, 1), 'the first of them');
      const rest = found.filter((key) => key > 'a/m-n');
      equal(await keysOf(store.list('a/m-n', 100, prefix)), rest, `later keys under ${prefix}`);
    }
  },

  'pages of any size contain every object exactly once': async ({ store }) => {
    for (const key of unorderedKeys) await store.put(key, inChunks(sampleBytes(10)), type);
    for (const size of [1, 2, 5]) {
      const found: string[] = [];
      for (
        let page = await keysOf(store.list(undefined, size));
        page.length > 0 && found.length <= unorderedKeys.length;
        page = await keysOf(store.list(found.at(-1), size))
      ) {
        ok(page.length <= size, 'a page is not longer than its limit');
        found.push(...page);
      }
      equal(found, unorderedKeys.toSorted(), `keys in pages of ${size}`);
    }
  },

  'list returns the time at which an object was stored': async ({ store }) => {
    const before = Date.now();
    await store.put('a/key', inChunks(sampleBytes(10)), type);
    const [object] = await store.list(undefined, 1);
    const storedAt = object?.storedAt ?? 0;
    ok(Number.isInteger(storedAt), `whole milliseconds, not ${storedAt}`);
    // The store may be a machine whose clock differs.
    ok(Math.abs(storedAt - before) < 10 * minute, `${storedAt} is about ${before}`);
  },

  'list omits incomplete and deleted objects': async ({ store }) => {
    const seen: (readonly string[])[] = [];
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield sampleBytes(100_000);
      seen.push(await keysOf(store.list(undefined, 10)));
    };
    await store.put('a/key', body(), type);
    seen.push(await keysOf(store.list(undefined, 10)));
    await store.delete('a/key');
    seen.push(await keysOf(store.list(undefined, 10)));
    equal(seen, [[], ['a/key'], []], 'keys during the write, after it, and after the delete');
  },

  'the storage holds nothing of failed writes and of deleted objects': async (subject) => {
    const { store } = subject;
    await store.put('a/key', inChunks(sampleBytes(50_000, 1), 999), type);
    const holdsAsBefore = await watchUsage(subject);
    const failure = new Error('the sender disconnected');
    await failsWith(failure, store.put('a/other', failingAfter(50_000, failure, 999), type));
    await holdsAsBefore('after a body that throws');
    const again = store.put('a/key', inChunks(sampleBytes(50_000, 2), 999), type);
    await rejectsWith('id_taken', again);
    await holdsAsBefore('after a write of a key that is taken');
    const writes = times(racers, (seed) =>
      store.put('a/other', inChunks(sampleBytes(50_000, seed), 999), type),
    );
    await oneWins('id_taken', writes);
    await store.delete('a/other');
    await holdsAsBefore('after concurrent writes of one key, and a delete');
  },

  ...largeBlobPromises,
});

const readFirstChunk = async (store: BlobStore, key: string): Promise<void> => {
  for await (const chunk of (await store.get(key)) ?? []) {
    ok(chunk.length > 0, 'a first chunk');
    return;
  }
};

/** Runs `meanwhile` after the first chunk. */
async function* withPause(
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

const keysOf = async (objects: Promise<readonly StoredBlob[]>): Promise<readonly string[]> =>
  (await objects).map(({ key }) => key);
