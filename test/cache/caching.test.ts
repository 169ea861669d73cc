import { describe, expect, test } from 'vitest';
import { anonymous, minute, noId, operator, type Actor, type Cms } from '../../core/index.ts';
import { alteredEncoded } from '../support/altered.ts';
import {
  cachedWorld,
  client,
  get,
  list,
  listForm,
  sourceOf,
  textOf,
} from '../support/cached-world.ts';
import { rejectsWith, type CoreWorld } from '../support/core-world.ts';
import { listFormOf } from '../support/list-forms.ts';

test('a page in memory keeps its text, and not its items', async () => {
  const { cms, person, write } = await cachedWorld();
  await write(await person('author'));
  const page = await cms.renderedContent.list(anonymous, { client }, listForm);
  const kept = page.kind === 'text' ? page.kept : undefined;
  expect(kept).toBeDefined();
  // A function could keep anything, and cannot be cloned.
  expect(JSON.stringify(structuredClone(kept))).not.toContain('authorId');
});

const reads: readonly (readonly [
  string,
  (cms: Cms, id: string) => Promise<Awaited<ReturnType<typeof list | typeof get>>>,
])[] = [
  ['a list', (cms) => list(cms, anonymous)],
  ['a list of one collection', (cms) => list(cms, anonymous, { collection: 'blog-posts' })],
  [
    'the content of a collection',
    ({ renderedContent }) =>
      textOf(
        renderedContent.listOfCollection(anonymous, { client, collection: 'blog-posts' }, listForm),
      ),
  ],
  ['an item', (cms, id) => get(cms, anonymous, id)],
];
for (const [name, read] of reads) {
  test(`${name} comes from the database, then from memory until it expires`, async () => {
    const { cms, another, clock, person, write } = await cachedWorld();
    const { id } = await write(await person('author'));
    const ttlMs = 5 * minute;
    const first = await read(cms, id);
    expect(first.cache).toEqual({ active: true, hit: false, source: 'database', ttlMs });
    clock.advance(1_000);
    const left = ttlMs - 1_000;
    const hit = { active: true, hit: true, source: 'memory', ttlMs: left };
    expect(await read(cms, id)).toEqual({ ...first, cache: hit });
    expect((await read(another(), id)).cache).toMatchObject({ hit: false, ttlMs });
    clock.advance(left - 1);
    expect((await read(cms, id)).cache).toMatchObject({ source: 'memory', ttlMs: 1 });
    clock.advance(1);
    expect((await read(cms, id)).cache).toMatchObject({ hit: false, ttlMs });
  });
}

test('an entry lives as long as the plugin is configured to', async () => {
  const { cms } = await cachedWorld({ ttlSeconds: 7 });
  expect((await list(cms, anonymous)).cache.ttlMs).toBe(7_000);
});

test('a hit returns everything that a miss returns, including the statement', async () => {
  const world = await cachedWorld();
  let asked = 0;
  const contents = alteredEncoded(world.ports.contents, (intact) => ({
    list: async (query) => {
      asked += 1;
      const page = await intact.list(query);
      return { ...page, trace: { statement: `select ${asked}`, parameters: ['draft', 50] } };
    },
  }));
  const cms = world.another({ ports: { contents } });
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

test('any text is returned unchanged', async () => {
  const { cms } = await cachedWorld();
  for (const text of ['', '\n', '{"a":1}\n\n{"b":2}\n', 'é😀\u2028\0', '\n\n\n']) {
    await cms.plugins.purgeCache(operator);
    for (const source of ['database', 'memory']) {
      const form = listFormOf('any', () => '', { before: text });
      const read = await textOf(cms.renderedContent.list(anonymous, { client }, form));
      expect([read.text, read.cache.source]).toEqual([text, source]);
    }
  }
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

test('an absent item is not cached as absent', async () => {
  const { cms, posts } = await cachedWorld();
  const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
  await rejectsWith('not_found', get(cms, anonymous, id));
  const records = [{ id, collection: posts.name, title: 'T' }];
  await cms.transfer.importContent(operator, { records });
  expect((await get(cms, anonymous, id)).text).toContain(id);
});

describe('everything is read from the database', () => {
  const resets: readonly (readonly [string, (world: CoreWorld) => Promise<unknown>])[] = [
    ['a purge', ({ cms }) => cms.plugins.purgeCache(operator)],
    ['a purge at another instance', ({ another }) => another().plugins.purgeCache(operator)],
    [
      'the plugin was off',
      async ({ cms, write, person }) => {
        await cms.plugins.configure(operator, 'cache', { active: false });
        await write(await person('author'));
        await cms.plugins.configure(operator, 'cache', { active: true });
      },
    ],
    [
      'its settings changed',
      ({ cms }) => cms.plugins.configure(operator, 'cache', { settings: { ttlSeconds: 9 } }),
    ],
  ];
  for (const [name, reset] of resets) {
    test(`after ${name}`, async () => {
      const world = await cachedWorld();
      const { cms, another, person, write } = world;
      const { id } = await write(await person('author'));
      const instances = [cms, another()];
      for (const instance of instances) {
        await list(instance, anonymous);
        await get(instance, anonymous, id);
      }
      await reset(world);
      expect(await sourceOf(list(cms, anonymous))).toBe('database');
      expect(await sourceOf(get(cms, anonymous, id))).toBe('database');
      expect(await sourceOf(list(instances[1]!, anonymous))).toBe('database');
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
