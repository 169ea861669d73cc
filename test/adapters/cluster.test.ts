import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { Channel } from '../../adapters/cluster/channel.ts';
import { ClusterHealthProbe } from '../../adapters/cluster/cluster-health-probe.ts';
import { ClusterKeyValueCache } from '../../adapters/cluster/cluster-key-value-cache.ts';
import { serveKeyValueCache } from '../../adapters/cluster/serve-key-value-cache.ts';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import { hasCode, minute, type KeyValueCache } from '../../core/index.ts';
import { keyValueCacheSuite } from '../conformance/key-value-cache.ts';
import { registerSuite } from '../conformance/suite.ts';
import { manualClock } from '../support/manual-clock.ts';

interface Pipe {
  readonly worker: Channel;
  readonly primary: Channel;
  /** How many messages the worker sent. */
  readonly sent: () => number;
}

/** A pipe between two processes, but for the processes: JSON, in order, and never at once. */
const pipe = (): Pipe => {
  const [toWorker, toPrimary] = [listeners(), listeners()];
  let sent = 0;
  const send =
    (to: Listeners): Channel['send'] =>
    (message) => {
      const text = JSON.stringify(message);
      setImmediate(() => to.forEach((hear) => hear(JSON.parse(text))));
    };
  return {
    worker: {
      send: (message, onFailure) => {
        sent += 1;
        send(toPrimary)(message, onFailure);
      },
      onMessage: (hear) => void toWorker.push(hear),
    },
    primary: { send: send(toWorker), onMessage: (hear) => void toPrimary.push(hear) },
    sent: () => sent,
  };
};

type Listeners = ((message: unknown) => void)[];
const listeners = (): Listeners => [];

const workerOf = (store: KeyValueCache): ClusterKeyValueCache => {
  const { worker, primary } = pipe();
  serveKeyValueCache(store, primary);
  return new ClusterKeyValueCache(worker);
};

/** Each call goes to another of the caches: what holds for one must hold for both together. */
const alternating = (caches: readonly KeyValueCache[]): KeyValueCache => {
  let turn = 0;
  const next = (): KeyValueCache => {
    turn += 1;
    return caches[turn % caches.length]!;
  };
  return {
    get: (key) => next().get(key),
    set: (key, value, ttlMs) => next().set(key, value, ttlMs),
    increment: (key, ttlMs) => next().increment(key, ttlMs),
  };
};

registerSuite(
  keyValueCacheSuite,
  async () => {
    const clock = manualClock();
    const store = new MemoryKeyValueCache(clock);
    const cache = alternating([workerOf(store), workerOf(store)]);
    return { subject: { cache, elapse: async (ms) => clock.advance(ms) } };
  },
  test,
);

const unavailable = expect.objectContaining({ code: 'dependency_unavailable' });

const failingStore: KeyValueCache = {
  get: () => Promise.reject(new Error('secret reason')),
  set: () => Promise.reject(new Error('secret reason')),
  increment: () => Promise.reject(new Error('secret reason')),
};

test('calls that are made together travel together', async () => {
  const { worker, primary, sent } = pipe();
  serveKeyValueCache(new MemoryKeyValueCache(manualClock()), primary);
  const cache = new ClusterKeyValueCache(worker);
  const counts = await Promise.all([1, 2, 3].map(() => cache.increment('n', minute)));
  expect(counts.map(({ count }) => count)).toEqual([1, 2, 3]);
  expect(sent()).toBe(1);
  await cache.get('n');
  expect(sent()).toBe(2);
});

test('a primary that does not answer is away, after a while, for every call', async () => {
  const { worker } = pipe();
  const cache = new ClusterKeyValueCache(worker, { answerLimitMs: 20 });
  await expect(cache.get('key')).rejects.toEqual(unavailable);
  await expect(cache.set('key', 'value', minute)).rejects.toEqual(unavailable);
  await expect(cache.increment('key', minute)).rejects.toEqual(unavailable);
  await expect(new ClusterHealthProbe(cache).ping()).rejects.toEqual(unavailable);
});

test('a primary that is gone is away at once', async () => {
  const gone: Channel = {
    send: (_message, onFailure) => onFailure(new Error('the channel is closed')),
    onMessage: () => undefined,
  };
  const cache = new ClusterKeyValueCache(gone, { answerLimitMs: 10 * minute });
  await expect(cache.get('key')).rejects.toEqual(unavailable);
});

test('a worker that was busy itself does not take the primary for away', async () => {
  const primary = new Worker(
    `const { parentPort } = require('node:worker_threads');
     parentPort.on('message', ({ batch, requests }) => parentPort.postMessage({
       kind: 'cache-replies', batch, replies: requests.map(() => ({ hit: { value: 'there', ttlMs: 1 } })),
     }));`,
    { eval: true },
  );
  await once(primary, 'online');
  const answerLimitMs = 100;
  const cache = new ClusterKeyValueCache(
    {
      send: (message) => {
        primary.postMessage(message);
        // The call has left; now this thread has no time for anything.
        busyFor(3 * answerLimitMs);
      },
      onMessage: (hear) => void primary.on('message', hear),
    },
    { answerLimitMs },
  );
  // From here the event loop comes by its timers before it comes by its messages.
  await new Promise(setImmediate);
  expect((await cache.get('key'))?.value).toBe('there');
  await primary.terminate();
});

const busyFor = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

test('a store that fails is away, call by call, and the reason stays inside', async () => {
  const cache = workerOf(failingStore);
  for (const call of [
    () => cache.get('key'),
    () => cache.set('key', 'value', minute),
    () => cache.increment('key', minute),
  ]) {
    const error: unknown = await call().catch((thrown: unknown) => thrown);
    expect(hasCode(error, 'dependency_unavailable')).toBe(true);
    expect(JSON.stringify(error)).not.toContain('secret reason');
  }
});

test('a reply that comes too late does not answer the next call', async () => {
  const { worker, primary } = pipe();
  const cache = new ClusterKeyValueCache(worker, { answerLimitMs: 20 });
  await expect(cache.get('key')).rejects.toEqual(unavailable);
  primary.send(
    { kind: 'cache-replies', batch: 1, replies: [{ hit: { value: 'late', ttlMs: 1 } }] },
    () => undefined,
  );
  serveKeyValueCache(new MemoryKeyValueCache(manualClock()), primary);
  expect(await cache.get('key')).toBeUndefined();
});

test('a probe is answered while the primary is there', async () => {
  const cache = workerOf(new MemoryKeyValueCache(manualClock()));
  await expect(new ClusterHealthProbe(cache).ping()).resolves.toBeUndefined();
});
