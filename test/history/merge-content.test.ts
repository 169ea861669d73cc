import { expect, test } from 'vitest';
import { anonymous, operator, type UpdateContent } from '../../core/index.ts';
import type { ContentItem } from '../../core/vocabulary.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';

const baseOf = (read: ContentItem) => ({
  version: read.version,
  isExpected: (item: ContentItem) => JSON.stringify(item) === JSON.stringify(read),
});

const mergingWorld = async () => {
  const world = await coreWorld();
  const author = await world.person('author');
  const item = await world.write(author, { data: { body: 'a', tags: ['x'] }, slug: 'tides' });
  const merge = (
    change: UpdateContent,
    read = item,
    actor: Parameters<CoreWorld['write']>[0] = author,
  ) => world.cms.history.merge(actor, item.id, change, baseOf(read));
  const change = (command: UpdateContent) => world.cms.content.update(operator, item.id, command);
  return { ...world, author, item, merge, change };
};

test('a change of the current version is an update', async () => {
  const { item, merge } = await mergingWorld();
  const data = { tags: ['x'], body: 'a' };
  const { item: changed, isMerged } = await merge({ title: 'Ebb', data });
  expect(isMerged).toBe(false);
  expect(changed).toEqual({ ...item, title: 'Ebb', data: JSON.stringify(data), version: 2 });
});

test('a change of an earlier version is applied to the current one, if it changes other paths', async () => {
  const { item, merge, change, cms } = await mergingWorld();
  await change({ title: 'Ebb', status: 'published', data: { body: 'a', tags: ['x'], theirs: 1 } });
  await change({ title: 'Flood' });
  const { item: merged, isMerged } = await merge({
    slug: 'flood',
    data: { body: 'b', tags: ['x'] },
  });
  expect(isMerged).toBe(true);
  expect(merged).toMatchObject({ title: 'Flood', slug: 'flood', status: 'published', version: 4 });
  expect(merged.data).toBe('{"body":"b","tags":["x"],"theirs":1}');
  const [newest] = await cms.history.list(operator, item.id, {});
  expect(newest?.changed).toEqual(['slug', 'data.body']);
});

test('a change that others have made too, or that was taken back, conflicts with nothing', async () => {
  const { item, merge, change } = await mergingWorld();
  await change({ title: 'Ebb', slug: 'ebb' });
  const current = await change({ slug: 'tides' });
  expect(await merge({ title: 'Ebb' })).toEqual({ item: current, isMerged: true });
  expect(await merge({ title: item.title, data: { tags: ['x'], body: 'a' } })).toEqual({
    item: current,
    isMerged: true,
  });
  expect((await merge({ slug: 'flood' })).item).toMatchObject({ title: 'Ebb', slug: 'flood' });
});

test('paths that both have changed are named, and nothing is written', async () => {
  const { item, merge, change, cms } = await mergingWorld();
  const current = await change({ title: 'Ebb', data: { body: 'b', more: 1 } });
  const command = { title: 'Flood', slug: 'flood', data: { body: 'c', tags: [] } };
  const { details, issues } = await rejectsWith('version_mismatch', merge(command));
  expect(details).toBe('Changed by both: title, data.body, data.tags');
  expect(issues?.map(({ path }) => path)).toEqual(['title', 'data.body', 'data.tags']);
  expect((await cms.history.list(operator, item.id, {})).map(({ version }) => version)).toEqual([
    2, 1,
  ]);
  expect(await cms.history.get(operator, item.id, 2)).toEqual(current);
});

test('a version that is gone, or that the caller did not read, is a mismatch', async () => {
  const { item, merge, change, cms, ports } = await mergingWorld();
  await change({ title: 'Ebb' });
  const forged = { ...item, title: 'Forged' };
  for (const read of [forged, { ...item, version: 7 }]) {
    const { details } = await rejectsWith('version_mismatch', merge({ slug: 'flood' }, read));
    expect(details).toBe('The current version is 2');
  }
  await cms.settings.update(operator, { historyMaxPerItem: 1 });
  await cms.history.prune();
  await rejectsWith('version_mismatch', merge({ slug: 'flood' }));
  expect((await ports.store.repositories.contents.findById(item.id))?.version).toBe(2);
});

test('rights, moves and the schema are checked as for an update', async () => {
  const { merge, change, cms, pages, posts, person } = await mergingWorld();
  await change({ title: 'Ebb' });
  const slug = { slug: 'flood' };
  await rejectsWith('forbidden', merge(slug, undefined, await person('viewer')));
  await rejectsWith('not_authenticated', merge(slug, undefined, anonymous as never));
  await cms.collections.create(operator, { name: 'closed' });
  await cms.collections.update(operator, 'closed', { isActive: false });
  await rejectsWith('collection_not_found', merge({ collection: 'closed' }));
  const limited = await person('editor', [{ collectionId: pages.id, role: 'viewer' }]);
  await rejectsWith('forbidden', merge({ collection: 'pages' }, undefined, limited));
  expect((await merge({ collection: posts.name, slug: 'flood' })).item.slug).toBe('flood');
  const { item: moved } = await merge({ collection: 'pages' });
  expect(moved).toMatchObject({ collectionId: pages.id, title: 'Ebb' });
  // The author sends the collection that the item had: that is no change, so the item is not moved back.
  const { item: stays } = await merge({ collection: posts.name, slug: 'flood' });
  expect(stays.collectionId).toBe(pages.id);
  await rejectsWith('invalid_data', merge({ data: { body: 'a', tags: ['x'], excerpt: 1 } }));
  const archived = await change({ status: 'archived' });
  await change({ title: 'Flood' });
  await rejectsWith('invalid_transition', merge({ status: 'published' }, archived));
});

test('merging saves of many people at once lose no change', async () => {
  const { item, cms, person } = await mergingWorld();
  const editor = await person('editor');
  const keys = Array.from({ length: 20 }, (_, n) => `key${n}`);
  const base = JSON.parse(item.data);
  const results = await Promise.all(
    keys.map((key) =>
      cms.history.merge(editor, item.id, { data: { ...base, [key]: key } }, baseOf(item)),
    ),
  );
  expect(results.map(({ item: { version } }) => version).toSorted((a, b) => a - b)).toEqual(
    keys.map((_, n) => n + 2),
  );
  const last = results.find(({ item: { version } }) => version === keys.length + 1)!;
  expect(JSON.parse(last.item.data)).toEqual({
    ...base,
    ...Object.fromEntries(keys.map((key) => [key, key])),
  });
});
