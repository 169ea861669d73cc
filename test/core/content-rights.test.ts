import { expect, test } from 'vitest';
import { anonymous, noId, type TokenActor } from '../../core/index.ts';
import { coreWorld, refused } from '../support/core-world.ts';

const token: TokenActor = { kind: 'token', tokenId: 't', scope: 'all' };

test('authors change and delete their own items only, editors all', async () => {
  const { cms, person, write } = await coreWorld();
  const [author, other, editor] = [
    await person('author'),
    await person('author'),
    await person('editor'),
  ];
  const item = await write(author);
  await refused('forbidden', cms.content.update(other, item.id, { title: 'Mine' }));
  await refused('forbidden', cms.content.delete(other, item.id));
  await refused('not_authenticated', cms.content.update(anonymous, item.id, { title: 'x' }));
  await refused('token_read_only', cms.content.delete(token, item.id));
  await cms.content.update(author, item.id, { title: 'Still mine' });
  await cms.content.delete(editor, item.id);
  await refused('not_found', cms.content.delete(editor, item.id));
  await write(author, { slug: item.slug });
});

test('who may not change an item is told so, whatever the change', async () => {
  const { cms, person, write } = await coreWorld();
  const [author, viewer] = [await person('author'), await person('viewer')];
  const { id } = await write(author);
  for (const change of [{ title: 'x' }, { title: ' ' }, { slug: '!' }, { collectionId: 'x' }]) {
    await refused('forbidden', cms.content.update(viewer, id, change));
    await refused('not_found', cms.content.update(viewer, noId, change));
  }
  await refused('invalid_input', cms.content.update(author, id, { title: ' ' }, [7]));
});

test('moving an item takes rights on both sides', async () => {
  const { cms, person, posts, pages, write } = await coreWorld();
  const editor = await person('editor');
  const item = await write(editor);
  const move = { collectionId: pages.id };
  const hereOnly = await person('viewer', [{ collectionId: posts.id, role: 'editor' }]);
  await refused('forbidden', cms.content.update(hereOnly, item.id, move));
  const authorThere = await person('editor', [{ collectionId: pages.id, role: 'author' }]);
  await refused('forbidden', cms.content.update(authorThere, item.id, move));
  const thereOnly = await person('viewer', [{ collectionId: pages.id, role: 'editor' }]);
  await refused('forbidden', cms.content.update(thereOnly, item.id, move));
  expect((await cms.content.update(editor, item.id, move)).collectionId).toBe(pages.id);
  await refused('collection_not_found', cms.content.update(editor, item.id, { collectionId: 'x' }));
});
