import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { inChunks, sampleBytes } from '../../conformance/bytes.ts';
import { gcsWorld, largeSize, madeBody, type GcsWorld } from '../../support/gcs-world.ts';
import type { Step } from '../../support/gcs-trouble.ts';

// Concurrent tests: each has a bucket of its own and mostly waits for retries and timeouts.

const type = 'application/octet-stream';
const small = 100_000;
const mebibyte = 1024 * 1024;
const put = ({ store }: GcsWorld, size: number) => store.put('key', madeBody(size), type);
const hastyPut = ({ hasty }: GcsWorld, size: number) => hasty.put('key', madeBody(size), type);
const steps = ({ server }: GcsWorld) => server.seen.map(({ step }) => step);
const unavailable = { code: 'dependency_unavailable' };

/** The request that creates the object, and the number of requests of this kind before it. */
const creating = [
  { size: small, step: 'insert', after: 0 },
  { size: largeSize, step: 'part', after: 3 },
] as const satisfies readonly { size: number; step: Step; after: number }[];

const allConnectionsClosed = ({ server }: GcsWorld) =>
  vi.waitFor(() => expect(server.open()).toBe(0), 5_000);

describe('a body that throws', () => {
  const brokenAfter = async function* (size: number, error: Error): AsyncGenerator<Uint8Array> {
    yield* madeBody(size);
    throw error;
  };

  test.each([0, small, 8 * mebibyte, 12 * mebibyte, 16 * mebibyte])(
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

describe('a lost response', () => {
  test.each(creating)(
    'does not hide that $size bytes were stored',
    async ({ size, step, after }) => {
      await using world = await gcsWorld();
      world.server.trouble.plan({ kind: 'cut-answer' }, { step, after });
      expect(await put(world, size)).toEqual({ size });
      expect(await world.store.stat('key')).toEqual({ size });
    },
    20_000,
  );

  test('to a part in the middle is recovered', async () => {
    await using world = await gcsWorld();
    world.server.trouble.plan({ kind: 'cut-answer' }, { step: 'part', after: 1 });
    expect(await put(world, largeSize)).toEqual({ size: largeSize });
    expect(world.server.bucket.find('key')?.size).toBe(largeSize);
  });

  test.each(creating)(
    'does not make an object of another upload ours, $size bytes',
    async ({ size, step, after }) => {
      await using world = await gcsWorld();
      world.server.trouble.plan({ kind: 'slow', ms: 1_000 }, { step, after });
      const ours = put(world, size);
      await vi.waitFor(
        () => expect(steps(world).filter((each) => each === step)).toHaveLength(after + 1),
        5_000,
      );
      await world.store.put('key', inChunks(sampleBytes(7)), type);
      await expect(ours).rejects.toMatchObject({ code: 'id_taken' });
      expect(world.server.bucket.find('key')?.size).toBe(7);
    },
  );
});

test.each([small, largeSize])('a taken name rejects %i bytes', async (size) => {
  await using world = await gcsWorld();
  await put(world, 7);
  await expect(put(world, size)).rejects.toMatchObject({ code: 'id_taken' });
  expect(world.server.bucket.find('key')?.size).toBe(7);
});

describe.concurrent('a temporary error', () => {
  test.each([
    { size: small, step: 'insert', status: 429 },
    { size: small, step: 'insert', status: 503 },
    { size: largeSize, step: 'session', status: 503 },
    { size: largeSize, step: 'part', status: 503 },
  ] as const)('is retried: $status for $step', async ({ size, step, status }) => {
    await using world = await gcsWorld();
    world.server.trouble.plan({ kind: 'status', status }, { step, times: 2 });
    expect(await put(world, size)).toEqual({ size });
    expect(world.server.bucket.find('key')?.size).toBe(size);
  });

  test.each(creating)('that persists is reported, $size bytes', async ({ size, step }) => {
    await using world = await gcsWorld();
    world.server.trouble.plan({ kind: 'status', status: 503 }, { step, times: 100 });
    await expect(put(world, size)).rejects.toMatchObject(unavailable);
    expect(world.server.bucket.names).toEqual([]);
  });
});

describe('a bucket that stores other bytes than were sent', () => {
  test.each(creating)('is detected by their checksum, $size bytes', async ({ size, step }) => {
    await using world = await gcsWorld();
    world.server.trouble.plan({ kind: 'corrupt' }, { step });
    await expect(put(world, size)).rejects.toMatchObject(unavailable);
    expect(world.server.bucket.names).toEqual([]);
  });

  test.each(creating)('is detected by their number, $size bytes', async ({ size, step, after }) => {
    await using world = await gcsWorld();
    world.server.trouble.plan({ kind: 'misreport' }, { step, after });
    await expect(put(world, size)).rejects.toMatchObject(unavailable);
    expect(world.server.bucket.names).toEqual([]);
  });

  test.each(creating)(
    'or none is detected by a later stat, $size bytes',
    async ({ size, step, after }) => {
      await using world = await gcsWorld();
      world.server.trouble.plan({ kind: 'discard' }, { step, after });
      await put(world, size);
      expect(await world.store.stat('key')).toBeUndefined();
    },
  );
});

describe.concurrent('a bucket that hangs', () => {
  test.each([
    { size: small, step: 'insert' },
    { size: largeSize, step: 'session' },
    { size: largeSize, step: 'part' },
  ] as const)('times out, and its connections are closed: $step', async ({ size, step }) => {
    await using world = await gcsWorld();
    world.server.trouble.plan({ kind: 'hang' }, { step, times: 100 });
    const begun = performance.now();
    await expect(hastyPut(world, size)).rejects.toMatchObject(unavailable);
    expect(performance.now() - begun).toBeLessThan(10_000);
    await allConnectionsClosed(world);
    expect(world.server.bucket.names).toEqual([]);
  });

  test('times out when all requests hang, including the check after an upload', async () => {
    await using world = await gcsWorld();
    world.server.trouble.plan({ kind: 'hang' }, { times: 100 });
    await expect(hastyPut(world, small)).rejects.toMatchObject(unavailable);
    await allConnectionsClosed(world);
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

test('an upload that makes progress does not time out', async () => {
  await using world = await gcsWorld();
  world.server.trouble.plan({ kind: 'slow', ms: 600 }, { step: 'part', times: 100 });
  expect(await hastyPut(world, largeSize)).toEqual({ size: largeSize });
});
