import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { BlobStore, ByteRange } from '../../../core/index.ts';
import { collect, sampleBytes } from '../../conformance/bytes.ts';
import { madeBody } from './made-body.ts';
import type { Trouble } from './planned-faults.ts';

/** An adapter, connected to a double of its bucket. */
interface BucketWorld<Step> extends AsyncDisposable {
  readonly server: {
    readonly bucket: { create(key: string, bytes: Uint8Array): unknown };
    readonly trouble: Pick<Trouble<Step>, 'plan'>;
    /** The number of requests in progress. */
    readonly open: () => number;
  };
  readonly store: BlobStore;
  /** A store on the same bucket, with short timeouts. */
  readonly hasty: BlobStore;
}

interface Downloads<Step> {
  readonly openWorld: () => Promise<BucketWorld<Step>>;
  /** The request that returns the bytes of an object. */
  readonly step: Step;
  /** How often this request fails until a download does: an adapter may repeat it. */
  readonly failures: number;
}

const size = 3_000_000;
const bytes = sampleBytes(size);
const range = { start: 1_000, end: 2_000_999 };
const unavailable = { code: 'dependency_unavailable' };

const open = async (store: BlobStore, within?: ByteRange) =>
  (await store.get('key', within)) ?? expect.unreachable('There is no object');

/** Registers tests of downloads from any bucket. Concurrent ones have a bucket of their own, and mostly wait for timeouts. */
export const testDownloads = <Step>({ openWorld, step, failures }: Downloads<Step>): void => {
  const worldWithObject = async (): Promise<BucketWorld<Step>> => {
    const world = await openWorld();
    world.server.bucket.create('key', bytes);
    return world;
  };

  const allConnectionsClosed = ({ server }: BucketWorld<Step>) =>
    vi.waitFor(() => expect(server.open()).toBe(0), 5_000);

  describe.concurrent.each([
    { name: 'the whole object', within: undefined },
    { name: 'a range', within: range },
  ])('a reader of $name', ({ within }) => {
    test.each(['truncate', 'shorten'] as const)(
      'gets an error when the bucket sends too few bytes (%s)',
      async (kind) => {
        await using world = await worldWithObject();
        world.server.trouble.plan({ kind, bytes: 500_000 }, { step });
        await expect(collect(await open(world.store, within))).rejects.toMatchObject(unavailable);
      },
    );

    test('gets an error when no more bytes arrive, and the connection is closed', async () => {
      await using world = await worldWithObject();
      world.server.trouble.plan({ kind: 'stall', bytes: 500_000 }, { step });
      await expect(collect(await open(world.hasty, within))).rejects.toMatchObject(unavailable);
      await allConnectionsClosed(world);
    });

    test('gets an error when the bucket responds too late, and the connection is closed', async () => {
      await using world = await worldWithObject();
      world.server.trouble.plan({ kind: 'slow', ms: 2_500 }, { step });
      await expect(collect(await open(world.hasty, within))).rejects.toMatchObject(unavailable);
      await allConnectionsClosed(world);
    });

    test.each([401, 403, 500, 503])(
      'gets an error when the bucket responds with %i',
      async (status) => {
        await using world = await worldWithObject();
        world.server.trouble.plan({ kind: 'status', status }, { step, times: failures });
        await expect(collect(await open(world.store, within))).rejects.toMatchObject(unavailable);
      },
    );

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
    world.server.trouble.plan({ kind: 'corrupt' }, { step });
    await expect(collect(await open(world.store))).rejects.toMatchObject(unavailable);
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
};
