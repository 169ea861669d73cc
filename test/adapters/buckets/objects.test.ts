import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { collect, sampleBytes } from '../../conformance/bytes.ts';
import { get, mebibyte, put, steps } from '../../support/buckets/bucket-calls.ts';
import type { BucketWorld } from '../../support/buckets/bucket-world.ts';
import { largeSize, madeBody } from '../../support/buckets/made-body.ts';
import { bucketServices } from './services.ts';

describe.each(bucketServices)('$name', ({ name, openWorld, requests, limit }) => {
  describe('an object in the bucket', () => {
    test.each([10, largeSize])(
      'of %i bytes has its content type and a permanent Cache-Control',
      async (size) => {
        await using world = await openWorld();
        await put(world, size, 'a/key');
        expect(world.server.bucket.find('a/key')?.properties).toMatchObject({
          contentType: 'image/png',
          cacheControl: 'public, max-age=31536000, immutable, no-transform',
        });
      },
    );

    test('is sent with one request if small, else in parts', async () => {
      await using world = await openWorld();
      await put(world, 10, 'small');
      expect(steps(world)).toEqual(requests.small);
      expect(await put(world, largeSize, 'large')).toEqual({ size: largeSize });
      expect(steps(world).slice(requests.small.length)).toEqual(requests.large);
    });

    test.each([8, 16, 16.5])('of %d MiB is returned unchanged', async (mebibytes) => {
      await using world = await openWorld();
      const size = mebibytes * mebibyte;
      expect(await put(world, size)).toEqual({ size });
      const got = await collect(await get(world));
      expect(Buffer.compare(got, await collect(madeBody(size)))).toBe(0);
    });

    test('is not requested before the first read', async () => {
      await using world = await openWorld();
      world.server.bucket.create('key', sampleBytes(10));
      await get(world);
      expect(steps(world)).toEqual(['head']);
    });

    test.each(['deleted', 'replaced'])(
      'that is %s before the first read is not found',
      async (how) => {
        await using world = await openWorld();
        await put(world, 10);
        const body = await get(world);
        await world.store.delete('key');
        if (how === 'replaced') await put(world, 20);
        await expect(collect(body)).rejects.toMatchObject({ code: 'not_found' });
      },
    );
  });

  describe('a list', () => {
    const worldWith = async (keys: readonly string[]): Promise<BucketWorld> => {
      const world = await openWorld();
      for (const key of keys) world.server.bucket.create(key, sampleBytes(1));
      return world;
    };
    const keysOf = async ({ store }: BucketWorld, after: string | undefined, most: number) =>
      (await store.list(after, most)).map(({ key }) => key);

    test('reaches its limit when the bucket returns smaller pages', async () => {
      await using world = await worldWith(['a', 'b', 'c', 'd', 'e']);
      world.server.bucket.pageMax = 2;
      expect(await keysOf(world, undefined, 4)).toEqual(['a', 'b', 'c', 'd']);
      expect(await keysOf(world, 'b', 10)).toEqual(['c', 'd', 'e']);
    });

    test('requests no more objects than it needs', async () => {
      await using world = await worldWith(['a', 'b', 'c', 'd', 'e']);
      await keysOf(world, 'a', 2);
      expect(steps(world)).toEqual(['list']);
      const requested = world.server.seen.at(-1)?.url.searchParams.get(limit.parameter);
      expect(requested).toBe(String(2 + limit.extra));
    });

    test('skips objects with malformed keys', async () => {
      await using world = await worldWith(['folder/', '.hidden', 'a b', 'key', 'ü']);
      expect(await keysOf(world, undefined, 1)).toEqual(['key']);
      expect(await keysOf(world, undefined, 10)).toEqual(['key']);
    });
  });

  test.each(['', '../a', 'a b', 'a'.repeat(256)])(
    'the malformed key %j is not sent to the bucket',
    async (key) => {
      await using world = await openWorld();
      await expect(put(world, 10, key)).rejects.toMatchObject({ code: 'invalid_input' });
      await world.store.stat(key);
      await world.store.get(key);
      await world.store.delete(key);
      expect(steps(world)).toEqual([]);
    },
  );

  test('the probe looks up one object', async () => {
    await using world = await openWorld();
    await world.probe.ping();
    expect(steps(world)).toEqual(requests.absent);
  });

  test('200 MB are uploaded and downloaded in constant memory', async () => {
    await using world = await openWorld();
    const words = [join(import.meta.dirname, 'transfer.ts'), name, world.server.url, '200000000'];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    const { upload, download } = JSON.parse(stdout);
    expect([upload.bytes, download.bytes]).toEqual([200_000_000, 200_000_000]);
    expect(upload.most - upload.before).toBeLessThan(120 * mebibyte);
    expect(download.most - download.before).toBeLessThan(120 * mebibyte);
  });
});
