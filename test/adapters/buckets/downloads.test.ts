import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { collect, sampleBytes } from '../../conformance/bytes.ts';
import {
  allConnectionsClosed,
  get,
  put,
  unavailable,
  withObject,
} from '../../support/buckets/bucket-calls.ts';
import { bucketServices } from './services.ts';

// Concurrent tests: each has a bucket of its own and mostly waits for retries.

const size = 3_000_000;
const range = { start: 1_000, end: 2_000_999 };

describe.each(bucketServices)('$name', ({ openWorld, retried }) => {
  const worldWithObject = () => withObject(openWorld, sampleBytes(size));
  const step = 'get';
  const times = retried.includes(step) ? 100 : 1;

  describe.concurrent.each([
    { name: 'the whole object', within: undefined },
    { name: 'a range', within: range },
  ])('a reader of $name', ({ within }) => {
    test.each(['truncate', 'shorten'] as const)(
      'gets an error when the bucket sends too few bytes (%s)',
      async (kind) => {
        await using world = await worldWithObject();
        world.server.trouble.plan({ kind, bytes: 500_000 }, { step });
        await expect(collect(await get(world, within))).rejects.toMatchObject(unavailable);
      },
    );

    test.each([401, 403, 500, 503])(
      'gets an error when the bucket responds with %i',
      async (status) => {
        await using world = await worldWithObject();
        world.server.trouble.plan({ kind: 'status', status }, { step, times });
        await expect(collect(await get(world, within))).rejects.toMatchObject(unavailable);
      },
    );

    test('closes the connection when it leaves', async () => {
      await using world = await worldWithObject();
      for await (const chunk of await get(world, within)) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
      await allConnectionsClosed(world);
    });

    test('does not close other connections when it leaves', async () => {
      await using world = await worldWithObject();
      await put(world, 20_000_000, 'other');
      let read = 0;
      for await (const chunk of (await world.store.get('other')) ?? []) {
        if (read === 0) {
          for await (const _ of await get(world, within)) break;
        }
        read += chunk.length;
      }
      expect(read).toBe(20_000_000);
    });
  });

  test.concurrent('a changed byte is detected', async () => {
    await using world = await worldWithObject();
    world.server.trouble.plan({ kind: 'corrupt' }, { step });
    await expect(collect(await get(world))).rejects.toMatchObject(unavailable);
  });

  test('a download causes no warnings of Node', async () => {
    await using world = await worldWithObject();
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    await collect(await get(world));
    await pause(0);
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});
