import { expect, test } from 'vitest';
import { anonymous, operator, type Actor, type ListDrafts } from '../../core/index.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { draftWorld } from '../support/core/draft-world.ts';

test('a list has the copies of the items that the caller may edit', async () => {
  const { cms, person, editor, write, posts, pages, clock } = await draftWorld();
  const author = await person('author');
  const items = {
    own: await write(author, { status: 'published' }),
    other: await write(editor, { status: 'published' }),
    page: await write(editor, { status: 'published', collectionId: pages.id }),
    ownPage: await write(author, { status: 'published', collectionId: pages.id }),
  };
  const names = new Map(Object.entries(items).map(([name, { id }]) => [id, name]));
  for (const { id } of Object.values(items)) {
    clock.advance(1_000);
    await cms.drafts.save(editor, id, { title: 'Rewritten' });
  }
  const listed = async (actor: Actor, query: ListDrafts = {}) =>
    (await cms.drafts.list(actor, query)).map(({ contentId }) => names.get(contentId));
  const all = ['ownPage', 'page', 'other', 'own'];
  expect(await listed(editor)).toEqual(all);
  expect(await listed(operator)).toEqual(all);
  expect(await listed(await person('admin'))).toEqual(all);
  expect(await listed(author)).toEqual(['ownPage', 'own']);
  expect(await listed(await person('author'))).toEqual([]);
  expect(await listed(await person('viewer'))).toEqual([]);
  const inPosts = (role: 'viewer' | 'editor') => [{ collectionId: posts.id, role }];
  expect(await listed(await person('viewer', inPosts('editor')))).toEqual(['other', 'own']);
  expect(await listed(await person('editor', inPosts('viewer')))).toEqual(['ownPage', 'page']);
  expect(await listed({ ...author, grants: inPosts('editor') })).toEqual([
    'ownPage',
    'other',
    'own',
  ]);
  expect(await listed(editor, { collection: posts.name })).toEqual(['other', 'own']);
  expect(await listed(author, { collection: pages.name })).toEqual(['ownPage']);
  expect(await listed(editor, { collection: 'missing' })).toEqual([]);
  expect(await listed(editor, { limit: 2, offset: 1 })).toEqual(['page', 'other']);
  clock.advance(1_000);
  await cms.drafts.save(author, items.own.id, { title: 'Again' });
  expect(await listed(author, { author: 'me' })).toEqual(['own']);
  expect(await listed(editor, { author: 'me' })).toEqual(['ownPage', 'page', 'other']);
  expect(await listed(editor, { author: 'me', collection: pages.name })).toEqual([
    'ownPage',
    'page',
  ]);
});

test('copies of an inactive collection are listed, but not by its name', async () => {
  const { cms, editor, item, posts } = await draftWorld();
  await cms.drafts.save(editor, item.id, { title: 'Rewritten' });
  await cms.collections.update(operator, posts.name, { isActive: false });
  expect(await cms.drafts.list(editor, {})).toHaveLength(1);
  expect(await cms.drafts.list(editor, { collection: posts.name })).toEqual([]);
});

test('an entry shows the copy, the collection of the item, and whether the item has changed', async () => {
  const { cms, editor, item, posts, pages, change, clock } = await draftWorld();
  clock.advance(1_000);
  await cms.drafts.save(editor, item.id, {
    title: 'Rewritten',
    slug: 'rewritten',
    collectionId: pages.id,
  });
  const entry = {
    contentId: item.id,
    title: 'Rewritten',
    slug: 'rewritten',
    collectionId: posts.id,
    baseVersion: 1,
    isOutdated: false,
    updatedAt: clock.now(),
    author: { id: editor.userId, name: expect.any(String) },
  };
  expect(await cms.drafts.list(editor, {})).toEqual([entry]);
  await change({ status: 'draft' });
  expect(await cms.drafts.list(editor, {})).toEqual([entry]);
  await change({ data: {} });
  expect(await cms.drafts.list(editor, {})).toEqual([{ ...entry, isOutdated: true }]);
});

test('lists are for users, and pages are checked', async () => {
  const { cms, editor } = await draftWorld();
  await rejectsWith('not_authenticated', cms.drafts.list(anonymous, {}));
  const token = { kind: 'token', tokenId: 'x', scope: 'all' } as never;
  await rejectsWith('forbidden', cms.drafts.list(token, {}));
  await rejectsWith('not_authenticated', cms.drafts.list(operator, { author: 'me' }));
  await rejectsWith('invalid_input', cms.drafts.list(editor, { limit: 0 }));
});
