import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { inChunks, sampleBytes } from '../../conformance/bytes.ts';
import { largeSize, madeBody } from '../../support/media/made-body.ts';
import type { Step } from '../../support/s3/s3-server.ts';
import { s3World, type S3World } from '../../support/s3/s3-world.ts';

// Concurrent tests: each has a bucket of its own and mostly waits for retries and timeouts.

const type = 'application/octet-stream';
const small = 100_000;
const mebibyte = 1024 * 1024;
const put = ({ store }: S3World, size: number) => store.put('key', madeBody(size), type);
const hastyPut = ({ hasty }: S3World, size: number) => hasty.put('key', madeBody(size), type);
const unavailable = { code: 'dependency_unavailable' };

/** The request that creates the object. */
const creating = [
  { size: small, step: 'put' },
  { size: largeSize, step: 'complete' },
] as const satisfies readonly { size: number; step: Step }[];

const allConnectionsClosed = ({ server }: S3World) =>
  vi.waitFor(() => expect(server.open()).toBe(0), 5_000);

const nothingStored = ({ server: { bucket } }: S3World) => {
  expect(bucket.keys).toEqual([]);
  expect(bucket.unfinished).toEqual([]);
};

describe('a body that throws', () => {
  const brokenAfter = async function* (size: number, error: Error): AsyncGenerator<Uint8Array> {
    yield* madeBody(size);
    throw error;
  };

  test.each([0, small, 8 * mebibyte, 12 * mebibyte, 16 * mebibyte, 17 * mebibyte])(
    'after %i bytes creates no object, leaves no parts, and put throws its error',
    async (size) => {
      await using world = await s3World();
      const error = new Error('the sender disconnected');
      await expect(world.store.put('key', brokenAfter(size, error), type)).rejects.toBe(error);
      await allConnectionsClosed(world);
      nothingStored(world);
    },
  );

  test('keeps its error when the bucket cannot abort the upload', async () => {
    await using world = await s3World();
    const error = new Error('the sender disconnected');
    world.server.trouble.plan({ kind: 'status', status: 403 }, { step: 'abort' });
    const body = brokenAfter(9 * mebibyte, error);
    await expect(world.store.put('key', body, type)).rejects.toBe(error);
    expect(world.server.bucket.unfinished).toEqual(['key']);
  });

  test('is released when the bucket fails', async () => {
    await using world = await s3World();
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

test.each(creating)(
  'a lost response does not hide that $size bytes were stored',
  async ({ size, step }) => {
    await using world = await s3World();
    world.server.trouble.plan({ kind: 'cut-answer' }, { step });
    expect(await put(world, size)).toEqual({ size });
    expect(await world.store.stat('key')).toEqual({ size });
    expect(world.server.bucket.unfinished).toEqual([]);
  },
);

test.each(creating)('an object of another upload is not ours, $size bytes', async (request) => {
  const { size, step } = request;
  await using world = await s3World();
  world.server.trouble.plan({ kind: 'slow', ms: 1_000 }, { step });
  const ours = put(world, size);
  const seen = () => world.server.seen.filter((each) => each.step === step);
  await vi.waitFor(() => expect(seen()).toHaveLength(1), 5_000);
  world.server.bucket.create('key', sampleBytes(7));
  await expect(ours).rejects.toMatchObject({ code: 'id_taken' });
  expect(await world.store.stat('key')).toEqual({ size: 7 });
  expect(world.server.bucket.unfinished).toEqual([]);
});

describe.concurrent('a temporary error is retried:', () => {
  test.each([
    { size: small, step: 'put', after: 0 },
    { size: largeSize, step: 'start', after: 0 },
    { size: largeSize, step: 'part', after: 1 },
    { size: largeSize, step: 'complete', after: 0 },
  ] as const)('$step', async ({ size, ...plan }) => {
    await using world = await s3World();
    world.server.trouble.plan({ kind: 'status', status: 503 }, { ...plan, times: 2 });
    expect(await put(world, size)).toEqual({ size });
    expect(await world.store.stat('key')).toEqual({ size });
  });
});

describe.concurrent('an error that persists is reported, and leaves nothing behind:', () => {
  test.each([
    { size: small, step: 'put', after: 0 },
    { size: largeSize, step: 'start', after: 0 },
    { size: largeSize, step: 'part', after: 0 },
    { size: largeSize, step: 'part', after: 1 },
    { size: largeSize, step: 'complete', after: 0 },
  ] as const)('$step after $after', async ({ size, ...plan }) => {
    await using world = await s3World();
    world.server.trouble.plan({ kind: 'status', status: 503 }, { ...plan, times: 100 });
    await expect(put(world, size)).rejects.toMatchObject(unavailable);
    nothingStored(world);
  });
});

test.concurrent.each([
  { size: small, step: 'put' },
  { size: largeSize, step: 'part' },
] as const)(
  'a bucket that receives other bytes than were sent rejects them: $step',
  async (request) => {
    const { size, step } = request;
    await using world = await s3World();
    world.server.trouble.plan({ kind: 'corrupt' }, { step, times: 100 });
    await expect(put(world, size)).rejects.toMatchObject(unavailable);
    nothingStored(world);
  },
);

describe.concurrent('a bucket that hangs', () => {
  test.each([
    { size: small, step: 'put' },
    { size: largeSize, step: 'start' },
    { size: largeSize, step: 'part' },
    { size: largeSize, step: 'complete' },
  ] as const)('times out, and its connections are closed: $step', async ({ size, step }) => {
    await using world = await s3World();
    world.server.trouble.plan({ kind: 'hang' }, { step, times: 100 });
    await expect(hastyPut(world, size)).rejects.toMatchObject(unavailable);
    await allConnectionsClosed(world);
    nothingStored(world);
  });

  test('does not make the adapter read ahead', async () => {
    await using world = await s3World();
    world.server.trouble.plan({ kind: 'hang' }, { step: 'part', times: 100 });
    let read = 0;
    const body = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of madeBody(200 * mebibyte)) {
        read += chunk.length;
        yield chunk;
      }
    };
    await expect(world.hasty.put('key', body(), type)).rejects.toMatchObject(unavailable);
    expect(read).toBeLessThan(10 * mebibyte);
  });
});

test.concurrent('the timeout does not include waiting for the sender', async () => {
  await using world = await s3World();
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield* madeBody(9 * mebibyte);
    await pause(2_000);
    yield* madeBody(9 * mebibyte);
  };
  expect(await world.hasty.put('key', body(), type)).toEqual({ size: 18 * mebibyte });
});

test('the timeout is one of each part, not of the whole upload', async () => {
  await using world = await s3World();
  world.server.trouble.plan({ kind: 'slow', ms: 600 }, { step: 'part', times: 100 });
  expect(await hastyPut(world, largeSize)).toEqual({ size: largeSize });
});

test('a part that the sender reuses the buffer of is sent as it was', async () => {
  await using world = await s3World();
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
  await using world = await s3World();
  expect(await world.store.put('key', inChunks(new Uint8Array(0)), type)).toEqual({ size: 0 });
  expect(world.server.bucket.find('key')?.bytes).toHaveLength(0);
});
