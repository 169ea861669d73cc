import { equal, rejectsWith } from './assert.ts';
import type { BlobStoreSubject } from './blob-store.ts';
import { sampleBytes } from './bytes.ts';
import type { ConformanceCase } from './suite.ts';

type Promises = Readonly<Record<string, ConformanceCase<BlobStoreSubject>['run']>>;

/** What would lead elsewhere, name a folder, or mean something to a file system or in an address. */
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

/** What a blob store promises of keys that are none; part of its suite. */
export const blobKeyPromises: Promises = {
  'a key of another form is refused, and no object has it': async ({ store }) => {
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
    equal(read, 0, 'bodies that were read for nothing');
    equal(await store.list(undefined, 10), [], 'what was stored all the same');
  },
};
