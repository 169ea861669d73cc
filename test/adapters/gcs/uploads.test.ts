import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { inChunks, sampleBytes } from '../../conformance/bytes.ts';
import type { Step } from '../../support/gcs/gcs-server.ts';
import { gcsWorld, type GcsWorld } from '../../support/gcs/gcs-world.ts';
import { largeSize, madeBody } from '../../support/media/made-body.ts';

// Concurrent tests: each has a bucket of its own and mostly waits for retries and timeouts.

const type = 'application/octet-stream';
const small = 100_000;
const mebibyte = 1024 * 1024;
const put = ({ store }: GcsWorld, size: number) => store.put('key', madeBody(size), type);
const hastyPut = ({ hasty }: GcsWorld, size: number) => hasty.put('key', madeBody(size), type);
const unavailable = { code: 'dependency_unavailable' };

/** The request that creates the object, and the number of requests of this kind before it. */
const creating = [
  { size: small, step: 'insert', after: 0 },
  { size: largeSize, step: 'part', after: 2 },
] as const satisfies readonly { size: number; step: Step; after: number }[];

const allConnectionsClosed = ({ server }: GcsWorld) =>
  vi.waitFor(() => expect(server.open()).toBe(0), 5_000);

describe('a body that throws', () => {
  const brokenAfter = async function* (size: number, error: Error): AsyncGenerator<Uint8Array> {
    yield* madeBody(size);
    throw error;
  };

  test.each([0, small, 8 * mebibyte, 12 * mebibyte, 16 * mebibyte, 17 * mebibyte])(
    'after %i bytes creates no object, and put throws its error',
    async (size) => {
      await using world = await gcsWorld();
      const error = new Error('the sender disconnected');
      await expect(world.store.put('key', brokenAfter(size, error), type)).rejects.toBe(error);
      await allConnectionsClosed(world);
      expect(world.server.bucket.names).toEqual([]);
      // The last request of a session would create the object.
      const ends = world.server.seen.filter(({ headers }) =>
        /\/\d+$/.test(headers['content-range'] ?? ''),
      );
      expect(ends).toEqual([]);
    },
  );

  test('is released when the bucket fails', async () => {
    await using world = await gcsWorld();
    let isReleased = false;
    const body = async function* (): AsyncGenerator<Uint8Array> {
      try {
        yield* madeBody(100 * mebibyte);
      } finally {
        isReleased = true;
      }
    };
    world.server.trouble.plan({ kind: 'status', status: 403 }, { step: 'session' });
    await expect(world.store.put('key', body(), type)).rejects.toMatchObject(unavailable);
    expect(isReleased).toBe(true);
  });
});

test.each(creating)(
  'a lost response does not hide that $size bytes were stored',
  async (request) => {
    const { size, ...plan } = request;
    await using world = await gcsWorld();
    world.server.trouble.plan({ kind: 'cut-answer' }, plan);
    expect(await put(world, size)).toEqual({ size });
    expect(await world.store.stat('key')).toEqual({ size });
  },
);

test.each(creating)('an object of another upload is not ours, $size bytes', async (request) => {
  const { size, step, after } = request;
  await using world = await gcsWorld();
  world.server.trouble.plan({ kind: 'slow', ms: 1_000 }, { step, after });
  const ours = put(world, size);
  const seen = () => world.server.seen.filter((each) => each.step === step);
  await vi.waitFor(() => expect(seen()).toHaveLength(after + 1), 5_000);
  await world.store.put('key', inChunks(sampleBytes(7)), type);
  await expect(ours).rejects.toMatchObject({ code: 'id_taken' });
  expect(await world.store.stat('key')).toEqual({ size: 7 });
});

test.each([small, largeSize])('a taken name rejects %i bytes', async (size) => {
  await using world = await gcsWorld();
  await put(world, 7);
  await expect(put(world, size)).rejects.toMatchObject({ code: 'id_taken' });
  expect(await world.store.stat('key')).toEqual({ size: 7 });
});

test.concurrent.each([429, 503])(
  'a temporary error of a small upload is retried: %i',
  async (status) => {
    await using world = await gcsWorld();
    world.server.trouble.plan({ kind: 'status', status }, { step: 'insert', times: 2 });
    expect(await put(world, small)).toEqual({ size: small });
    expect(await world.store.stat('key')).toEqual({ size: small });
  },
);

test.concurrent.each([
  { size: small, step: 'insert', after: 0 },
  { size: largeSize, step: 'session', after: 0 },
  { size: largeSize, step: 'part', after: 0 },
  { size: largeSize, step: 'part', after: 1 },
] as const)('an error that persists is reported: $step after $after', async (request) => {
  const { size, ...plan } = request;
  await using world = await gcsWorld();
  world.server.trouble.plan({ kind: 'status', status: 503 }, { ...plan, times: 100 });
  await expect(put(world, size)).rejects.toMatchObject(unavailable);
  expect(world.server.bucket.names).toEqual([]);
});

test('a failed part leaves no error that nothing catches', async () => {
  await using world = await gcsWorld();
  world.server.trouble.plan({ kind: 'status', status: 503 }, { step: 'part', after: 1 });
  world.server.trouble.plan({ kind: 'status', status: 403 }, { step: 'part', times: 100 });
  await expect(put(world, largeSize)).rejects.toMatchObject(unavailable);
  // The library would wait for a second before it tries again.
  await pause(2_500);
});

describe('a bucket that stores other bytes than were sent', () => {
  test.each(creating)('is detected, and the object is removed: $size bytes', async (request) => {
    const { size, step } = request;
    await using world = await gcsWorld();
    world.server.trouble.plan({ kind: 'corrupt' }, { step });
    await expect(put(world, size)).rejects.toMatchObject(unavailable);
    expect(world.server.bucket.names).toEqual([]);
  });

  test('is detected also when the object cannot be removed', async () => {
    await using world = await gcsWorld();
    world.server.trouble.plan({ kind: 'corrupt' }, { step: 'insert' });
    world.server.trouble.plan({ kind: 'status', status: 403 }, { step: 'delete' });
    await expect(put(world, small)).rejects.toMatchObject(unavailable);
  });
});

describe.concurrent('a bucket that hangs', () => {
  test.each([
    { size: largeSize, step: 'session' },
    { size: largeSize, step: 'part' },
  ] as const)('times out, and its connections are closed: $step', async ({ size, step }) => {
    await using world = await gcsWorld();
    world.server.trouble.plan({ kind: 'hang' }, { step, times: 100 });
    await expect(hastyPut(world, size)).rejects.toMatchObject(unavailable);
    await allConnectionsClosed(world);
    expect(world.server.bucket.names).toEqual([]);
  });

  test('does not make the adapter read ahead', async () => {
    await using world = await gcsWorld();
    world.server.trouble.plan({ kind: 'hang' }, { step: 'part', times: 100 });
    let read = 0;
    const body = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of madeBody(200 * mebibyte)) {
        read += chunk.length;
        yield chunk;
      }
    };
    await expect(world.hasty.put('key', body(), type)).rejects.toMatchObject(unavailable);
    expect(read).toBeLessThan(20 * mebibyte);
  });
});

test.concurrent('the timeout does not include waiting for the sender', async () => {
  await using world = await gcsWorld();
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield* madeBody(9 * mebibyte);
    await pause(2_000);
    yield* madeBody(9 * mebibyte);
  };
  expect(await world.hasty.put('key', body(), type)).toEqual({ size: 18 * mebibyte });
});

test('the timeout is one of each part, not of the whole upload', async () => {
  await using world = await gcsWorld();
  world.server.trouble.plan({ kind: 'slow', ms: 600 }, { step: 'part', times: 100 });
  expect(await hastyPut(world, largeSize)).toEqual({ size: largeSize });
});
