import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inChunks, sampleBytes } from '../conformance/bytes.ts';
import { gcsWorld, largeSize, madeBody, type GcsWorld } from '../support/gcs-world.ts';
import type { Step } from '../support/gcs-trouble.ts';

let world: GcsWorld;
beforeEach(async () => {
  world = await gcsWorld();
});
afterEach(() => world.close());

const type = 'application/octet-stream';
const small = 100_000;
const mebibyte = 1024 * 1024;
const put = (size: number, key = 'key') => world.store.put(key, madeBody(size), type);
const hastyPut = (size: number) => world.hasty.put('key', madeBody(size), type);
const steps = () => world.server.seen.map(({ step }) => step);
const unavailable = { code: 'dependency_unavailable' };

/** The step in which the object is made, and how many of its kind come before. */
const making = [
  { size: small, step: 'insert', after: 0 },
  { size: largeSize, step: 'part', after: 5 },
] as const satisfies readonly { size: number; step: Step; after: number }[];

const nothingIsOpen = () => vi.waitFor(() => expect(world.server.open()).toBe(0));

describe('a body that breaks', () => {
  const brokenAfter = async function* (size: number, error: Error): AsyncGenerator<Uint8Array> {
    yield* madeBody(size);
    throw error;
  };

  test.each([0, small, 8 * mebibyte, 12 * mebibyte, 16 * mebibyte])(
    'after %i bytes makes no object, and is what put throws',
    async (size) => {
      const error = new Error('the sender went away');
      await expect(world.store.put('key', brokenAfter(size, error), type)).rejects.toBe(error);
      await nothingIsOpen();
      expect(world.server.bucket.names).toEqual([]);
      // The end of a session is what makes an object of it.
      const ends = world.server.seen.filter(({ headers }) =>
        /\/\d+$/.test(headers['content-range'] ?? ''),
      );
      expect(ends).toEqual([]);
    },
  );

  test('is let go of when the bucket fails', async () => {
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

describe('an answer that is lost', () => {
  test.each(making)(
    'does not hide that $size bytes were stored',
    async ({ size, step, after }) => {
      world.server.trouble.plan({ kind: 'cut-answer' }, { step, after });
      expect(await put(size)).toEqual({ size });
      expect(await world.store.stat('key')).toEqual({ size });
    },
    20_000,
  );

  test('to a part in the middle costs nothing', async () => {
    world.server.trouble.plan({ kind: 'cut-answer' }, { step: 'part', after: 1 });
    expect(await put(largeSize)).toEqual({ size: largeSize });
    expect(world.server.bucket.find('key')?.size).toBe(largeSize);
  });

  test.each(making)(
    'does not make somebody else’s $size bytes ours',
    async ({ size, step, after }) => {
      world.server.trouble.plan({ kind: 'slow', ms: 1_000 }, { step, after });
      const ours = put(size);
      await vi.waitFor(
        () => expect(steps().filter((each) => each === step)).toHaveLength(after + 1),
        5_000,
      );
      await world.store.put('key', inChunks(sampleBytes(7)), type);
      await expect(ours).rejects.toMatchObject({ code: 'id_taken' });
      expect(world.server.bucket.find('key')?.size).toBe(7);
    },
  );
});

test.each([small, largeSize])('a name that is taken refuses %i bytes', async (size) => {
  await put(7);
  await expect(put(size)).rejects.toMatchObject({ code: 'id_taken' });
  expect(world.server.bucket.find('key')?.size).toBe(7);
});

describe('a bucket that is busy', () => {
  test.each([
    { size: small, step: 'insert', status: 429 },
    { size: small, step: 'insert', status: 503 },
    { size: largeSize, step: 'session', status: 503 },
    { size: largeSize, step: 'part', status: 503 },
  ] as const)('is asked again: $status for $step', async ({ size, step, status }) => {
    world.server.trouble.plan({ kind: 'status', status }, { step, times: 2 });
    expect(await put(size)).toEqual({ size });
    expect(world.server.bucket.find('key')?.size).toBe(size);
  });

  test.each(making)('for good is unavailable, $size bytes', async ({ size, step }) => {
    world.server.trouble.plan({ kind: 'status', status: 503 }, { step, times: 100 });
    await expect(put(size)).rejects.toMatchObject(unavailable);
    expect(world.server.bucket.names).toEqual([]);
  });
});

describe('a bucket that keeps other bytes than were sent', () => {
  test.each(making)('is found out by their checksum, $size bytes', async ({ size, step }) => {
    world.server.trouble.plan({ kind: 'corrupt' }, { step });
    await expect(put(size)).rejects.toMatchObject(unavailable);
    expect(world.server.bucket.names).toEqual([]);
  });

  test.each(making)('is found out by their number, $size bytes', async ({ size, step, after }) => {
    world.server.trouble.plan({ kind: 'misreport' }, { step, after });
    await expect(put(size)).rejects.toMatchObject(unavailable);
    expect(world.server.bucket.names).toEqual([]);
  });

  test.each(making)(
    'or none at all, shows it afterwards, $size bytes',
    async ({ size, step, after }) => {
      world.server.trouble.plan({ kind: 'forget' }, { step, after });
      await put(size);
      expect(await world.store.stat('key')).toBeUndefined();
    },
  );
});

describe('a bucket that hangs', () => {
  test.each([
    { size: small, step: 'insert' },
    { size: largeSize, step: 'session' },
    { size: largeSize, step: 'part' },
  ] as const)('is given up and hung up on: $step', async ({ size, step }) => {
    world.server.trouble.plan({ kind: 'hang' }, { step, times: 100 });
    const begun = performance.now();
    await expect(hastyPut(size)).rejects.toMatchObject(unavailable);
    expect(performance.now() - begun).toBeLessThan(10_000);
    await nothingIsOpen();
    expect(world.server.bucket.names).toEqual([]);
  });

  test('is given up when everything hangs, the question what came of it included', async () => {
    world.server.trouble.plan({ kind: 'hang' }, { times: 100 });
    await expect(hastyPut(small)).rejects.toMatchObject(unavailable);
    await nothingIsOpen();
  });

  test('does not make the adapter read ahead', async () => {
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

test('a sender may take longer over its bytes than the bucket over its own', async () => {
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield* madeBody(9 * mebibyte);
    await pause(2_000);
    yield* madeBody(9 * mebibyte);
  };
  expect(await world.hasty.put('key', body(), type)).toEqual({ size: 18 * mebibyte });
});

test('a bucket that is slow, but not too slow, may take as long as it takes', async () => {
  world.server.trouble.plan({ kind: 'slow', ms: 400 }, { step: 'part', times: 100 });
  expect(await hastyPut(largeSize)).toEqual({ size: largeSize });
});
