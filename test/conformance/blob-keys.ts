import { equal, rejectsWith } from './assert.ts';
import type { BlobStoreSubject } from './blob-store.ts';
import { sampleBytes } from './bytes.ts';
import type { Promises } from './suite.ts';

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

/** The part of the BlobStore suite about malformed keys. */
export const blobKeyPromises: Promises<BlobStoreSubject> = {
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
};
