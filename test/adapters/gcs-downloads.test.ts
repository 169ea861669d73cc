import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ByteRange } from '../../core/index.ts';
import { collect, inChunks, sampleBytes } from '../conformance/bytes.ts';
import { ReceivedBytes } from '../support/gcs-objects.ts';
import { gcsWorld, madeBody, type GcsWorld } from '../support/gcs-world.ts';

const size = 3_000_000;
const bytes = sampleBytes(size);
const range = { start: 1_000, end: 2_000_999 };
const unavailable = { code: 'dependency_unavailable' };

let world: GcsWorld;
beforeEach(async () => {
  world = await gcsWorld();
  await world.store.put('key', inChunks(bytes, 100_000), 'image/png');
});
afterEach(() => world.close());

const open = async (within?: ByteRange, store = world.store) => {
  const body = await store.get('key', within);
  if (body === undefined) throw new Error('There is no object');
  return body;
};

const whole = { name: 'the whole object', within: undefined };
const inPart = { name: 'a range', within: range };

const nothingIsOpen = () => vi.waitFor(() => expect(world.server.open()).toBe(0));

describe.each([whole, inPart])('a reader of $name', ({ within }) => {
  test('is told when the connection ends too soon', async () => {
    world.server.trouble.plan({ kind: 'truncate', bytes: 500_000 }, { step: 'media' });
    await expect(collect(await open(within))).rejects.toMatchObject(unavailable);
  });

  test('is told when the bucket takes a part for all', async () => {
    world.server.trouble.plan({ kind: 'shorten', bytes: 500_000 }, { step: 'media' });
    await expect(collect(await open(within))).rejects.toMatchObject(unavailable);
  });

  test('is told when nothing comes, and the connection ends', async () => {
    world.server.trouble.plan({ kind: 'hang' }, { step: 'media' });
    await expect(collect(await open(within, world.hasty))).rejects.toMatchObject(unavailable);
    await nothingIsOpen();
  });

  test('is told when nothing more comes, and the connection ends', async () => {
    world.server.trouble.plan({ kind: 'stall', bytes: 500_000 }, { step: 'media' });
    await expect(collect(await open(within, world.hasty))).rejects.toMatchObject(unavailable);
    await nothingIsOpen();
  });

  test('gets its bytes when the bucket is busy for a moment', async () => {
    world.server.trouble.plan({ kind: 'status', status: 503 }, { step: 'media', times: 2 });
    const got = await collect(await open(within));
    const { start, end } = within ?? { start: 0, end: size - 1 };
    expect(Buffer.compare(got, bytes.subarray(start, end + 1))).toBe(0);
  });

  test.each([401, 403, 500])('is told when the bucket refuses with %i', async (status) => {
    world.server.trouble.plan({ kind: 'status', status }, { step: 'media', times: 100 });
    await expect(collect(await open(within))).rejects.toMatchObject(unavailable);
  });

  test('may take its time', async () => {
    let read = 0;
    for await (const chunk of await open(within, world.hasty)) {
      if (read === 0) await pause(2_000);
      read += chunk.length;
    }
    expect(read).toBe(within ? within.end + 1 - within.start : size);
  });

  test('frees the connection by leaving', async () => {
    for await (const chunk of await open(within)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await nothingIsOpen();
  });

  test('does not end the connections of others by leaving', async () => {
    await world.store.put('other', madeBody(20_000_000), 'image/png');
    let read = 0;
    for await (const chunk of (await world.store.get('other')) ?? []) {
      if (read === 0) {
        for await (const _ of await open(within)) break;
      }
      read += chunk.length;
    }
    expect(read).toBe(20_000_000);
  });
});

test('a byte that changed on its way does not go unnoticed', async () => {
  world.server.trouble.plan({ kind: 'corrupt' }, { step: 'media' });
  await expect(collect(await open())).rejects.toMatchObject(unavailable);
});

test('connections are used again', async () => {
  for (let reader = 0; reader < 10; reader += 1) await collect(await open(range));
  expect(await world.server.connections()).toBeLessThan(5);
});

test('Node has nothing to warn of', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  await collect(await open());
  await pause(0);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test('what is stored packed comes as it is stored', async () => {
  const packed = gzipSync(bytes);
  const received = new ReceivedBytes();
  received.add(packed);
  const settings = { contentType: 'text/plain', contentEncoding: 'gzip' };
  world.server.bucket.create('packed', settings, received, new URLSearchParams());
  const body = await world.store.get('packed');
  expect(Buffer.compare(await collect(body ?? inChunks(bytes)), packed)).toBe(0);
  expect(await world.store.stat('packed')).toEqual({ size: packed.length });
});
