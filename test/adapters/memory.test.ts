import { expect, test } from 'vitest';
import { emptyTables, forkTables } from '../../adapters/memory/memory-tables.ts';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { creationOf } from '../conformance/content/content-changes.ts';
import {
  collectionId,
  sampleCollection,
  sampleContent,
  sampleUser,
} from '../conformance/samples.ts';
import { registerSuite } from '../conformance/suite.ts';
import { MemoryBlobStore } from '../../adapters/memory/memory-blob-store.ts';
import { MemoryHealthProbe } from '../../adapters/memory/memory-health-probe.ts';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import { second } from '../../core/vocabulary.ts';
import { blobStoreSuite } from '../conformance/media/blob-store.ts';
import { keyValueCacheSuite } from '../conformance/key-value-cache.ts';
import { manualClock } from '../support/core/manual-clock.ts';
import { MemoryImageResizer } from '../../adapters/memory/memory-image-resizer.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { listedBytes } from '../support/media/listed-bytes.ts';
import { wholeView } from '../conformance/content/views.ts';
import { bytesOf } from '../support/media/media-world.ts';

test('reads outside of a run do not see its writes before it ends', async () => {
  const store = new MemoryStore();
  const { collections: outside } = store.repositories;
  await store.exclusively('settings', async ({ collections }) => {
    await collections.insert(sampleCollection(1));
    expect(await outside.list()).toEqual([]);
  });
  expect(await outside.list()).toEqual([sampleCollection(1)]);
});

test('the repositories of a finished run neither read nor write', async () => {
  const store = new MemoryStore();
  const { collections } = await store.exclusively('settings', async (inside) => inside);
  await expect(collections.list()).rejects.toThrow('over');
  await expect(collections.insert(sampleCollection(1))).rejects.toThrow('over');
  expect(await store.repositories.collections.list()).toEqual([]);
});

test('a run cannot read after one of its writes was rejected', async () => {
  const store = new MemoryStore();
  await store.repositories.collections.insert(sampleCollection(1));
  const run = store.exclusively('settings', async ({ collections }) => {
    await expect(collections.insert(sampleCollection(1))).rejects.toThrow('id');
    await expect(collections.list()).rejects.toThrow('ended');
    return 'done';
  });
  await expect(run).rejects.toMatchObject({ code: 'id_taken' });
});

test('a new account with a grant for an unknown collection is rejected', async () => {
  const { users } = new MemoryStore().repositories;
  const grants = [{ collectionId: collectionId(1), role: 'editor' }] as const;
  await expect(users.insert(sampleUser(1, { grants }))).rejects.toMatchObject({
    code: 'collection_not_found',
  });
  expect(await users.any()).toBe(false);
});

test('two stores have different snapshots and different tags of equal pages', async () => {
  const stores = [new MemoryStore(), new MemoryStore()];
  const tags = new Set<string | undefined>();
  for (const { repositories } of stores) {
    const { stamp: site } = await repositories.site.load();
    const page = await repositories.contents.list({ limit: 1, offset: 0 }, wholeView, { site });
    tags.add(page.isCurrent ? page.value.tag : undefined);
  }
  expect(tags.size).toBe(2);
  expect(await stores[0]?.snapshot()).not.toBe(await stores[1]?.snapshot());
});

test('a run that is under way tells no snapshot', async () => {
  const store = new MemoryStore();
  await store.exclusively('settings', async ({ collections, contents, site }) => {
    await collections.insert(sampleCollection(1));
    const { stamp } = await site.load();
    const read = await contents.getById(sampleContent(1).id, wholeView, { site: stamp });
    expect(read).toEqual({ isCurrent: true, value: undefined, snapshot: undefined });
  });
});

test('a closed store rejects everything, and needs no migration before', async () => {
  const store = new MemoryStore();
  await store.health.ping();
  expect(await store.pendingMigrations()).toEqual([]);
  expect(await store.migrate()).toEqual([]);
  await store.close();
  const calls = [
    store.health.ping(),
    store.snapshot(),
    store.repositories.collections.list(),
    store.repositories.collections.insert(sampleCollection(1)),
    store.commit([creationOf(sampleContent(1))]),
    store.exclusively('settings', async () => undefined),
    store.consistently(async () => undefined),
  ];
  for (const call of calls) await expect(call).rejects.toThrow('closed');
});

registerSuite(
  keyValueCacheSuite,
  async () => {
    const clock = manualClock();
    const cache = new MemoryKeyValueCache(clock);
    return { subject: { cache, elapse: async (ms) => clock.advance(ms) } };
  },
  test,
);

registerSuite(
  blobStoreSuite,
  async () => {
    const store = new MemoryBlobStore();
    return { subject: { store, usage: () => listedBytes(store) } };
  },
  test,
);

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

test('no image can be resized', async () => {
  const resizer = new MemoryImageResizer();
  expect(await resizer.isAvailable()).toBe(false);
  await rejectsWith('dependency_unavailable', bytesOf(resizer.resize()));
});

test('a fork shares no table with the original', () => {
  const tables = emptyTables('store');
  const shared = Object.entries(forkTables(tables)).filter(
    ([name, table]) => typeof table === 'object' && table === Reflect.get(tables, name),
  );
  expect(shared).toEqual([]);
});
