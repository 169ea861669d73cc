import { expect, test } from 'vitest';
import { anonymous, minute, noId, operator, type Cms } from '../../core/index.ts';
import { cachedWorld, get, list } from '../support/cached-world.ts';
import { coreWorld, rejectsWith } from '../support/core-world.ts';

const statistics = (cms: Cms) => cms.plugins.getCacheStatistics(operator);

test('hits and misses are counted, for each instance', async () => {
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
  const counted = { since: since + minute, hits: 0, misses: 2, hitRate: 0 };
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

test('the memory is what the text and everything else that is kept takes', async () => {
  const { cms } = await cachedWorld();
  await list(cms, anonymous, { limit: 1 });
  const before = (await statistics(cms)).memory;
  const { text } = await list(cms, anonymous);
  const { entries, bytes } = (await statistics(cms)).memory;
  expect(entries).toBe(before.entries + 1);
  expect(bytes).toBeGreaterThan(before.bytes + Buffer.byteLength(text));
  await cms.plugins.purgeCache(operator);
  expect((await statistics(cms)).memory).toEqual({ entries: 0, bytes: 0 });
});

test('only administrators see the statistics', async () => {
  const { cms, person } = await cachedWorld();
  await rejectsWith('not_authenticated', cms.plugins.getCacheStatistics(anonymous));
  for (const role of ['viewer', 'author', 'editor'] as const) {
    await rejectsWith('forbidden', cms.plugins.getCacheStatistics(await person(role)));
  }
});
