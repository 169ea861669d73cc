import { gzipSync } from 'node:zlib';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { collect, sampleBytes } from '../../conformance/bytes.ts';
import { blobStoreSuite } from '../../conformance/media/blob-store.ts';
import { registerSuite } from '../../conformance/suite.ts';
import { get, put, smallSize, steps, unavailable } from '../../support/buckets/bucket-calls.ts';
import { largeSize, madeBody } from '../../support/buckets/made-body.ts';
import { makeBucket, startGcsEmulator } from '../../support/gcs/gcs-emulator.ts';
import { gcsWorld, openGcs } from '../../support/gcs/gcs-world.ts';

test.each([smallSize, largeSize])(
  'an object of %i bytes is created with a precondition',
  async (size) => {
    await using world = await gcsWorld();
    await put(world, size);
    expect(world.server.seen[0]?.url.searchParams.get('ifGenerationMatch')).toBe('0');
  },
);

test('a compressed object is returned as it is stored', async () => {
  await using world = await gcsWorld();
  const packed = gzipSync(sampleBytes(3_000_000));
  world.server.bucket.create('key', packed, { contentEncoding: 'gzip' });
  expect(Buffer.compare(await collect(await get(world)), packed)).toBe(0);
  expect(await world.store.stat('key')).toEqual({ size: packed.length });
});

test('a failed part leaves no error that nothing catches', async () => {
  await using world = await gcsWorld();
  world.server.trouble.plan({ kind: 'status', status: 503 }, { step: 'part', after: 1 });
  world.server.trouble.plan({ kind: 'status', status: 403 }, { step: 'part', times: 100 });
  await expect(put(world, largeSize)).rejects.toMatchObject(unavailable);
  // The library would wait for a second before it tries again.
  await pause(2_500);
});

test('changed bytes are detected also when their object cannot be removed', async () => {
  await using world = await gcsWorld();
  world.server.trouble.plan({ kind: 'corrupt' }, { step: 'put' });
  world.server.trouble.plan({ kind: 'status', status: 403 }, { step: 'delete' });
  await expect(put(world, smallSize)).rejects.toMatchObject(unavailable);
});

test('a missing object is distinguished from a missing bucket, for any error message', async () => {
  await using world = await gcsWorld();
  world.server.bucket.notFoundMessage = 'Not Found';
  expect(await world.store.stat('other')).toBeUndefined();
  await world.store.delete('other');
  expect(steps(world)).toEqual(['head', 'list', 'delete', 'list']);
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
    const openStore = async () => openGcs({ bucket: await makeBucket(endpoint), endpoint }).store;

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
