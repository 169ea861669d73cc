import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { collect, sampleBytes } from '../../conformance/bytes.ts';
import {
  allConnectionsClosed,
  callNames,
  callsOf,
  expectUnavailable,
  get,
  mebibyte,
  nothingStored,
  partsReceived,
  put,
  shortTimeouts,
  smallSize,
  unavailable,
  withObject,
} from '../../support/buckets/bucket-calls.ts';
import { largeSize, madeBody } from '../../support/buckets/made-body.ts';
import { manualTime } from '../../support/buckets/manual-time.ts';
import { bucketServices } from './services.ts';

// One after the other, because they stop the time of the process: a slow machine causes no timeout, and no test waits.

const type = 'image/png';
/** The timeout of a request that transfers bytes: the default. */
const transferMs = 60_000;

describe.each(bucketServices)('$name', (service) => {
  const { openWorld, creatingLarge, closesLate, readAhead } = service;

  describe('a bucket that hangs', () => {
    test.each([
      ...(closesLate ? [{ size: smallSize, step: 'put', after: 0 } as const] : []),
      { size: largeSize, step: 'start', after: 0 },
      { size: largeSize, step: 'part', after: 0 },
      { size: largeSize, ...creatingLarge },
    ] as const)(
      'times out, and its connections are closed: $step after $after',
      async ({ size, ...request }) => {
        using time = manualTime();
        await using world = await openWorld();
        const meanwhile = () => time.pass(transferMs);
        world.server.trouble.plan({ kind: 'hang', meanwhile }, { ...request, times: 100 });
        await expect(put(world, size)).rejects.toMatchObject(unavailable);
        await allConnectionsClosed(world);
        nothingStored(world);
      },
    );

    test('does not make the adapter read ahead', async () => {
      using time = manualTime();
      await using world = await openWorld();
      let read = 0;
      const body = async function* (): AsyncGenerator<Uint8Array> {
        for await (const chunk of madeBody(200 * mebibyte)) {
          read += chunk.length;
          yield chunk;
        }
      };
      const meanwhile = () => time.pass(transferMs);
      world.server.trouble.plan({ kind: 'hang', meanwhile }, { step: 'part', times: 100 });
      await expect(world.store.put('key', body(), type)).rejects.toMatchObject(unavailable);
      expect(read).toBeLessThan(readAhead);
    });
  });

  test('the timeout does not include waiting for the sender', async () => {
    using time = manualTime();
    await using world = await openWorld();
    const body = async function* (): AsyncGenerator<Uint8Array> {
      for (const parts of [1, 2]) {
        yield* madeBody(9 * mebibyte);
        await partsReceived(world, parts);
        await time.pass(10 * transferMs);
      }
    };
    expect(await world.store.put('key', body(), type)).toEqual({ size: 18 * mebibyte });
  });

  test('the timeout is one of each part, not of the whole upload', async () => {
    using time = manualTime();
    await using world = await openWorld();
    const until = () => time.pass(0.9 * transferMs);
    world.server.trouble.plan({ kind: 'late', until }, { step: 'part', times: 100 });
    expect(await put(world, largeSize)).toEqual({ size: largeSize });
  });

  describe.each([
    { name: 'the whole object', within: undefined, size: 3_000_000 },
    { name: 'a range', within: { start: 1_000, end: 2_000_999 }, size: 2_000_000 },
  ])('a reader of $name', ({ within, size }) => {
    const worldWithObject = () => withObject(openWorld, sampleBytes(3_000_000));

    test('gets an error when no more bytes arrive, and the connection is closed', async () => {
      using time = manualTime();
      await using world = await worldWithObject();
      world.server.trouble.plan({ kind: 'stall', bytes: 500_000 }, { step: 'get' });
      const chunks = (await get(world, within))[Symbol.asyncIterator]();
      for (let read = 0; read < 500_000;) read += (await chunks.next()).value?.length ?? 0;
      await Promise.all([
        expect(chunks.next()).rejects.toMatchObject(unavailable),
        nextTurn().then(() => time.pass(transferMs)),
      ]);
      await allConnectionsClosed(world);
    });

    test('gets an error when the bucket responds too late, and the connection is closed', async () => {
      using time = manualTime();
      await using world = await worldWithObject();
      const until = () => time.pass(transferMs);
      world.server.trouble.plan({ kind: 'late', until }, { step: 'get' });
      await expect(collect(await get(world, within))).rejects.toMatchObject(unavailable);
      await allConnectionsClosed(world);
    });

    test('can pause for longer than the timeout', async () => {
      using time = manualTime();
      await using world = await worldWithObject();
      let read = 0;
      for await (const chunk of await get(world, within)) {
        if (read === 0) await time.pass(10 * transferMs);
        read += chunk.length;
      }
      expect(read).toBe(size);
    });
  });

  test.each(callNames)('%s ends within its timeouts, however often it is retried', async (name) => {
    using time = manualTime();
    await using world = await withObject(openWorld);
    world.server.trouble.plan({ kind: 'status', status: 503 }, { times: 1_000 });
    let isOver = false;
    const call = expectUnavailable(
      callsOf(world.open({ timeouts: shortTimeouts }))[name](),
    ).finally(() => (isOver = true));
    let passed = 0;
    for (; !isOver; passed += 20) {
      await time.pass(20);
      await nextTurn();
    }
    await call;
    expect(passed).toBeLessThan(3_000);
  });
});
