import { describe, expect, test, vi } from 'vitest';
import type { BlobStore, DomainError, HealthProbe } from '../../../core/index.ts';
import { collect, inChunks, sampleBytes } from '../../conformance/bytes.ts';
import { largeSize, madeBody } from './made-body.ts';
import type { Trouble } from './planned-faults.ts';

/** A double of a bucket. */
interface BucketWorld extends AsyncDisposable {
  readonly server: {
    readonly url: string;
    readonly bucket: { create(key: string, bytes: Uint8Array): unknown };
    readonly trouble: Pick<Trouble<never>, 'plan'>;
    readonly open: () => number;
    readonly cut: () => void;
  };
}

interface Timeouts {
  readonly metadataMs: number;
  readonly transferMs: number;
}

/** What an adapter for a bucket is opened with. */
export interface BucketOptions {
  readonly bucket?: string;
  readonly endpoint: string;
  readonly timeouts: Timeouts;
}

export const timeouts: Timeouts = { metadataMs: 400, transferMs: 600 };
export const longTimeouts: Timeouts = { metadataMs: 20_000, transferMs: 20_000 };

/** Every call of an adapter. */
export const callsOf = (store: BlobStore, probe: HealthProbe) => ({
  stat: () => store.stat('key'),
  get: async () => collect((await store.get('key')) ?? inChunks(sampleBytes(0))),
  delete: () => store.delete('key'),
  list: () => store.list(undefined, 10),
  'put a little': () => store.put('new', inChunks(sampleBytes(10)), 'image/png'),
  'put a lot': () => store.put('new', madeBody(largeSize), 'image/png'),
  ping: () => probe.ping(),
});

type Calls = ReturnType<typeof callsOf>;

export const callNames: readonly (keyof Calls)[] = [
  'stat',
  'get',
  'delete',
  'list',
  'put a little',
  'put a lot',
  'ping',
];

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

/** Puts an object with the key `key` into the bucket. */
export const withObject = async <World extends BucketWorld>(
  open: () => Promise<World>,
): Promise<World> => {
  const world = await open();
  world.server.bucket.create('key', sampleBytes(10));
  return world;
};

interface Outages {
  readonly openWorld: () => Promise<BucketWorld>;
  readonly openCalls: (options: BucketOptions) => Calls;
  /** With which the server rejects everything. */
  readonly statuses: readonly number[];
  /** Whether the adapter closes requests that take too long. */
  readonly closesLate: boolean;
}

/**
 * Registers tests of a bucket that cannot be used. They are concurrent: each has a bucket of its own, and mostly waits for
 * retries and timeouts.
 */
export const testOutages = ({ openWorld, openCalls, statuses, closesLate }: Outages): void => {
  describe.concurrent.each(callNames)('%s', (name) => {
    const call = ({ server }: BucketWorld, options: Partial<BucketOptions> = {}) =>
      openCalls({ endpoint: server.url, timeouts, ...options })[name]();

    test.each(statuses)('throws dependency_unavailable for %i', async (status) => {
      await using world = await withObject(openWorld);
      world.server.trouble.plan({ kind: 'status', status }, { times: 1_000 });
      await expectUnavailable(call(world));
    });

    test('throws dependency_unavailable for a missing bucket', async () => {
      await using world = await withObject(openWorld);
      await expectUnavailable(call(world, { bucket: 'nowhere' }));
    });

    test('throws dependency_unavailable when the bucket hangs', async () => {
      await using world = await withObject(openWorld);
      world.server.trouble.plan({ kind: 'hang' }, { times: 1_000 });
      await expectUnavailable(call(world));
      if (closesLate) await vi.waitFor(() => expect(world.server.open()).toBe(0), 5_000);
    });

    test('throws dependency_unavailable when connections are closed', async () => {
      await using world = await withObject(openWorld);
      world.server.cut();
      await expectUnavailable(call(world));
    });

    test.each([
      ['nothing listens at the address', 'http://127.0.0.1:1'],
      ['the host name is unknown', 'http://nowhere.invalid'],
    ])('throws dependency_unavailable when %s', async (_reason, endpoint) => {
      await using world = await withObject(openWorld);
      await expectUnavailable(call(world, { endpoint }));
    });

    test('throws dependency_unavailable when TLS fails', async () => {
      await using world = await withObject(openWorld);
      const endpoint = world.server.url.replace('http:', 'https:');
      await expectUnavailable(call(world, { endpoint }));
    });
  });
};
