import { expect, test } from 'vitest';
import { anonymous, operator } from '../../core/index.ts';
import { decodeJson } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { draftWorld } from '../support/core/draft-world.ts';
import { tellEvents } from '../support/core/tell-events.ts';

test('a working copy begins with the published item, and leaves it alone', async () => {
  const { cms, editor, item, published, clock } = await draftWorld();
  clock.advance(1_000);
  const copy = await cms.drafts.save(editor, item.id, { title: 'High tides' });
  expect(copy).toEqual({
    contentId: item.id,
    title: 'High tides',
    slug: item.slug,
    collectionId: item.collectionId,
    data: item.data,
    base: {
      version: 1,
      title: item.title,
      slug: item.slug,
      collectionId: item.collectionId,
      data: item.data,
    },
    authorId: editor.userId,
    version: copy.version,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  });
  expect(await published()).toEqual(item);
  expect(await cms.drafts.get(editor, item.id)).toEqual(copy);
});

test('a save changes only the members that it has, and replaces data as a whole', async () => {
  const { cms, person, editor, item, clock } = await draftWorld();
  const first = await cms.drafts.save(editor, item.id, { data: { excerpt: 'New' } });
  expect(decodeJson(first.data)).toEqual({ excerpt: 'New' });
  clock.advance(1_000);
  const other = await person('editor');
  const second = await cms.drafts.save(other, item.id, { slug: 'High Tides' });
  expect(second).toEqual({
    ...first,
    slug: 'high-tides',
    authorId: other.userId,
    version: second.version,
    updatedAt: clock.now(),
  });
  expect(second.version).not.toBe(first.version);
});

test('a save that changes nothing writes nothing', async () => {
  const { cms, person, editor, item, clock } = await draftWorld();
  const copy = await cms.drafts.save(editor, item.id, {});
  expect(copy.title).toBe('Tides');
  clock.advance(1_000);
  const { title, data } = copy;
  const same = { title, data: decodeJson(data) };
  expect(await cms.drafts.save(await person('editor'), item.id, same)).toEqual(copy);
});

test('the base stays when the item changes', async () => {
  const { cms, editor, item, change } = await draftWorld();
  const { base } = await cms.drafts.save(editor, item.id, { title: 'High tides' });
  await change({ title: 'Low tides' });
  const copy = await cms.drafts.save(editor, item.id, { data: { excerpt: 'New' } });
  expect(copy.base).toEqual(base);
  expect(copy.title).toBe('High tides');
});

test('a version never comes back after a copy was discarded', async () => {
  const { cms, editor, item } = await draftWorld();
  const versions = new Set<string>();
  for (let n = 0; n < 5; n += 1) {
    versions.add((await cms.drafts.save(editor, item.id, { title: 'High tides' })).version);
    await cms.drafts.discard(editor, item.id);
  }
  expect(versions.size).toBe(5);
});

test.each(['draft', 'archived'] as const)('an item that is %s has no new copy', async (status) => {
  const { cms, write, editor } = await draftWorld();
  const { id } = await write(editor, { status });
  const error = await rejectsWith('not_published', cms.drafts.save(editor, id, { title: 'New' }));
  expect(error.details).toBe('Edit the item itself');
  await rejectsWith('not_found', cms.drafts.get(editor, id));
});

test.each(['draft', 'archived'] as const)(
  'the copy of an item that became %s can be read and discarded, but not saved',
  async (status) => {
    const { cms, editor, item, change } = await draftWorld();
    const copy = await cms.drafts.save(editor, item.id, { title: 'High tides' });
    await change({ status });
    const saved = cms.drafts.save(editor, item.id, { title: 'Higher tides' });
    expect((await rejectsWith('not_published', saved)).details).toMatch(/^Publish or discard/);
    expect(await cms.drafts.get(editor, item.id)).toEqual(copy);
    await cms.drafts.discard(editor, item.id);
    await rejectsWith('not_found', cms.drafts.get(editor, item.id));
    await rejectsWith('not_found', cms.drafts.discard(editor, item.id));
  },
);

test('a copy has no status', async () => {
  const { cms, editor, item } = await draftWorld();
  const error = await rejectsWith(
    'invalid_input',
    cms.drafts.save(editor, item.id, { title: 'New', status: 'published' }),
  );
  expect(error.issues).toEqual([{ path: 'status', message: expect.any(String) }]);
  await rejectsWith('not_found', cms.drafts.get(editor, item.id));
});

test('members are checked as in an item, but required fields may be missing, and the slug taken', async () => {
  const { cms, editor, item, requireField, write } = await draftWorld();
  const { id } = item;
  await rejectsWith('invalid_input', cms.drafts.save(editor, id, { title: ' ' }));
  await rejectsWith('invalid_slug', cms.drafts.save(editor, id, { slug: '—' }));
  await rejectsWith('invalid_data', cms.drafts.save(editor, id, { data: { excerpt: 1 } }));
  await requireField('excerpt');
  const other = await write(editor);
  const copy = await cms.drafts.save(editor, id, { slug: other.slug, data: {} });
  expect(copy.slug).toBe(other.slug);
});

test('a save and a discard apply to the expected copy only', async () => {
  const { cms, editor, item } = await draftWorld();
  const { id } = item;
  const isNone = () => false;
  await rejectsWith('version_mismatch', cms.drafts.save(editor, id, { title: 'A' }, isNone));
  await rejectsWith('not_found', cms.drafts.get(editor, id));
  const { version } = await cms.drafts.save(editor, id, { title: 'A' });
  await rejectsWith('version_mismatch', cms.drafts.save(editor, id, { title: 'B' }, isNone));
  await rejectsWith('version_mismatch', cms.drafts.discard(editor, id, isNone));
  expect((await cms.drafts.get(editor, id)).title).toBe('A');
  const next = await cms.drafts.save(
    editor,
    id,
    { title: 'B' },
    (copy) => copy?.version === version,
  );
  await cms.drafts.discard(editor, id, (copy) => copy?.version === next.version);
});

test('only those who may edit the item read, save and discard its copy', async () => {
  const { cms, person, editor, write, posts } = await draftWorld();
  const author = await person('author');
  const own = await write(author, { status: 'published' });
  const foreign = await write(editor, { status: 'published' });
  const granted = await person('viewer', [{ collectionId: posts.id, role: 'editor' }]);
  for (const [actor, id] of [
    [author, own.id],
    [editor, own.id],
    [granted, own.id],
  ] as const) {
    await cms.drafts.save(actor, id, { title: 'Mine' });
    await cms.drafts.get(actor, id);
    await cms.drafts.discard(actor, id);
  }
  await cms.drafts.save(editor, foreign.id, { title: 'Theirs' });
  const lowered = await person('editor', [{ collectionId: posts.id, role: 'viewer' }]);
  const token = { kind: 'token', tokenId: 'x', scope: 'all' } as const;
  for (const [actor, code] of [
    [author, 'forbidden'],
    [await person('viewer'), 'forbidden'],
    [lowered, 'forbidden'],
    [anonymous, 'not_authenticated'],
    [token, 'token_read_only'],
  ] as const) {
    await rejectsWith(code, cms.drafts.save(actor, foreign.id, { title: 'Mine' }));
    await rejectsWith(code, cms.drafts.get(actor, foreign.id));
    await rejectsWith(code, cms.drafts.discard(actor, foreign.id));
  }
  expect((await cms.drafts.get(editor, foreign.id)).title).toBe('Theirs');
});

test('a copy that moves its item requires the rights to move it, at each save', async () => {
  const { cms, person, editor, item, posts, pages } = await draftWorld();
  const limited = await person('editor', [{ collectionId: pages.id, role: 'viewer' }]);
  const moved = { collection: pages.name };
  await rejectsWith('forbidden', cms.drafts.save(limited, item.id, moved));
  await cms.drafts.save(limited, item.id, { title: 'Fine' });
  const copy = await cms.drafts.save(editor, item.id, moved);
  expect(copy.collectionId).toBe(pages.id);
  await rejectsWith('forbidden', cms.drafts.save(limited, item.id, { title: 'No more' }));
  await cms.drafts.save(limited, item.id, { collectionId: posts.id, title: 'Back' });
});

test('a copy cannot move its item to a collection that is unknown, inactive or deleted', async () => {
  const { cms, editor, item } = await draftWorld();
  const { id } = item;
  const missing = cms.drafts.save(editor, id, { collection: 'missing' });
  await rejectsWith('collection_not_found', missing);
  await cms.collections.create(operator, { name: 'news' });
  await cms.drafts.save(editor, id, { collection: 'news' });
  await cms.collections.update(operator, 'news', { isActive: false });
  const again = cms.drafts.save(editor, id, { title: 'New' });
  await rejectsWith('collection_not_found', again);
  await cms.collections.delete(operator, 'news');
  await rejectsWith('collection_not_found', cms.drafts.save(editor, id, { title: 'New' }));
  await rejectsWith('collection_not_found', cms.drafts.publish(editor, id, {}));
  await cms.drafts.save(editor, id, { collectionId: item.collectionId, title: 'New' });
  expect((await cms.drafts.publish(editor, id, {})).title).toBe('New');
});

test('the data of a copy must fit the schema of the collection to which it moves the item', async () => {
  const { cms, editor, item } = await draftWorld();
  const properties = { excerpt: { type: 'number' } } as const;
  const schema = { type: 'object', properties, required: [] } as const;
  await cms.collections.create(operator, { name: 'news', schema });
  await rejectsWith('invalid_data', cms.drafts.save(editor, item.id, { collection: 'news' }));
  await cms.drafts.save(editor, item.id, { collection: 'news', data: { excerpt: 1 } });
});

test('saves and discards run no hooks, and cause no domain events, but events of their own', async () => {
  const seen: string[] = [];
  const { cms, editor, item, ports } = await draftWorld({
    hooks: [
      {
        name: 'watch',
        operations: ['content.update', 'content.publish', 'content.delete'],
        decide: ({ operation }) => void seen.push(operation),
      },
    ],
    onEvent: ({ type }) => void seen.push(type),
  });
  await tellEvents(cms);
  seen.length = 0;
  const { outbox } = ports.store.repositories;
  const events = await outbox.list(100);
  await cms.drafts.save(editor, item.id, { title: 'New' });
  await cms.drafts.discard(editor, item.id);
  await tellEvents(cms);
  expect(seen).toEqual([]);
  const { collectionId, slug } = item;
  const copy = {
    type: 'copy',
    id: item.id,
    before: { collectionId, slug },
    after: { collectionId, slug },
  };
  const added = (await outbox.list(100)).slice(events.length).map((text) => JSON.parse(text));
  expect(added).toMatchObject([copy, copy]);
});

test('a copy follows its item into the trash and back, and is deleted with it', async () => {
  const { cms, editor, item, ports } = await draftWorld();
  const { copies } = ports.store.repositories;
  await cms.drafts.save(editor, item.id, { title: 'New' });
  await cms.content.delete(editor, item.id);
  await rejectsWith('not_found', cms.drafts.get(editor, item.id));
  expect(await cms.drafts.list(editor, {})).toEqual([]);
  await cms.trash.restore(editor, item.id);
  expect(await cms.drafts.get(editor, item.id)).toMatchObject({ title: 'New' });
  await cms.content.delete(editor, item.id);
  await cms.trash.delete(editor, item.id);
  expect(await copies.find(item.id)).toBeUndefined();
});
