import { expect, test } from 'vitest';
import { MemoryBlobStore } from '../../adapters/memory/memory-blob-store.ts';
import { MemoryEventPublisher } from '../../adapters/memory/memory-event-publisher.ts';
import { MemoryHealthProbe } from '../../adapters/memory/memory-health-probe.ts';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import { second, type DomainEvent } from '../../core/index.ts';
import { blobStoreSuite } from '../conformance/blob-store.ts';
import { keyValueCacheSuite } from '../conformance/key-value-cache.ts';
import { registerSuite } from '../conformance/suite.ts';
import { manualClock } from '../support/manual-clock.ts';

registerSuite(
  keyValueCacheSuite,
  async () => {
    const clock = manualClock();
    const cache = new MemoryKeyValueCache(clock);
    return { subject: { cache, elapse: async (ms) => clock.advance(ms) } };
  },
  test,
);

registerSuite(blobStoreSuite, async () => ({ subject: { store: new MemoryBlobStore() } }), test);

const keysLeft = async (cache: MemoryKeyValueCache, keys: readonly string[]) => {
  const hits = await Promise.all(keys.map((key) => cache.get(key)));
  return keys.filter((_, index) => hits[index] !== undefined);
};

test('a full cache forgets the entry that was not used for longest', async () => {
  const cache = new MemoryKeyValueCache(manualClock(), { entries: 3 });
  for (const key of ['a', 'b', 'c']) await cache.set(key, key, second);
  await cache.get('a');
  await cache.set('d', 'd', second);
  expect(await keysLeft(cache, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd']);
});

test('writing an entry again counts as a use', async () => {
  const cache = new MemoryKeyValueCache(manualClock(), { entries: 2 });
  for (const key of ['a', 'b', 'a', 'c']) await cache.set(key, key, second);
  expect(await keysLeft(cache, ['a', 'b', 'c'])).toEqual(['a', 'c']);
});

test('a cache stays within its bytes', async () => {
  const cache = new MemoryKeyValueCache(manualClock(), { bytes: 2 * 100 });
  for (const key of ['a', 'b', 'c']) await cache.set(key, 'x'.repeat(39), second);
  expect(await keysLeft(cache, ['a', 'b', 'c'])).toEqual(['b', 'c']);
  await cache.set('b', '', second);
  await cache.set('c', '', second);
  await cache.set('d', 'x'.repeat(97), second);
  expect(await keysLeft(cache, ['b', 'c', 'd'])).toEqual(['b', 'c', 'd']);
});

test('a value larger than the whole cache is not kept, nor is the one before it', async () => {
  const cache = new MemoryKeyValueCache(manualClock(), { bytes: 2 * 100 });
  await cache.set('other', 'small', second);
  await cache.set('key', 'old', second);
  await cache.set('key', 'x'.repeat(100), second);
  expect(await keysLeft(cache, ['other', 'key'])).toEqual(['other']);
});

test('a rush of entries does not reset a running window', async () => {
  const cache = new MemoryKeyValueCache(manualClock(), { entries: 5 });
  await cache.increment('window', second);
  for (let n = 0; n < 100; n += 1) await cache.set(`entry ${n}`, 'value', second);
  expect((await cache.increment('window', second)).count).toBe(2);
});

test('windows alone stay within the bounds, too', async () => {
  const cache = new MemoryKeyValueCache(manualClock(), { entries: 5 });
  for (let n = 0; n < 10; n += 1) await cache.increment(`window ${n}`, second);
  expect((await cache.increment('window 9', second)).count).toBe(2);
  expect((await cache.increment('window 0', second)).count).toBe(1);
});

test('what is over makes room before anything that is not', async () => {
  const clock = manualClock();
  const cache = new MemoryKeyValueCache(clock, { entries: 4 });
  await cache.set('long', 'value', 10 * second);
  await cache.set('short', 'value', second);
  await cache.increment('long window', 10 * second);
  await cache.increment('short window', second);
  clock.advance(2 * second);
  await cache.set('new', 'value', second);
  await cache.set('newer', 'value', second);
  expect(await keysLeft(cache, ['long', 'new', 'newer'])).toEqual(['long', 'new', 'newer']);
  expect((await cache.increment('long window', second)).count).toBe(2);
});

const event = { type: 'content.deleted', item: {} } as DomainEvent;

test('every listener hears an event until it unsubscribes', async () => {
  const publisher = new MemoryEventPublisher();
  const heard: string[] = [];
  const unsubscribe = publisher.subscribe(({ type }) => void heard.push(`first ${type}`));
  publisher.subscribe(async ({ type }) => void heard.push(`second ${type}`));
  await publisher.publish(event);
  unsubscribe();
  await publisher.publish(event);
  expect(heard).toEqual([
    'first content.deleted',
    'second content.deleted',
    'second content.deleted',
  ]);
});

test('a listener that fails keeps no other from hearing, and publish tells', async () => {
  const publisher = new MemoryEventPublisher();
  const broken = new Error('broken');
  let heard = 0;
  publisher.subscribe(() => {
    throw broken;
  });
  publisher.subscribe(() => {
    heard += 1;
  });
  await expect(publisher.publish(event)).rejects.toMatchObject({ errors: [broken] });
  expect(heard).toBe(1);
});

test('what lives in the process always answers a probe', async () => {
  await expect(new MemoryHealthProbe().ping()).resolves.toBeUndefined();
});
