import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ByteRange, DomainError } from '../../../core/index.ts';
import { collect, inChunks, sampleBytes } from '../../conformance/bytes.ts';
import type { BucketWorld, OpenBucket } from './bucket-world.ts';
import { largeSize, madeBody } from './made-body.ts';

export const mebibyte = 1024 * 1024;
/** Bytes that an adapter sends with a single request. */
export const smallSize = 100_000;
export const unavailable = { code: 'dependency_unavailable' };

/** Tests wait for these in real time. */
export const shortTimeouts = { metadataMs: 400, transferMs: 600 };
export const longTimeouts = { metadataMs: 20_000, transferMs: 20_000 };

/** Every call of an adapter. */
export const callsOf = ({ store, probe }: OpenBucket) => ({
  stat: () => store.stat('key'),
  get: async () => collect((await store.get('key')) ?? inChunks(sampleBytes(0))),
  delete: () => store.delete('key'),
  list: () => store.list(undefined, 10),
  'put a little': () => store.put('new', inChunks(sampleBytes(10)), 'image/png'),
  'put a lot': () => store.put('new', madeBody(largeSize), 'image/png'),
  ping: () => probe.ping(),
});

export const callNames: readonly (keyof ReturnType<typeof callsOf>)[] = [
  'stat',
  'get',
  'delete',
  'list',
  'put a little',
  'put a lot',
  'ping',
];

/** Stores made bytes as `key`. */
export const put = ({ store }: OpenBucket, size: number, key = 'key') =>
  store.put(key, madeBody(size), 'image/png');

/** The body of the object `key`. */
export const get = async ({ store }: OpenBucket, range?: ByteRange) =>
  (await store.get('key', range)) ?? expect.unreachable('There is no object');

export const steps = ({ server }: BucketWorld) => server.seen.map(({ step }) => step);

/** Puts an object with the key `key` into the bucket. */
export const withObject = async <World extends BucketWorld>(
  open: () => Promise<World>,
  bytes = sampleBytes(10),
): Promise<World> => {
  const world = await open();
  world.server.bucket.create('key', bytes);
  return world;
};

/** Waits in real time, also while the time of timers is stopped. */
const waitUntil = async (isTrue: () => boolean, mostMs: number): Promise<void> => {
  const begun = performance.now();
  while (!isTrue() && performance.now() - begun < mostMs) await pause(10);
};

export const allConnectionsClosed = async ({ server }: BucketWorld): Promise<void> => {
  await waitUntil(() => server.open() === 0, 5_000);
  expect(server.open()).toBe(0);
};

/** Until the bucket has this many parts, and the adapter has read the responses and waits for the sender. */
export const partsReceived = async (world: BucketWorld, count: number): Promise<void> => {
  const parts = () => steps(world).filter((step) => step === 'part').length;
  await waitUntil(() => parts() === count && world.server.open() === 0, 100_000);
  expect([parts(), world.server.open()]).toEqual([count, 0]);
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
};

export const nothingStored = ({ server: { bucket } }: BucketWorld): void => {
  expect(bucket.keys).toEqual([]);
  expect(bucket.unfinished).toEqual([]);
};

export const reasonOf = (work: Promise<unknown>): Promise<DomainError> =>
  work.then(
    () => expect.unreachable('it succeeded'),
    (error: DomainError) => error,
  );

export const expectUnavailable = async (work: Promise<unknown>): Promise<void> => {
  const error = await reasonOf(work);
  expect(error).toMatchObject({
    name: 'DomainError',
    code: 'dependency_unavailable',
    message: 'The file storage cannot be used',
    details: undefined,
    issues: undefined,
  });
  expect(error.retryAfterMs).toBeGreaterThan(0);
  expect(error.cause).toBeInstanceOf(Error);
};
