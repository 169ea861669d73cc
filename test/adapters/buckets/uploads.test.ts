import { describe, expect, test } from 'vitest';
import { inChunks, sampleBytes } from '../../conformance/bytes.ts';
import {
  allConnectionsClosed,
  mebibyte,
  nothingStored,
  put,
  smallSize,
  unavailable,
} from '../../support/buckets/bucket-calls.ts';
import { largeSize, madeBody } from '../../support/buckets/made-body.ts';
import { bucketServices } from './services.ts';

// Concurrent tests: each has a bucket of its own and mostly waits for retries.

const type = 'image/png';

const brokenAfter = async function* (size: number, error: Error): AsyncGenerator<Uint8Array> {
  yield* madeBody(size);
  throw error;
};

describe.each(bucketServices)('$name', (service) => {
  const { openWorld, creatingLarge, isCreating, retried } = service;
  const small = { size: smallSize, step: 'put', after: 0 } as const;
  const creatingSteps = [small, { size: largeSize, ...creatingLarge }] as const;
  const allSteps = [
    ...creatingSteps,
    { size: largeSize, step: 'start', after: 0 },
    { size: largeSize, step: 'part', after: 0 },
    { size: largeSize, step: 'part', after: 1 },
  ] as const;

  describe('a body that throws', () => {
    test.each([0, smallSize, 8 * mebibyte, 12 * mebibyte, 16 * mebibyte, 17 * mebibyte])(
      'after %i bytes creates no object, leaves no parts, and put throws its error',
      async (size) => {
        await using world = await openWorld();
        const error = new Error('the sender disconnected');
        await expect(world.store.put('key', brokenAfter(size, error), type)).rejects.toBe(error);
        await allConnectionsClosed(world);
        nothingStored(world);
        expect(world.server.seen.filter(isCreating)).toEqual([]);
      },
    );

    test('is released when the bucket fails', async () => {
      await using world = await openWorld();
      let isReleased = false;
      const body = async function* (): AsyncGenerator<Uint8Array> {
        try {
          yield* madeBody(100 * mebibyte);
        } finally {
          isReleased = true;
        }
      };
      world.server.trouble.plan({ kind: 'status', status: 403 }, { step: 'start' });
      await expect(world.store.put('key', body(), type)).rejects.toMatchObject(unavailable);
      expect(isReleased).toBe(true);
    });
  });

  describe.each(creatingSteps)('an upload of $size bytes', ({ size, ...request }) => {
    test('is stored although the response is lost', async () => {
      await using world = await openWorld();
      world.server.trouble.plan({ kind: 'cut-answer' }, request);
      expect(await put(world, size)).toEqual({ size });
      expect(await world.store.stat('key')).toEqual({ size });
      expect(world.server.bucket.unfinished).toEqual([]);
    });

    test('is rejected if another upload creates the object first', async () => {
      await using world = await openWorld();
      const { bucket, trouble } = world.server;
      const until = async () => bucket.create('key', sampleBytes(7));
      trouble.plan({ kind: 'late', until }, request);
      await expect(put(world, size)).rejects.toMatchObject({ code: 'id_taken' });
      expect(await world.store.stat('key')).toEqual({ size: 7 });
      expect(bucket.unfinished).toEqual([]);
    });

    test('is rejected if the name is taken', async () => {
      await using world = await openWorld();
      await put(world, 7);
      await expect(put(world, size)).rejects.toMatchObject({ code: 'id_taken' });
      expect(await world.store.stat('key')).toEqual({ size: 7 });
      expect(world.server.bucket.unfinished).toEqual([]);
    });
  });

  describe.concurrent('a temporary error is retried:', () => {
    const retriedSteps = allSteps.filter(({ step }) => retried.includes(step));

    describe.each([429, 503])('%i', (status) => {
      test.each(retriedSteps)('$step after $after', async ({ size, ...request }) => {
        await using world = await openWorld();
        world.server.trouble.plan({ kind: 'status', status }, { ...request, times: 2 });
        expect(await put(world, size)).toEqual({ size });
        expect(await world.store.stat('key')).toEqual({ size });
      });
    });
  });

  describe.concurrent('an error that persists is reported, and leaves nothing behind:', () => {
    test.each(allSteps)('$step after $after', async ({ size, ...request }) => {
      await using world = await openWorld();
      world.server.trouble.plan({ kind: 'status', status: 503 }, { ...request, times: 100 });
      await expect(put(world, size)).rejects.toMatchObject(unavailable);
      nothingStored(world);
    });
  });

  test.concurrent.each([small, { size: largeSize, step: 'part' }] as const)(
    'a bucket that receives other bytes than were sent does not keep them: $step',
    async ({ size, step }) => {
      await using world = await openWorld();
      world.server.trouble.plan({ kind: 'corrupt' }, { step, times: 100 });
      await expect(put(world, size)).rejects.toMatchObject(unavailable);
      nothingStored(world);
    },
  );

  test('parts whose sender reuses their buffer are sent unchanged', async () => {
    await using world = await openWorld();
    const buffer = new Uint8Array(mebibyte);
    const body = async function* (): AsyncGenerator<Uint8Array> {
      for (let value = 0; value < 20; value += 1) yield buffer.fill(value);
    };
    await world.store.put('key', body(), type);
    const stored = world.server.bucket.find('key')?.bytes ?? Buffer.alloc(0);
    const values = Array.from({ length: 20 }, (_, at) => stored[at * mebibyte]);
    expect(values).toEqual(Array.from({ length: 20 }, (_, value) => value));
  });

  test('an empty body is an object of no bytes', async () => {
    await using world = await openWorld();
    expect(await world.store.put('key', inChunks(new Uint8Array(0)), type)).toEqual({ size: 0 });
    expect(world.server.bucket.find('key')?.bytes).toHaveLength(0);
  });
});
