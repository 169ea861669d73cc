import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GcsBlobStore } from '../../adapters/gcs/gcs-blob-store.ts';
import { GcsBucket } from '../../adapters/gcs/gcs-bucket.ts';
import { blobStoreSuite } from '../conformance/blob-store.ts';
import { collect, inChunks, sampleBytes } from '../conformance/bytes.ts';
import { registerSuite } from '../conformance/suite.ts';
import { makeBucket, startGcsEmulator } from '../support/gcs-emulator.ts';
import { ReceivedBytes } from '../support/gcs-objects.ts';
import { gcsWorld, largeSize, madeBody, type GcsWorld } from '../support/gcs-world.ts';

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
    'of %i bytes says what it is and may be kept for ever',
    async (size) => {
      await world.store.put('a/key', madeBody(size), type);
      expect(objectOf('a/key')).toMatchObject({
        size,
        contentType: type,
        cacheControl: 'public, max-age=31536000, immutable, no-transform',
      });
    },
  );

  test('that is small takes one request, a large one a session of parts', async () => {
    await put('small');
    expect(steps()).toEqual(['insert']);
    expect(await world.store.put('large', madeBody(largeSize), type)).toEqual({ size: largeSize });
    expect(steps().slice(1)).toEqual(['session', ...Array(6).fill('part')]);
  });

  test.each([10, largeSize])('of %i bytes is created under a condition', async (size) => {
    await world.store.put('key', madeBody(size), type);
    expect(world.server.seen[0]?.url.searchParams.get('ifGenerationMatch')).toBe('0');
  });

  test('that is large comes back as it was stored', async () => {
    await world.store.put('large', madeBody(largeSize), type);
    const got = await collect((await world.store.get('large')) ?? inChunks(new Uint8Array()));
    expect(Buffer.compare(got, await collect(madeBody(largeSize)))).toBe(0);
  });

  test('that ends with a part is whole', async () => {
    const size = 16 * 1024 * 1024;
    expect(await world.store.put('even', madeBody(size), type)).toEqual({ size });
    expect(await world.store.stat('even')).toEqual({ size });
  });

  test('is not fetched for those who never read', async () => {
    await put('key');
    await world.store.get('key');
    expect(steps()).toEqual(['insert', 'metadata']);
  });

  test('that is deleted before its first byte is read is not found', async () => {
    await put('key');
    const body = (await world.store.get('key')) ?? inChunks(new Uint8Array());
    await world.store.delete('key');
    await expect(collect(body)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that was replaced before its first byte is read is not found', async () => {
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

  test('goes by code units, from the first or after a key, up to a limit', async () => {
    const keys = ['B', 'a', 'a-b', 'a/b', 'a/c', 'b'];
    for (const key of keys.toReversed()) await put(key);
    expect(await keysOf(undefined, 10)).toEqual(keys);
    expect(await keysOf(undefined, 2)).toEqual(['B', 'a']);
    expect(await keysOf('a', 2)).toEqual(['a-b', 'a/b']);
    expect(await keysOf('a-c', 10)).toEqual(['a/b', 'a/c', 'b']);
    expect(await keysOf('b', 10)).toEqual([]);
    expect(await keysOf(undefined, 0)).toEqual([]);
  });

  test('is as long as asked for when the bucket answers in smaller pages', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) await put(key);
    world.server.bucket.pageMax = 2;
    expect(await keysOf(undefined, 4)).toEqual(['a', 'b', 'c', 'd']);
    expect(await keysOf('b', 10)).toEqual(['c', 'd', 'e']);
  });

  test('asks for no more than one object above its limit', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) await put(key);
    await keysOf('a', 2);
    expect(steps().filter((step) => step === 'list')).toHaveLength(1);
    expect(world.server.seen.at(-1)?.url.searchParams.get('maxResults')).toBe('3');
  });

  test('knows when an object was stored', async () => {
    const before = Date.now();
    await put('key');
    const [blob] = await world.store.list(undefined, 1);
    expect(blob?.storedAt).toBeGreaterThanOrEqual(before);
    expect(blob?.storedAt).toBeLessThanOrEqual(Date.now());
  });

  test('passes over what is in the bucket for others', async () => {
    await put('key');
    for (const name of ['folder/', '.hidden', 'a b', 'ü']) {
      world.server.bucket.create(name, {}, new ReceivedBytes(), new URLSearchParams());
    }
    expect(await keysOf(undefined, 10)).toEqual(['key']);
  });
});

describe('a malformed key', () => {
  const keys = ['', '.a', 'a/.b', '../a', 'a//b', '/a', 'a/', 'a b', 'ü', 'a\0', 'a'.repeat(256)];
  test.each([...keys, `a${'/a'.repeat(600)}`])('%j never leaves this process', async (key) => {
    await expect(put(key)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await world.store.stat(key)).toBeUndefined();
    expect(await world.store.get(key)).toBeUndefined();
    await world.store.delete(key);
    expect(steps()).toEqual([]);
  });
});

test('the probe asks for one object and answers', async () => {
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
      new GcsBlobStore(new GcsBucket({ bucket: await makeBucket(endpoint), endpoint }));

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
