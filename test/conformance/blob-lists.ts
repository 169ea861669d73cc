import { minute, type StoredBlob } from '../../core/index.ts';
import { equal, ok } from './assert.ts';
import type { BlobStoreSubject } from './blob-store.ts';
import { inChunks, sampleBytes } from './bytes.ts';
import type { ConformanceCase } from './suite.ts';

type Promises = Readonly<Record<string, ConformanceCase<BlobStoreSubject>['run']>>;

const type = 'application/octet-stream';

/** Their order is not that of the folders they may be in: a hyphen comes before a slash. */
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

/** What a blob store promises of its lists; part of its suite. */
export const blobListPromises: Promises = {
  'list gives the objects by ascending key, in the order of its code units': async ({ store }) => {
    for (const key of unorderedKeys) await store.put(key, inChunks(sampleBytes(10)), type);
    equal(await keysOf(store.list(undefined, 100)), unorderedKeys.toSorted(), 'all of them');
    equal(await keysOf(store.list(undefined, 3)), ['-/x', '0', 'A/z'], 'the first three');
  },

  'list goes on after a key, whether or not there is an object of it': async ({ store }) => {
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
      equal(await keysOf(store.list(after, 100)), rest, `all after ${after}`);
      equal(await keysOf(store.list(after, 2)), rest.slice(0, 2), `two after ${after}`);
    }
  },

  'a walk by pages of any size visits every object once': async ({ store }) => {
    for (const key of unorderedKeys) await store.put(key, inChunks(sampleBytes(10)), type);
    for (const size of [1, 2, 5]) {
      const walked: string[] = [];
      for (
        let page = await keysOf(store.list(undefined, size));
        page.length > 0 && walked.length <= unorderedKeys.length;
        page = await keysOf(store.list(walked.at(-1), size))
      ) {
        ok(page.length <= size, 'a page is not longer than asked for');
        walked.push(...page);
      }
      equal(walked, unorderedKeys.toSorted(), `pages of ${size}`);
    }
  },

  'list tells when an object was stored': async ({ store }) => {
    const before = Date.now();
    await store.put('a/key', inChunks(sampleBytes(10)), type);
    const [object] = await store.list(undefined, 1);
    const storedAt = object?.storedAt ?? 0;
    ok(Number.isInteger(storedAt), `whole milliseconds, not ${storedAt}`);
    // The store may be another machine, with a clock of its own.
    ok(Math.abs(storedAt - before) < 10 * minute, `${storedAt} is about ${before}`);
  },

  'list knows neither what is still being written nor what was deleted': async ({ store }) => {
    const seen: (readonly string[])[] = [];
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield sampleBytes(100_000);
      seen.push(await keysOf(store.list(undefined, 10)));
    };
    await store.put('a/key', body(), type);
    seen.push(await keysOf(store.list(undefined, 10)));
    await store.delete('a/key');
    seen.push(await keysOf(store.list(undefined, 10)));
    equal(seen, [[], ['a/key'], []], 'what there was before, after, and in the end');
  },
};

const keysOf = async (objects: Promise<readonly StoredBlob[]>): Promise<readonly string[]> =>
  (await objects).map(({ key }) => key);
