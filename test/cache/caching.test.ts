import { describe, expect, test } from 'vitest';
import { anonymous, operator, type Actor, type Cms } from '../../core/index.ts';
import { minute, noId } from '../../core/vocabulary.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import {
  cachedWorld,
  client,
  get,
  list,
  sharedWorld,
  sourceOf,
  textOf,
} from '../support/cache/cached-world.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';

const reads: readonly (readonly [string, (cms: Cms) => ReturnType<typeof list>])[] = [
  ['a list', (cms) => list(cms, anonymous)],
  ['a list of one collection', (cms) => list(cms, anonymous, { collection: 'blog-posts' })],
  [
    'the content of a collection',
    ({ content }) =>
      textOf(
        content.readPage(anonymous, {
          of: { list: { collection: 'blog-posts', mustExist: true } },
          client,
        }),
      ),
  ],
];

for (const [name, read] of reads) {
  test(`${name} comes from the database, then from memory until it expires`, async () => {
    const { cms, another, clock, person, write } = await sharedWorld();
    await write(await person('author'));
    const ttlMs = 5 * minute;
    const first = await read(cms);
    expect(first.cache).toEqual({ active: true, hit: false, source: 'database', ttlMs });
    clock.advance(1_000);
    const left = ttlMs - 1_000;
    const hit = { active: true, hit: true, source: 'memory', ttlMs: left };
    expect(await read(cms)).toEqual({ ...first, cache: hit });
    // Another instance has it from the store that they share, and then in its own memory.
    const other = another();
    expect(await read(other)).toEqual({ ...first, cache: { ...hit, source: 'kv' } });
    expect(await read(other)).toEqual({ ...first, cache: hit });
    clock.advance(left - 1);
    expect((await read(cms)).cache).toMatchObject({ source: 'memory', ttlMs: 1 });
    clock.advance(1);
    for (const instance of [cms, other]) {
      expect((await read(instance)).cache).toMatchObject({ hit: instance !== cms, ttlMs });
    }
  });
}

test('the plugin is on in a new service', async () => {
  const { cms } = await coreWorld();
  await list(cms, anonymous);
  expect((await list(cms, anonymous)).cache).toMatchObject({ active: true, source: 'memory' });
});

test('an item is always read', async () => {
  const { cms, person, write } = await cachedWorld();
  const { id } = await write(await person('author'));
  for (let n = 0; n < 2; n += 1) {
    const cache = { active: true, hit: false, source: 'database', ttlMs: 0 };
    expect((await get(cms, anonymous, id)).cache).toEqual(cache);
  }
});

test('an entry lives as long as the plugin is configured to', async () => {
  const { cms } = await cachedWorld({ ttlSeconds: 7 });
  expect((await list(cms, anonymous)).cache.ttlMs).toBe(7_000);
});

test('a hit returns everything that a miss returns, including the statement', async () => {
  const world = await cachedWorld();
  let asked = 0;
  const store = alteredStore(world.ports.store, ({ contents }) => ({
    contents: altered(contents, {
      list: async (...query) => {
        asked += 1;
        const trace = { statement: `select ${asked}`, parameters: ['draft', 50] };
        const read = await contents.list(...query);
        return read.isCurrent ? { ...read, value: { ...read.value, trace } } : read;
      },
    }),
  }));
  const cms = world.another({ ports: { store } });
  await world.write(await world.person('author'));
  const query = { status: 'draft', collection: 'blog-posts', limit: 7, offset: 0 } as const;
  const { cache: _, ...miss } = await list(cms, anonymous, query);
  const { cache: __, ...hit } = await list(cms, anonymous, query);
  expect(hit).toEqual(miss);
  expect(hit).toMatchObject({
    count: 1,
    limit: 7,
    offset: 0,
    trace: { statement: 'select 1', parameters: ['draft', 50] },
  });
  expect(hit.conditions).toHaveLength(2);
});

test('different requests share no entry, and equivalent requests share one', async () => {
  const { cms } = await cachedWorld();
  const queries = [
    {},
    { limit: 49 },
    { offset: 50 },
    { limit: 5, offset: 0 },
    { limit: 50, offset: 5 },
    { status: 'draft' },
    { status: 'published' },
    { collection: 'pages' },
    { collection: 'blog-posts' },
    { collection: 'pages', status: 'draft' },
  ] as const;
  for (const query of queries) expect(await sourceOf(list(cms, anonymous, query))).toBe('database');
  for (const query of queries) expect(await sourceOf(list(cms, anonymous, query))).toBe('memory');
  expect(await sourceOf(list(cms, anonymous, { limit: 50, offset: 0 }))).toBe('memory');
  expect(await sourceOf(list(cms, anonymous, { limit: 1_000 }))).toBe('database');
  expect(await sourceOf(list(cms, anonymous, { limit: 9_999 }))).toBe('memory');
});

describe('everything is read from the database', () => {
  const resets: readonly (readonly [string, (world: CoreWorld) => Promise<unknown>])[] = [
    ['a purge', ({ cms }) => cms.plugins.purgeCache(operator)],
    ['a purge at another instance', ({ another }) => another().plugins.purgeCache(operator)],
  ];
  for (const [name, reset] of resets) {
    test(`after ${name}`, async () => {
      const world = await sharedWorld();
      const instances = [world.cms, world.another()];
      for (const instance of instances) await list(instance, anonymous);
      await reset(world);
      expect(await sourceOf(list(instances[0]!, anonymous))).toBe('database');
      expect(await sourceOf(list(instances[1]!, anonymous))).toBe('kv');
      for (const instance of instances) {
        expect(await sourceOf(list(instance, anonymous))).toBe('memory');
      }
    });
  }

  test('only administrators purge', async () => {
    const { cms, person } = await cachedWorld();
    await list(cms, anonymous);
    const token: Actor = { kind: 'token', tokenId: noId, scope: 'all' };
    await rejectsWith('not_authenticated', cms.plugins.purgeCache(anonymous));
    await rejectsWith('token_read_only', cms.plugins.purgeCache(token));
    await rejectsWith('forbidden', cms.plugins.purgeCache(await person('editor')));
    expect(await sourceOf(list(cms, anonymous))).toBe('memory');
    await cms.plugins.purgeCache(await person('admin'));
  });
});

describe('a read that started before', () => {
  const slowReads = [
    ['of a list', (cms: Cms) => list(cms, anonymous)],
    ['of an item', (cms: Cms, id: string) => get(cms, anonymous, id)],
  ] as const;
  for (const [name, read] of slowReads) {
    test(`${name} leaves no stale entry behind`, async () => {
      const { cms, another, ports, person, write } = await cachedWorld();
      const { id } = await write(await person('author'), { title: 'Old' });
      const { promise: gate, resolve: open } = Promise.withResolvers<void>();
      const late = async <T>(result: Promise<T>): Promise<T> => {
        const found = await result;
        await gate;
        return found;
      };
      const store = alteredStore(ports.store, ({ contents }) => ({
        contents: altered(contents, {
          list: (...query) => late(contents.list(...query)),
          getById: (...wanted) => late(contents.getById(...wanted)),
        }),
      }));
      const slow = another({ ports: { store } });
      const stale = read(slow, id);
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      await cms.content.update(operator, id, { title: 'New' });
      open();
      expect((await stale).text).toContain('Old');
      for (const instance of [slow, cms, another()]) {
        expect((await read(instance, id)).text).toContain('New');
      }
    });
  }
});

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
