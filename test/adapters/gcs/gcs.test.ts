import { CRC32C } from '@google-cloud/storage';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GcsBlobStore } from '../../../adapters/gcs/gcs-blob-store.ts';
import { GcsBucket } from '../../../adapters/gcs/gcs-bucket.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { blobStoreSuite } from '../../conformance/blob-store.ts';
import { collect, inChunks, sampleBytes } from '../../conformance/bytes.ts';
import { registerSuite } from '../../conformance/suite.ts';
import { makeBucket, startGcsEmulator } from '../../support/gcs-emulator.ts';
import { ReceivedBytes } from '../../support/gcs-objects.ts';
import { gcsWorld, largeSize, madeBody, type GcsWorld } from '../../support/gcs-world.ts';

const openSubject = async () => {
  const { store, close } = await gcsWorld();
  return { subject: { store }, close };
};
registerSuite(blobStoreSuite, openSubject, test);

let world: GcsWorld;
beforeEach(async () => {
  world = await gcsWorld();
});
afterEach(() => world.close());

const type = 'image/png';
const put = (key: string, size = 10) => world.store.put(key, inChunks(sampleBytes(size)), type);
const steps = () => world.server.seen.map(({ step }) => step);
const objectOf = (key: string) => world.server.bucket.find(key);

describe('an object in the bucket', () => {
  test.each([10, largeSize])(
    'of %i bytes has its content type and a permanent Cache-Control',
    async (size) => {
      await world.store.put('a/key', madeBody(size), type);
      expect(objectOf('a/key')).toMatchObject({
        size,
        contentType: type,
        cacheControl: 'public, max-age=31536000, immutable, no-transform',
      });
    },
  );

  test('is sent with one request if small, else with a resumable upload', async () => {
    await put('small');
    expect(steps()).toEqual(['insert']);
    expect(await world.store.put('large', madeBody(largeSize), type)).toEqual({ size: largeSize });
    expect(steps().slice(1)).toEqual(['session', ...Array(4).fill('part')]);
  });

  test.each([10, largeSize])('of %i bytes is created with a precondition', async (size) => {
    await world.store.put('key', madeBody(size), type);
    expect(world.server.seen[0]?.url.searchParams.get('ifGenerationMatch')).toBe('0');
  });

  test('of several parts is returned unchanged', async () => {
    await world.store.put('large', madeBody(largeSize), type);
    const got = await collect((await world.store.get('large')) ?? inChunks(new Uint8Array()));
    expect(Buffer.compare(got, await collect(madeBody(largeSize)))).toBe(0);
  });

  test('of several parts has the checksum that the library of Google computes', async () => {
    await world.store.put('large', madeBody(largeSize), type);
    const checksum = new CRC32C();
    checksum.update(Buffer.from(await collect(madeBody(largeSize))));
    expect(objectOf('large')?.crc32c).toBe(checksum.toString());
  });

  test('that consists of full parts is complete', async () => {
    const size = 16 * 1024 * 1024;
    expect(await world.store.put('even', madeBody(size), type)).toEqual({ size });
    expect(await world.store.stat('even')).toEqual({ size });
  });

  test('is not requested before the first read', async () => {
    await put('key');
    await world.store.get('key');
    expect(steps()).toEqual(['insert', 'metadata']);
  });

  test('that is deleted before the first read is not found', async () => {
    await put('key');
    const body = (await world.store.get('key')) ?? inChunks(new Uint8Array());
    await world.store.delete('key');
    await expect(collect(body)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that is replaced before the first read is not found', async () => {
    await put('key', 10);
    const body = (await world.store.get('key')) ?? inChunks(new Uint8Array());
    await world.store.delete('key');
    await put('key', 20);
    await expect(collect(body)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a list', () => {
  const keysOf = async (after: string | undefined, limit: number) =>
    (await world.store.list(after, limit)).map(({ key }) => key);

  test('of an empty bucket is empty', async () => {
    expect(await keysOf(undefined, 10)).toEqual([]);
  });

  test('is sorted by code units, starts after a key and has a limit', async () => {
    const keys = ['B', 'a', 'a-b', 'a/b', 'a/c', 'b'];
    for (const key of keys.toReversed()) await put(key);
    expect(await keysOf(undefined, 10)).toEqual(keys);
    expect(await keysOf(undefined, 2)).toEqual(['B', 'a']);
    expect(await keysOf('a', 2)).toEqual(['a-b', 'a/b']);
    expect(await keysOf('a-c', 10)).toEqual(['a/b', 'a/c', 'b']);
    expect(await keysOf('b', 10)).toEqual([]);
    expect(await keysOf(undefined, 0)).toEqual([]);
  });

  test('reaches its limit when the bucket returns smaller pages', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) await put(key);
    world.server.bucket.pageMax = 2;
    expect(await keysOf(undefined, 4)).toEqual(['a', 'b', 'c', 'd']);
    expect(await keysOf('b', 10)).toEqual(['c', 'd', 'e']);
  });

  test('requests at most one object above its limit', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) await put(key);
    await keysOf('a', 2);
    expect(steps().filter((step) => step === 'list')).toHaveLength(1);
    expect(world.server.seen.at(-1)?.url.searchParams.get('maxResults')).toBe('3');
  });

  test('contains the time at which an object was stored', async () => {
    const before = Date.now();
    await put('key');
    const [blob] = await world.store.list(undefined, 1);
    expect(blob?.storedAt).toBeGreaterThanOrEqual(before);
    expect(blob?.storedAt).toBeLessThanOrEqual(Date.now());
  });

  test('skips objects with malformed keys', async () => {
    await put('key');
    for (const name of ['folder/', '.hidden', 'a b', 'ü']) {
      world.server.bucket.create(name, {}, new ReceivedBytes(), new URLSearchParams());
    }
    expect(await keysOf(undefined, 10)).toEqual(['key']);
  });
});

describe('a malformed key', () => {
  const keys = ['', '.a', 'a/.b', '../a', 'a//b', '/a', 'a/', 'a b', 'ü', 'a\0', 'a'.repeat(256)];
  test.each([...keys, `a${'/a'.repeat(600)}`])('%j is not sent to the bucket', async (key) => {
    await expect(put(key)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await world.store.stat(key)).toBeUndefined();
    expect(await world.store.get(key)).toBeUndefined();
    await world.store.delete(key);
    expect(steps()).toEqual([]);
  });
});

test('the probe requests one object', async () => {
  await world.probe.ping();
  expect(steps()).toEqual(['metadata']);
});

const emulator = await startGcsEmulator();
if (emulator === undefined) {
  console.warn(
    'Not tested: the emulator of a bucket. No container engine answers; the double does.',
  );
} else {
  describe('on an emulator', () => {
    const { url: endpoint } = emulator;
    afterAll(() => emulator.stop());
    const openStore = async () =>
      new GcsBlobStore(
        new GcsBucket({ bucket: await makeBucket(endpoint), endpoint }, new SystemTimer()),
      );

    registerSuite(blobStoreSuite, async () => ({ subject: { store: await openStore() } }), test);

    test('an object of several parts is stored', async () => {
      const store = await openStore();
      const info = { size: largeSize };
      expect(await store.put('large', madeBody(largeSize), 'image/png')).toEqual(info);
      expect(await store.stat('large')).toEqual(info);
      expect((await store.list(undefined, 10)).map(({ key }) => key)).toEqual(['large']);
    });
  });
}
