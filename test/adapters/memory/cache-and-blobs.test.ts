import { expect, test } from 'vitest';
import { MemoryBlobStore } from '../../../adapters/memory/memory-blob-store.ts';
import { MemoryHealthProbe } from '../../../adapters/memory/memory-health-probe.ts';
import { MemoryKeyValueCache } from '../../../adapters/memory/memory-key-value-cache.ts';
import { second } from '../../../core/index.ts';
import { blobStoreSuite } from '../../conformance/blob-store.ts';
import { keyValueCacheSuite } from '../../conformance/key-value-cache.ts';
import { registerSuite } from '../../conformance/suite.ts';
import { manualClock } from '../../support/core/manual-clock.ts';

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

const remainingKeys = async (cache: MemoryKeyValueCache, keys: readonly string[]) => {
  const hits = await Promise.all(keys.map((key) => cache.get(key)));
  return keys.filter((_, index) => hits[index] !== undefined);
};

test('a full cache evicts the least recently used entry', async () => {
  const cache = new MemoryKeyValueCache(manualClock(), { entries: 3 });
  for (const key of ['a', 'b', 'c']) await cache.set(key, key, second);
  await cache.get('a');
  await cache.set('d', 'd', second);
  expect(await remainingKeys(cache, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd']);
});

test('writing an entry counts as a use', async () => {
  const cache = new MemoryKeyValueCache(manualClock(), { entries: 2 });
  for (const key of ['a', 'b', 'a', 'c']) await cache.set(key, key, second);
  expect(await remainingKeys(cache, ['a', 'b', 'c'])).toEqual(['a', 'c']);
});

test('a cache does not exceed its size limit', async () => {
  const cache = new MemoryKeyValueCache(manualClock(), { bytes: 2 * 100 });
  for (const key of ['a', 'b', 'c']) await cache.set(key, 'x'.repeat(39), second);
  expect(await remainingKeys(cache, ['a', 'b', 'c'])).toEqual(['b', 'c']);
  await cache.set('b', '', second);
  await cache.set('c', '', second);
  await cache.set('d', 'x'.repeat(97), second);
  expect(await remainingKeys(cache, ['b', 'c', 'd'])).toEqual(['b', 'c', 'd']);
});

test('a value larger than the cache is not stored, and removes the previous one', async () => {
  const cache = new MemoryKeyValueCache(manualClock(), { bytes: 2 * 100 });
  await cache.set('other', 'small', second);
  await cache.set('key', 'old', second);
  await cache.set('key', 'x'.repeat(100), second);
  expect(await remainingKeys(cache, ['other', 'key'])).toEqual(['other']);
});

test('entries do not evict windows', async () => {
  const cache = new MemoryKeyValueCache(manualClock(), { entries: 5 });
  await cache.increment('window', second);
  for (let n = 0; n < 100; n += 1) await cache.set(`entry ${n}`, 'value', second);
  expect((await cache.increment('window', second)).count).toBe(2);
});

test('windows do not exceed the size limit, either', async () => {
  const cache = new MemoryKeyValueCache(manualClock(), { entries: 5 });
  for (let n = 0; n < 10; n += 1) await cache.increment(`window ${n}`, second);
  expect((await cache.increment('window 9', second)).count).toBe(2);
  expect((await cache.increment('window 0', second)).count).toBe(1);
});

test('expired entries and windows are evicted first', async () => {
  const clock = manualClock();
  const cache = new MemoryKeyValueCache(clock, { entries: 4 });
  await cache.set('long', 'value', 10 * second);
  await cache.set('short', 'value', second);
  await cache.increment('long window', 10 * second);
  await cache.increment('short window', second);
  clock.advance(2 * second);
  await cache.set('new', 'value', second);
  await cache.set('newer', 'value', second);
  expect(await remainingKeys(cache, ['long', 'new', 'newer'])).toEqual(['long', 'new', 'newer']);
  expect((await cache.increment('long window', second)).count).toBe(2);
});

test('the health probe of memory adapters succeeds', async () => {
  await expect(new MemoryHealthProbe().ping()).resolves.toBeUndefined();
});
