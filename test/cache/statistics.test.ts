import { expect, test } from 'vitest';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import { anonymous, minute, noId, operator, type Cms } from '../../core/index.ts';
import { cachedWorld, evictingCache, get, list } from '../support/cached-world.ts';
import { coreWorld, rejectsWith } from '../support/core-world.ts';
import { faults } from '../support/faults.ts';

const statistics = (cms: Cms) => cms.plugins.getCacheStatistics(operator);

test('hits and misses are counted, whichever cache answers', async () => {
  const { cms, another, clock, person, write } = await cachedWorld();
  const since = clock.now();
  const { id } = await write(await person('author'));
  expect(await statistics(cms)).toMatchObject({ hits: 0, misses: 0, hitRate: undefined });
  await list(cms, anonymous);
  expect(await statistics(cms)).toMatchObject({ hits: 0, misses: 1, hitRate: 0 });
  for (let n = 0; n < 3; n += 1) await list(cms, anonymous);
  expect(await statistics(cms)).toMatchObject({ hits: 3, misses: 1, hitRate: 0.75 });
  clock.advance(minute);
  const other = another();
  await list(other, anonymous);
  await get(other, anonymous, id);
  const counted = { since: since + minute, hits: 1, misses: 1, hitRate: 0.5 };
  expect(await statistics(other)).toMatchObject(counted);
  // Each process counts for itself.
  expect(await statistics(cms)).toMatchObject({ since, hits: 3, misses: 1 });
});

test('reads while the plugin is off, and reads that fail, do not count', async () => {
  const { cms } = await coreWorld();
  await list(cms, anonymous);
  await cms.plugins.configure(operator, 'cache', { active: true });
  await rejectsWith('not_found', get(cms, anonymous, noId));
  expect(await statistics(cms)).toMatchObject({ hits: 0, misses: 0 });
  await list(cms, anonymous);
  await cms.plugins.configure(operator, 'cache', { active: false });
  await list(cms, anonymous);
  expect(await statistics(cms)).toMatchObject({ hits: 0, misses: 1 });
});

test('while the shared cache is unreachable, every read is a miss', async () => {
  const { another, ports } = await cachedWorld();
  const trouble = faults({ nth: 1, kind: 'rejected', isLasting: true });
  const cms = another({ ports: { sharedCache: trouble.on(ports.sharedCache) } });
  for (let n = 0; n < 2; n += 1) await list(cms, anonymous);
  expect(await statistics(cms)).toMatchObject({ hits: 0, misses: 2 });
});

test('the memory is that of the process cache, if that knows it', async () => {
  const { another, clock } = await cachedWorld();
  const processCache = new MemoryKeyValueCache(clock);
  const cms = another({ ports: { processCache } });
  expect((await statistics(cms)).memory).toEqual({ entries: 0, bytes: 0 });
  await list(cms, anonymous);
  const { memory } = await statistics(cms);
  expect(memory).toEqual(processCache.usage);
  expect(memory?.entries).toBe(1);
  const unknown = another({ ports: { processCache: evictingCache } });
  expect((await statistics(unknown)).memory).toBeUndefined();
});

test('only administrators see the statistics', async () => {
  const { cms, person } = await cachedWorld();
  await rejectsWith('not_authenticated', cms.plugins.getCacheStatistics(anonymous));
  for (const role of ['viewer', 'author', 'editor'] as const) {
    await rejectsWith('forbidden', cms.plugins.getCacheStatistics(await person(role)));
  }
});
