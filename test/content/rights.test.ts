import { expect, test } from 'vitest';
import { anonymous, noId, type TokenActor } from '../../core/index.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { expectVersion } from '../support/core/expected-version.ts';

const token: TokenActor = { kind: 'token', tokenId: 't', scope: 'all' };

test('authors change and delete only their own items, editors all items', async () => {
  const { cms, person, write } = await coreWorld();
  const [author, other, editor] = [
    await person('author'),
    await person('author'),
    await person('editor'),
  ];
  const item = await write(author);
  await rejectsWith('forbidden', cms.content.update(other, item.id, { title: 'Mine' }));
  await rejectsWith('forbidden', cms.content.delete(other, item.id));
  await rejectsWith('not_authenticated', cms.content.update(anonymous, item.id, { title: 'x' }));
  await rejectsWith('token_read_only', cms.content.delete(token, item.id));
  await cms.content.update(author, item.id, { title: 'Still mine' });
  await cms.content.delete(editor, item.id);
  await rejectsWith('not_found', cms.content.delete(editor, item.id));
  await write(author, { slug: item.slug });
});

test('a caller without rights gets the same error for every change', async () => {
  const { cms, person, write } = await coreWorld();
  const [author, viewer] = [await person('author'), await person('viewer')];
  const { id } = await write(author);
  for (const change of [{ title: 'x' }, { title: ' ' }, { slug: '!' }, { collectionId: 'x' }]) {
    await rejectsWith('forbidden', cms.content.update(viewer, id, change));
    await rejectsWith('not_found', cms.content.update(viewer, noId, change));
  }
  await rejectsWith(
    'invalid_input',
    cms.content.update(author, id, { title: ' ' }, expectVersion(7)),
  );
});

test('moving an item requires rights in both collections', async () => {
  const { cms, person, posts, pages, write } = await coreWorld();
  const editor = await person('editor');
  const item = await write(editor);
  const move = { collectionId: pages.id };
  const hereOnly = await person('viewer', [{ collectionId: posts.id, role: 'editor' }]);
  await rejectsWith('forbidden', cms.content.update(hereOnly, item.id, move));
  const authorThere = await person('editor', [{ collectionId: pages.id, role: 'author' }]);
  await rejectsWith('forbidden', cms.content.update(authorThere, item.id, move));
  const thereOnly = await person('viewer', [{ collectionId: pages.id, role: 'editor' }]);
  await rejectsWith('forbidden', cms.content.update(thereOnly, item.id, move));
  expect((await cms.content.update(editor, item.id, move)).collectionId).toBe(pages.id);
  await rejectsWith(
    'collection_not_found',
    cms.content.update(editor, item.id, { collectionId: 'x' }),
  );
});
