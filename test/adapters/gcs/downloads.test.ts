import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import type { BlobStore, ByteRange } from '../../../core/index.ts';
import { collect, inChunks, sampleBytes } from '../../conformance/bytes.ts';
import { ReceivedBytes } from '../../support/gcs-objects.ts';
import { gcsWorld, madeBody, type GcsWorld } from '../../support/gcs-world.ts';

const size = 3_000_000;
const bytes = sampleBytes(size);
const range = { start: 1_000, end: 2_000_999 };
const unavailable = { code: 'dependency_unavailable' };

// Concurrent tests: each has a bucket of its own and mostly waits for retries and timeouts.

const worldWithObject = async (): Promise<GcsWorld> => {
  const world = await gcsWorld();
  await world.store.put('key', inChunks(bytes, 100_000), 'image/png');
  return world;
};

const open = async (store: BlobStore, within?: ByteRange) => {
  const body = await store.get('key', within);
  if (body === undefined) throw new Error('There is no object');
  return body;
};

const whole = { name: 'the whole object', within: undefined };
const inPart = { name: 'a range', within: range };

const allConnectionsClosed = ({ server }: GcsWorld) =>
  vi.waitFor(() => expect(server.open()).toBe(0), 5_000);

describe.concurrent.each([whole, inPart])('a reader of $name', ({ within }) => {
  test('gets an error when the connection ends too soon', async () => {
    await using world = await worldWithObject();
    world.server.trouble.plan({ kind: 'truncate', bytes: 500_000 }, { step: 'media' });
    await expect(collect(await open(world.store, within))).rejects.toMatchObject(unavailable);
  });

  test('gets an error when the bucket sends too few bytes', async () => {
    await using world = await worldWithObject();
    world.server.trouble.plan({ kind: 'shorten', bytes: 500_000 }, { step: 'media' });
    await expect(collect(await open(world.store, within))).rejects.toMatchObject(unavailable);
  });

  test('gets an error when no bytes arrive, and the connection is closed', async () => {
    await using world = await worldWithObject();
    world.server.trouble.plan({ kind: 'hang' }, { step: 'media' });
    await expect(collect(await open(world.hasty, within))).rejects.toMatchObject(unavailable);
    await allConnectionsClosed(world);
  });

  test('gets an error when no more bytes arrive, and the connection is closed', async () => {
    await using world = await worldWithObject();
    world.server.trouble.plan({ kind: 'stall', bytes: 500_000 }, { step: 'media' });
    await expect(collect(await open(world.hasty, within))).rejects.toMatchObject(unavailable);
    await allConnectionsClosed(world);
  });

  test('gets its bytes after temporary errors of the bucket', async () => {
    await using world = await worldWithObject();
    world.server.trouble.plan({ kind: 'status', status: 503 }, { step: 'media', times: 2 });
    const got = await collect(await open(world.store, within));
    const { start, end } = within ?? { start: 0, end: size - 1 };
    expect(Buffer.compare(got, bytes.subarray(start, end + 1))).toBe(0);
  });

  test.each([401, 403, 500])('gets an error when the bucket responds with %i', async (status) => {
    await using world = await worldWithObject();
    world.server.trouble.plan({ kind: 'status', status }, { step: 'media', times: 100 });
    await expect(collect(await open(world.store, within))).rejects.toMatchObject(unavailable);
  });

  test('can pause for longer than the timeout', async () => {
    await using world = await worldWithObject();
    let read = 0;
    for await (const chunk of await open(world.hasty, within)) {
      if (read === 0) await pause(2_000);
      read += chunk.length;
    }
    expect(read).toBe(within ? within.end + 1 - within.start : size);
  });

  test('closes the connection when it leaves', async () => {
    await using world = await worldWithObject();
    for await (const chunk of await open(world.store, within)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await allConnectionsClosed(world);
  });

  test('does not close other connections when it leaves', async () => {
    await using world = await worldWithObject();
    await world.store.put('other', madeBody(20_000_000), 'image/png');
    let read = 0;
    for await (const chunk of (await world.store.get('other')) ?? []) {
      if (read === 0) {
        for await (const _ of await open(world.store, within)) break;
      }
      read += chunk.length;
    }
    expect(read).toBe(20_000_000);
  });
});

test.concurrent('a changed byte is detected', async () => {
  await using world = await worldWithObject();
  world.server.trouble.plan({ kind: 'corrupt' }, { step: 'media' });
  await expect(collect(await open(world.store))).rejects.toMatchObject(unavailable);
});

test.concurrent('connections are reused', async () => {
  await using world = await worldWithObject();
  for (let reader = 0; reader < 10; reader += 1) await collect(await open(world.store, range));
  expect(await world.server.connections()).toBeLessThan(5);
});

test('a download causes no warnings of Node', async () => {
  await using world = await worldWithObject();
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  await collect(await open(world.store));
  await pause(0);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test.concurrent('a compressed object is returned as it is stored', async () => {
  await using world = await worldWithObject();
  const packed = gzipSync(bytes);
  const received = new ReceivedBytes();
  received.add(packed);
  const settings = { contentType: 'text/plain', contentEncoding: 'gzip' };
  world.server.bucket.create('packed', settings, received, new URLSearchParams());
  const body = await world.store.get('packed');
  expect(Buffer.compare(await collect(body ?? inChunks(bytes)), packed)).toBe(0);
  expect(await world.store.stat('packed')).toEqual({ size: packed.length });
});
