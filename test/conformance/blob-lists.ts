import { minute, type StoredBlob } from '../../core/index.ts';
import { equal, ok } from './assert.ts';
import type { BlobStoreSubject } from './blob-store.ts';
import { inChunks, sampleBytes } from './bytes.ts';
import type { Promises } from './suite.ts';

const type = 'application/octet-stream';

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

/** The part of the BlobStore suite about lists. */
export const blobListPromises: Promises<BlobStoreSubject> = {
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
};

const keysOf = async (objects: Promise<readonly StoredBlob[]>): Promise<readonly string[]> =>
  (await objects).map(({ key }) => key);
