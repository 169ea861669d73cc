import { expect, test } from 'vitest';
import { anonymous, fixedWindowLimiter, operator, type Actor, type Cms } from '../../core/index.ts';
import { minute, noId } from '../../core/vocabulary.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { cachedWorld } from '../support/cache/cached-world.ts';

const titles = async (
  { cms }: CoreWorld,
  actor: Actor,
  query: object = {},
): Promise<readonly string[]> => {
  const { value: listing } = await cms.content.readPage(actor, {
    of: { list: query },
    client: '::1',
  });
  if (listing.kind !== 'items') throw new Error('The page is large');
  return listing.items.map(({ title }) => title);
};

test('lists are newest first and pages never overlap', async () => {
  const world = await coreWorld();
  const author = await world.person('author');
  for (let n = 1; n <= 7; n += 1) {
    await world.write(author, { title: `T${n}` });
    if (n % 2 === 0) world.clock.advance(10);
  }
  expect(await titles(world, anonymous)).toEqual(['T7', 'T6', 'T5', 'T4', 'T3', 'T2', 'T1']);
  const walked = [];
  for (const offset of [0, 3, 6])
    walked.push(...(await titles(world, anonymous, { limit: 3, offset })));
  expect(walked).toEqual(['T7', 'T6', 'T5', 'T4', 'T3', 'T2', 'T1']);
});

test('limits over 1000 are reduced to 1000; an invalid page is rejected', async () => {
  const { cms } = await coreWorld();
  const list = async (page: object) =>
    (await cms.content.readPage(anonymous, { of: { list: page }, client: '::1' })).value;
  expect(await list({})).toMatchObject({ limit: 50, offset: 0 });
  expect(await list({ limit: 5_000 })).toMatchObject({ limit: 1_000 });
  expect(await list({ offset: 2 ** 31 - 1 })).toMatchObject({ offset: 2 ** 31 - 1 });
  for (const page of [
    { limit: 0 },
    { limit: -1 },
    { limit: 1.5 },
    { offset: -1 },
    { offset: 2 ** 31 },
    { limit: NaN },
  ]) {
    await rejectsWith('invalid_input', list(page));
  }
});

test('the requested conditions are reported, and no others', async () => {
  const { cms, posts } = await coreWorld();
  const list = async (query: object) =>
    (await cms.content.readPage(anonymous, { of: { list: query }, client: '::1' })).value;
  expect((await list({})).conditions).toEqual([]);
  expect((await list({ status: 'draft', collection: 'blog-posts' })).conditions).toEqual([
    { field: 'status', operator: 'equals', value: 'draft' },
    { field: 'collectionId', operator: 'equals', value: posts.id },
  ]);
});

test('an unknown or inactive collection has an empty list, and is not found by its own path', async () => {
  const world = await coreWorld();
  const admin = await world.person('admin');
  await world.write(admin);
  await world.cms.collections.update(admin, 'blog-posts', { isActive: false });
  for (const collection of ['blog-posts', 'nothing', '']) {
    for (const actor of [anonymous, admin]) {
      expect(await titles(world, actor, { collection })).toEqual([]);
      const byPath = world.cms.content.readPage(actor, {
        of: { list: { collection, mustExist: true } },
        client: '::1',
      });
      await rejectsWith('not_found', byPath);
    }
  }
});

test('while only published content is public, anonymous callers and tokens see nothing else on any path', async () => {
  const world = await coreWorld();
  const { cms, person, write } = world;
  const admin = await person('admin');
  const items = {
    draft: await write(admin, { title: 'draft' }),
    published: await write(admin, { title: 'published', status: 'published' }),
    archived: await write(admin, { title: 'archived', status: 'archived' }),
  };
  await cms.settings.update(admin, { publicContent: 'published' });
  const token: Actor = { kind: 'token', tokenId: 't', scope: 'all' };
  for (const actor of [anonymous, token]) {
    expect(await titles(world, actor)).toEqual(['published']);
    expect(await titles(world, actor, { status: 'draft' })).toEqual([]);
    expect(await titles(world, actor, { status: 'draft', collection: 'blog-posts' })).toEqual([]);
    for (const [status, { id, slug }] of Object.entries(items)) {
      const get = cms.content.readItem(actor, { of: { id }, client: '::1' });
      if (status === 'published') expect((await get).value.item.title).toBe('published');
      else await rejectsWith('not_found', get);
      const check = await cms.content.checkSlug(actor, { slug, excludeId: id, client: '::1' });
      expect(check.available, status).toBe(status === 'published');
    }
  }
  for (const role of ['viewer', 'author', 'editor', 'admin'] as const) {
    expect(await titles(world, await person(role))).toHaveLength(3);
  }
});

test('only users see items of an inactive collection', async () => {
  const world = await coreWorld();
  const { cms, person, write } = world;
  const admin = await person('admin');
  const { id } = await write(admin, { status: 'published' });
  await cms.collections.update(admin, 'blog-posts', { isActive: false });
  expect(await titles(world, anonymous)).toEqual([]);
  await rejectsWith('not_found', cms.content.readItem(anonymous, { of: { id }, client: '::1' }));
  expect(await titles(world, await person('viewer'))).toHaveLength(1);
});

test('a scoped token reads its collections; others get the same error as unknown ones', async () => {
  const world = await coreWorld();
  const { cms, posts, pages, person, write } = world;
  const admin = await person('admin');
  const post = await write(admin, { title: 'post' });
  const page = await write(admin, { title: 'page', collectionId: pages.id });
  const token: Actor = { kind: 'token', tokenId: 't', scope: [posts.id] };
  expect(await titles(world, token)).toEqual(['post']);
  expect(await titles(world, token, { collection: 'blog-posts' })).toEqual(['post']);
  await rejectsWith(
    'token_scope',
    cms.content.readItem(token, { of: { id: page.id }, client: '::1' }),
  );
  const { value } = await cms.content.readItem(token, { of: { id: post.id }, client: '::1' });
  expect(value.item.title).toBe('post');
  for (const collection of ['pages', 'nothing']) {
    const error = await titles(world, token, { collection }).catch((reason: unknown) => reason);
    expect(String(error)).toContain(
      `Access denied: token is not authorized for collection '${collection}'`,
    );
  }
  expect(await titles(world, { kind: 'token', tokenId: 't', scope: [] })).toEqual([]);
});

test('a slug is reported as free, or as taken with a free alternative', async () => {
  const { cms, person, write } = await coreWorld();
  const author = await person('author');
  const { id } = await write(author, { slug: 'taken' });
  const check = (slug: string, excludeId?: string) =>
    cms.content.checkSlug(anonymous, { slug, excludeId, client: '::1' });
  expect(await check('Free!')).toEqual({ slug: 'free', available: true, suggestion: undefined });
  expect(await check('Taken')).toEqual({ slug: 'taken', available: false, suggestion: 'taken-2' });
  expect(await check('taken', id.toUpperCase())).toMatchObject({ available: true });
  expect(await check('taken', 'nonsense')).toMatchObject({ available: false });
  await rejectsWith('invalid_slug', check('!'));
  const elsewhere: Actor = { kind: 'token', tokenId: 't', scope: [] };
  const command = { slug: 'taken', excludeId: id, client: '::1' };
  expect(await cms.content.checkSlug(elsewhere, command)).toMatchObject({ available: false });
});

test('a free slug is found among hundreds of items with the same title', async () => {
  const { cms, ports, person, write } = await coreWorld();
  const author = await person('author');
  await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      write(author, { slug: n === 0 ? 'post' : `post-${n + 1}` }),
    ),
  );
  const { suggestion } = await cms.content.checkSlug(anonymous, { slug: 'post', client: '::1' });
  expect(suggestion).toBeDefined();
  expect(await ports.store.repositories.contents.findBySlug(suggestion!)).toBeUndefined();
});

const list = (cms: Cms, client: string, actor: Actor = anonymous): Promise<unknown> =>
  cms.content.readPage(actor, { of: { list: {} }, client });

test('content reads are unlimited while the plugin is off or has no limit', async () => {
  const { cms } = await coreWorld();
  const settings = { requestsPerMinute: 2 };
  await cms.plugins.configure(operator, 'cache', { active: false, settings });
  const free = await cachedWorld();
  for (let n = 0; n < 20; n += 1) {
    await list(cms, 'one');
    await list(free.cms, 'one');
  }
});

test('a client can read content as often as the plugin allows in a minute, including hits', async () => {
  const { cms, another, clock, person } = await cachedWorld({ requestsPerMinute: 5 });
  const other = another();
  const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
  await list(cms, '2001:db8::1');
  await list(other, '2001:db8::2');
  const admin = await person('admin');
  await list(cms, '2001:db8::3', admin);
  const named = { list: { collection: 'pages', mustExist: true } };
  await cms.content.readPage(anonymous, { of: named, client: '2001:db8::4' });
  const get = (client: string) => cms.content.readItem(anonymous, { of: { id }, client });
  await rejectsWith('not_found', get('2001:db8::5'));
  clock.advance(minute - 1);
  for (const client of ['2001:db8::1', '2001:db8::ffff']) {
    const { retryAfterMs } = await rejectsWith('rate_limited', list(cms, client));
    expect(retryAfterMs).toBe(1);
    await rejectsWith('rate_limited', get(client));
    const again = other.content.readPage(anonymous, { of: named, client });
    await rejectsWith('rate_limited', again);
    await rejectsWith('rate_limited', cms.content.checkSlug(anonymous, { slug: '', client }));
    await rejectsWith('rate_limited', cms.content.getInfo(admin, { id, client }));
  }
  await list(cms, '2001:db8:0:1::1');
  clock.advance(1);
  await list(cms, '2001:db8::1');
});

test('requests for unknown and forbidden names count, and are not read above the limit', async () => {
  const { another, ports } = await cachedWorld({ requestsPerMinute: 3 });
  let lists = 0;
  const store = alteredStore(ports.store, ({ contents }) => ({
    contents: altered(contents, {
      list: (...query) => {
        lists += 1;
        return contents.list(...query);
      },
    }),
  }));
  const { content } = another({ ports: { store } });
  const token: Actor = { kind: 'token', tokenId: noId, scope: [] };
  const unknown = (mustExist: boolean) => ({
    of: { list: { collection: 'unknown', mustExist } },
    client: 'one',
  });
  const [inTheList, byPath, outOfScope] = [
    () => content.readPage(anonymous, unknown(false)),
    () => content.readPage(anonymous, unknown(true)),
    () => content.readPage(token, { of: { list: { collection: 'pages' } }, client: 'one' }),
  ];
  await inTheList();
  await rejectsWith('not_found', byPath());
  await rejectsWith('token_scope', outOfScope());
  expect(lists).toBe(1);
  for (const read of [inTheList, byPath, outOfScope]) await rejectsWith('rate_limited', read());
  expect(lists).toBe(1);
});

test('concurrent reads of one client are counted exactly', async () => {
  const { cms, another } = await cachedWorld({ requestsPerMinute: 7 });
  const instances = [cms, another()];
  const reads = Array.from({ length: 30 }, (_, n) => list(instances[n % 2]!, 'one'));
  const outcomes = await Promise.allSettled(reads);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
});

test('reads and logins are counted separately', async () => {
  const { cms } = await cachedWorld({ requestsPerMinute: 1 });
  await list(cms, 'one');
  await rejectsWith('rate_limited', list(cms, 'one'));
  const logIn = () => cms.accounts.logIn({ email: 'x', password: 'x', client: 'one' });
  for (let n = 0; n < 5; n += 1) await rejectsWith('invalid_credentials', logIn());
  await rejectsWith('rate_limited', logIn());
});

test('while the shared cache is unreachable, each instance counts alone', async () => {
  const { ports } = await coreWorld();
  const increment = () => Promise.reject(new Error('away'));
  const shared = new MemoryKeyValueCache(ports.clock);
  const away = altered(shared, { increment });
  const limiter = fixedWindowLimiter(away, ports.processCache, ports.timer);
  const limit = { attempts: 3, windowMs: minute };
  const attempts = await Promise.all(
    Array.from({ length: 10 }, () => limiter.attempt('key', limit)),
  );
  expect(attempts.filter((refusal) => refusal === undefined)).toHaveLength(3);
  const back = fixedWindowLimiter(shared, ports.processCache, ports.timer);
  expect(await back.attempt('key', limit)).toBe(undefined);
  const elsewhere = fixedWindowLimiter(away, new MemoryKeyValueCache(ports.clock), ports.timer);
  expect(await elsewhere.attempt('key', limit)).toBe(undefined);
});
