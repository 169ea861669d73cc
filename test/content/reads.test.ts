import { expect, test } from 'vitest';
import { anonymous, type Actor } from '../../core/index.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';

const titles = async (
  { cms }: CoreWorld,
  actor: Actor,
  query: object = {},
): Promise<readonly string[]> => {
  const { value: listing } = await cms.content.list(actor, { client: '::1', ...query });
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
    (await cms.content.list(anonymous, { client: '::1', ...page })).value;
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
    (await cms.content.list(anonymous, { client: '::1', ...query })).value;
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
      const byPath = world.cms.content.listOfCollection(actor, { collection, client: '::1' });
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
      const get = cms.content.get(actor, { id, client: '::1' });
      if (status === 'published') expect((await get).value.title).toBe('published');
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
  await rejectsWith('not_found', cms.content.get(anonymous, { id, client: '::1' }));
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
  await rejectsWith('token_scope', cms.content.get(token, { id: page.id, client: '::1' }));
  const { value } = await cms.content.get(token, { id: post.id, client: '::1' });
  expect(value.title).toBe('post');
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
