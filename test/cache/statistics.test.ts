import { expect, test } from 'vitest';
import { anonymous, minute, noId, operator, type Cms } from '../../core/index.ts';
import { cachedWorld, get, list, sharedWorld } from '../support/cache/cached-world.ts';
import { rejectsWith } from '../support/core/core-world.ts';

const statistics = (cms: Cms) => cms.plugins.getCacheStatistics(operator);

test('hits and misses are counted, for each instance', async () => {
  const { cms, another, clock } = await sharedWorld();
  const since = clock.now();
  expect(await statistics(cms)).toMatchObject({ hits: 0, misses: 0, hitRate: undefined });
  await list(cms, anonymous);
  expect(await statistics(cms)).toMatchObject({ hits: 0, misses: 1, hitRate: 0 });
  for (let n = 0; n < 3; n += 1) await list(cms, anonymous);
  expect(await statistics(cms)).toMatchObject({ hits: 3, misses: 1, hitRate: 0.75 });
  clock.advance(minute);
  const other = another();
  await list(other, anonymous, { limit: 1 });
  await list(other, anonymous);
  const counted = { since: since + minute, hits: 1, misses: 1, hitRate: 0.5 };
  expect(await statistics(other)).toMatchObject(counted);
  // Each process counts for itself.
  expect(await statistics(cms)).toMatchObject({ since, hits: 3, misses: 1 });
});

test('reads while the plugin is off, and reads that fail, do not count', async () => {
  const { cms } = await cachedWorld();
  await cms.plugins.configure(operator, 'cache', { active: false });
  await list(cms, anonymous);
  await cms.plugins.configure(operator, 'cache', { active: true });
  await rejectsWith('not_found', get(cms, anonymous, noId));
  expect(await statistics(cms)).toMatchObject({ hits: 0, misses: 0 });
  await list(cms, anonymous);
  await cms.plugins.configure(operator, 'cache', { active: false });
  await list(cms, anonymous);
  expect(await statistics(cms)).toMatchObject({ hits: 0, misses: 1 });
});

test('the memory is what the pages take, until they are needed no more', async () => {
  const { cms, clock, person, write } = await cachedWorld();
  expect((await statistics(cms)).memory).toEqual({ entries: 0, bytes: 0 });
  const data = { text: 'é'.repeat(1_000) };
  await write(await person('author'), { data });
  await list(cms, anonymous);
  const { entries, bytes } = (await statistics(cms)).memory;
  expect(entries).toBe(1);
  expect(bytes).toBeGreaterThan(2_000);
  clock.advance(5 * minute);
  await list(cms, anonymous);
  expect((await statistics(cms)).memory).toEqual({ entries, bytes });
});

test('only administrators read the statistics', async () => {
  const { cms, person } = await cachedWorld();
  const { getCacheStatistics } = cms.plugins;
  await rejectsWith('not_authenticated', getCacheStatistics(anonymous));
  await rejectsWith('forbidden', getCacheStatistics(await person('editor')));
  const token = { kind: 'token', tokenId: noId, scope: 'all' } as const;
  await rejectsWith('token_read_only', getCacheStatistics(token));
  expect(await getCacheStatistics(await person('admin'))).toMatchObject({ hits: 0 });
});
