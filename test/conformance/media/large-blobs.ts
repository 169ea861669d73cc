import { equal, failsWith, ok, rejectsWith } from '../assert.ts';
import { failingAfter, inChunks, sampleBytes } from '../bytes.ts';
import { oneWins, times } from '../cases.ts';
import type { Promises } from '../suite.ts';
import { readBlob, watchUsage, type BlobStoreSubject } from './blob-store-subject.ts';

const mebibyte = 1024 * 1024;
const type = 'application/octet-stream';

/** At least two parts of an upload: they usually have 5, 8 or 16 MiB. */
const severalParts = 20 * mebibyte + 17;

/** Places where parts meet. */
const seams = [5, 8, 16].map((place) => place * mebibyte);

/** The promises of `BlobStore` for objects that an adapter transfers in several parts. */
export const largeBlobPromises: Promises<BlobStoreSubject> = {
  'an object of several parts is returned whole, and in ranges across them': async (subject) => {
    const { store } = subject;
    const holdsAsBefore = await watchUsage(subject);
    const bytes = sampleBytes(severalParts);
    const info = { size: severalParts };
    equal(await store.put('large', inChunks(bytes, 300_007), type), info, 'put');
    equal(await store.stat('large'), info, 'stat');
    equalPieces(await readBlob(store, 'large'), bytes);
    for (const seam of seams) {
      const [start, end] = [seam - 70_000, seam + 70_000];
      const got = await readBlob(store, 'large', { start, end });
      equal(got, bytes.slice(start, end + 1), `bytes ${start} to ${end}`);
    }
    await store.delete('large');
    await holdsAsBefore('after the object was deleted');
  },

  'put does not overwrite an object, whatever the sizes of both': async (subject) => {
    const { store } = subject;
    const sizes = { small: 100, large: 9 * mebibyte };
    for (const [first, size] of Object.entries(sizes)) {
      for (const [second, otherSize] of Object.entries(sizes)) {
        const key = `${first}-${second}`;
        const bytes = sampleBytes(size, 1);
        await store.put(key, inChunks(bytes, mebibyte), type);
        const holdsAsBefore = await watchUsage(subject);
        const again = store.put(key, inChunks(sampleBytes(otherSize, 2), mebibyte), type);
        await rejectsWith('id_taken', again);
        equalPieces(await readBlob(store, key), bytes);
        await holdsAsBefore('after the second write');
      }
    }
  },

  'of concurrent writes of several parts to one key, exactly one succeeds': async (subject) => {
    const { store } = subject;
    const holdsAsBefore = await watchUsage(subject);
    const size = 9 * mebibyte;
    const writes = times(4, (seed) =>
      store.put('key', inChunks(sampleBytes(size, seed), mebibyte), type),
    );
    const winner = await oneWins('id_taken', writes);
    equalPieces(await readBlob(store, 'key'), sampleBytes(size, winner + 1));
    await store.delete('key');
    await holdsAsBefore('after the object was deleted');
  },

  'a body that throws after some parts leaves nothing behind': async (subject) => {
    const { store } = subject;
    const holdsAsBefore = await watchUsage(subject);
    const failure = new Error('the sender disconnected');
    for (const parts of [5, 8, 17]) {
      const body = failingAfter(parts * mebibyte + 1, failure, mebibyte);
      await failsWith(failure, store.put('key', body, type));
      equal(await store.stat('key'), undefined, `stat after ${parts} MiB`);
      equal(await store.list(undefined, 10), [], `objects after ${parts} MiB`);
      await holdsAsBefore(`after ${parts} MiB`);
    }
    await store.put('key', inChunks(sampleBytes(10)), type);
    equal(await store.stat('key'), { size: 10 }, 'stat after another attempt');
  },
};

/** Compares in pieces, so that an error names the place and not all bytes. */
const equalPieces = (actual: Uint8Array | undefined, expected: Uint8Array): void => {
  ok(actual !== undefined, 'the object exists');
  equal(actual.length, expected.length, 'length');
  for (let at = 0; at < expected.length; at += mebibyte) {
    const end = at + mebibyte;
    equal(actual.subarray(at, end), expected.subarray(at, end), `bytes from ${at}`);
  }
};
