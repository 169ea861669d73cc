import type { BlobStore } from '../../../core/index.ts';
import { equal } from '../assert.ts';
import { inChunks, sampleBytes } from '../bytes.ts';
import { oneWins, racers, times } from '../cases.ts';
import { suite } from '../suite.ts';
import { readBlob } from './blob-store-subject.ts';

export interface BlobStoreInstancesSubject {
  readonly store: BlobStore;
  /** Another adapter, opened on the same storage. */
  readonly other: BlobStore;
}

const type = 'application/octet-stream';

/** For stores that several instances of the service can use at once. */
export const blobStoreInstancesSuite = suite<BlobStoreInstancesSubject>('BlobStore', {
  'an object is visible to all instances as soon as it is stored': async ({ store, other }) => {
    equal(await other.stat('a/key'), undefined, 'stat before');
    await store.put('a/key', inChunks(sampleBytes(5_000)), type);
    equal(await other.stat('a/key'), { size: 5_000 }, 'stat');
    equal(await readBlob(other, 'a/key'), sampleBytes(5_000), 'bytes');
    const keys = (await other.list(undefined, 10)).map(({ key }) => key);
    equal(keys, ['a/key'], 'keys');
  },

  'an object is gone for all instances as soon as it is deleted': async ({ store, other }) => {
    await store.put('a/key', inChunks(sampleBytes(10, 1)), type);
    equal(await store.stat('a/key'), { size: 10 }, 'stat before');
    await other.delete('a/key');
    equal(await store.stat('a/key'), undefined, 'stat');
    equal(await store.get('a/key'), undefined, 'get');
    await store.put('a/key', inChunks(sampleBytes(20, 2)), type);
    equal(await other.stat('a/key'), { size: 20 }, 'stat of the next object');
  },

  'of concurrent writes of several instances to one key, exactly one succeeds': async ({
    store,
    other,
  }) => {
    const writes = times(racers, (seed) =>
      (seed % 2 === 0 ? store : other).put(
        'key',
        inChunks(sampleBytes(70_000, seed), 10_000),
        type,
      ),
    );
    const winner = await oneWins('id_taken', writes);
    for (const each of [store, other]) {
      equal(await readBlob(each, 'key'), sampleBytes(70_000, winner + 1), 'bytes');
    }
  },
});
