import type { BlobStore } from '../../../core/index.ts';
import { equal, ok, rejectsWith } from '../assert.ts';
import { inChunks, sampleBytes } from '../bytes.ts';
import { suite } from '../suite.ts';

export interface BlobStoreOutageSubject {
  readonly store: BlobStore;
  /** Makes the storage unreachable, and cuts the connections to it. */
  readonly cut: () => Promise<void>;
  /** Makes it reachable again. */
  readonly restore: () => Promise<void>;
}

const mebibyte = 1024 * 1024;
/** More than connections buffer, and more than one part of an upload. */
const largeSize = 20 * mebibyte;
const type = 'application/octet-stream';

/** For stores whose storage can be unreachable. */
export const blobStoreOutageSuite = suite<BlobStoreOutageSubject>('BlobStore', {
  'all methods throw dependency_unavailable while the storage is unreachable': async ({
    store,
    cut,
    restore,
  }) => {
    await store.put('key', inChunks(sampleBytes(10)), type);
    await cut();
    const calls = {
      'put of few bytes': () => store.put('new', inChunks(sampleBytes(10)), type),
      'put of many bytes': () => store.put('new', inChunks(sampleBytes(largeSize), mebibyte), type),
      stat: () => store.stat('key'),
      'stat of an unknown key': () => store.stat('other'),
      get: () => store.get('key'),
      delete: () => store.delete('key'),
      list: () => store.list(undefined, 10),
    };
    for (const [name, call] of Object.entries(calls)) {
      await rejectsWith('dependency_unavailable', call()).catch((error: unknown) => {
        throw new Error(name, { cause: error });
      });
    }
    await restore();
    const keys = (await store.list(undefined, 10)).map(({ key }) => key);
    equal(keys, ['key'], 'keys when the storage is reachable again');
  },

  'an upload that is interrupted leaves no object': async ({ store, cut, restore }) => {
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield* inChunks(sampleBytes(largeSize), mebibyte);
      await cut();
      yield* inChunks(sampleBytes(largeSize), mebibyte);
    };
    await rejectsWith('dependency_unavailable', store.put('key', body(), type));
    await restore();
    equal(await store.stat('key'), undefined, 'stat');
    equal(await store.list(undefined, 10), [], 'objects');
    await store.put('key', inChunks(sampleBytes(10)), type);
    equal(await store.stat('key'), { size: 10 }, 'stat after another attempt');
  },

  'a download that is interrupted throws, or returns all bytes': async ({ store, cut }) => {
    await store.put('key', inChunks(sampleBytes(largeSize), mebibyte), type);
    let received = 0;
    const download = async (): Promise<void> => {
      for await (const chunk of (await store.get('key')) ?? []) {
        if (received === 0) await cut();
        received += chunk.length;
      }
    };
    const downloading = download();
    const [outcome] = await Promise.allSettled([downloading]);
    ok(received > 0, 'a first chunk');
    if (outcome.status === 'fulfilled') equal(received, largeSize, 'bytes');
    else await rejectsWith('dependency_unavailable', downloading);
  },
});
