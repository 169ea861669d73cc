import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { decodeJson } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { draftWorld } from '../support/core/draft-world.ts';

test('an earlier version is restored into a copy of the published item', async () => {
  const { cms, editor, item, change, published } = await draftWorld();
  const now = await change({ title: 'Later', slug: 'later', data: { excerpt: 'Later' } });
  const copy = await cms.drafts.restore(editor, item.id, { version: 1 });
  const { title, slug, data } = item;
  expect(copy).toMatchObject({ title, slug, data, base: { version: 2, title: 'Later' } });
  expect(copy).toMatchObject({ authorId: editor.userId, collectionId: item.collectionId });
  expect(await published()).toEqual(now);
  expect(await cms.drafts.publish(editor, item.id, {})).toMatchObject({ title, slug, data });
});

test('an existing copy is replaced, with its base and its move, if it is the expected one', async () => {
  const { cms, editor, item, change, pages } = await draftWorld();
  const first = await cms.drafts.save(editor, item.id, { title: 'Mine', collection: pages.name });
  await change({ title: 'Later' });
  const restore = (version: string) =>
    cms.drafts.restore(editor, item.id, { version: 1 }, (copy) => copy?.version === version);
  await rejectsWith('version_mismatch', restore('other'));
  expect(await cms.drafts.get(editor, item.id)).toEqual(first);
  const copy = await restore(first.version);
  expect(copy).toMatchObject({
    title: 'Tides',
    collectionId: item.collectionId,
    base: { version: 2 },
  });
  expect(copy.createdAt).toBe(first.createdAt);
  expect(await restore(copy.version)).toEqual(copy);
});

test('an item that is not published, an unknown version and a lack of rights are rejected', async () => {
  const { cms, editor, item, change, person } = await draftWorld();
  const restore = (version: number, actor = editor) =>
    cms.drafts.restore(actor, item.id, { version });
  await rejectsWith('not_found', restore(9));
  await rejectsWith('forbidden', restore(1, await person('viewer')));
  await change({ title: 'Later', status: 'draft' });
  await rejectsWith('not_published', restore(1));
  await rejectsWith('not_found', cms.drafts.get(editor, item.id));
});

test('the slug of an earlier version may be taken until the copy is published', async () => {
  const { cms, editor, item, change, write } = await draftWorld();
  await change({ slug: 'later' });
  await write(editor, { title: 'Tides' });
  expect((await cms.drafts.restore(editor, item.id, { version: 1 })).slug).toBe('tides');
  await rejectsWith('slug_taken', cms.drafts.publish(editor, item.id, {}));
});

test('data of an earlier version must fit the schema, but may lack required fields', async () => {
  const { cms, editor, item, posts, change, requireField } = await draftWorld();
  await change({ data: { content: '# New' } });
  await requireField('content');
  const copy = await cms.drafts.restore(editor, item.id, { version: 1 });
  expect(decodeJson(copy.data)).toEqual({ excerpt: 'Short', tags: ['sea'] });
  await cms.drafts.discard(editor, item.id);
  const { properties } = posts.schema;
  const schema = { ...posts.schema, properties: { ...properties, excerpt: { type: 'number' } } };
  await cms.collections.update(operator, posts.name, { schema });
  await rejectsWith('invalid_data', cms.drafts.restore(editor, item.id, { version: 1 }));
});
