import { describe, test } from 'vitest';
import {
  allConnectionsClosed,
  callNames,
  callsOf,
  expectUnavailable,
  longTimeouts,
  shortTimeouts,
  withObject,
} from '../../support/buckets/bucket-calls.ts';
import type { BucketWorld } from '../../support/buckets/bucket-world.ts';
import { bucketServices } from './services.ts';

// Concurrent tests: each has a bucket of its own and mostly waits for retries and timeouts.

describe.concurrent.each(bucketServices)('$name', (service) => {
  const { openWorld, statuses, closesLate, retried } = service;
  const worldWithObject = () => withObject(openWorld);

  describe.each(callNames)('%s', (name) => {
    const call = ({ open }: BucketWorld, options: Parameters<BucketWorld['open']>[0] = {}) =>
      callsOf(open({ timeouts: shortTimeouts, ...options }))[name]();

    test.each(statuses)('throws dependency_unavailable for %i', async (status) => {
      await using world = await worldWithObject();
      world.server.trouble.plan({ kind: 'status', status }, { times: 1_000 });
      await expectUnavailable(call(world));
    });

    test('throws dependency_unavailable for a missing bucket', async () => {
      await using world = await worldWithObject();
      await expectUnavailable(call(world, { bucket: 'nowhere' }));
    });

    test('throws dependency_unavailable when the bucket hangs', async () => {
      await using world = await worldWithObject();
      world.server.trouble.plan({ kind: 'hang' }, { times: 1_000 });
      await expectUnavailable(call(world));
      if (closesLate) await allConnectionsClosed(world);
    });

    test('throws dependency_unavailable when connections are closed', async () => {
      await using world = await worldWithObject();
      world.server.cut();
      await expectUnavailable(call(world));
    });

    test.each([
      ['nothing listens at the address', 'http://127.0.0.1:1'],
      ['the host name is unknown', 'http://nowhere.invalid'],
    ])('throws dependency_unavailable when %s', async (_reason, endpoint) => {
      await using world = await worldWithObject();
      await expectUnavailable(call(world, { endpoint }));
    });

    test('throws dependency_unavailable when TLS fails', async () => {
      await using world = await worldWithObject();
      const endpoint = world.server.url.replace('http:', 'https:');
      await expectUnavailable(call(world, { endpoint }));
    });
  });

  const retriesParts = retried.includes('part');

  describe.each(callNames.filter((name) => retriesParts || name !== 'put a lot'))('%s', (name) => {
    test.each([
      { kind: 'status', status: 429 },
      { kind: 'status', status: 503 },
      { kind: 'cut' },
    ] as const)('is retried after a temporary error: %j', async (fault) => {
      await using world = await worldWithObject();
      world.server.trouble.plan(fault);
      await callsOf(world.open({ timeouts: longTimeouts }))[name]();
    });
  });
});
