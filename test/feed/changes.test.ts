import { expect, test, vi } from 'vitest';
import { anonymous, operator, type Actor, type ReadChanges } from '../../core/index.ts';
import {
  day,
  encodeJson,
  noId,
  type Change,
  type ChangePage,
  type CollectionScope,
} from '../../core/vocabulary.ts';
import { times } from '../conformance/cases.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { tinyGif } from '../support/media/tiny-gif.ts';

/** Reads the changes after the end of the feed as it is now. */
const follow = async (
  { cms }: Pick<CoreWorld, 'cms'>,
  actor: Actor,
  command: ReadChanges = {},
): Promise<() => Promise<ChangePage>> => {
  let { cursor: after } = await cms.changes.read(actor, command);
  return async () => {
    const page = await cms.changes.read(actor, { ...command, after });
    after = page.cursor;
    return page;
  };
};

const outline = ({ changes }: ChangePage) =>
  changes.map(({ type, id, slug }: Change) => [type, id, slug]);

const published = { status: 'published' } as const;

const openWorld = async () => {
  const world = await coreWorld();
  await world.cms.settings.update(operator, { publicContent: 'published' });
  return { ...world, editor: await world.person('editor') };
};

test('without a cursor, the page is empty, and ends at the end of the feed', async () => {
  const world = await openWorld();
  await world.write(world.editor, published);
  const page = await world.cms.changes.read(anonymous, {});
  expect(page).toMatchObject({ changes: [], hasMore: false });
  expect(await world.cms.changes.read(anonymous, { after: page.cursor })).toEqual(page);
});

test('an item is on a page once, in its newest state, in the place of its first change', async () => {
  const world = await openWorld();
  const { cms, editor, write } = world;
  const next = await follow(world, editor);
  const one = await write(editor, { title: 'One' });
  const two = await write(editor, { title: 'Two' });
  const now = await cms.content.update(editor, one.id, { title: 'Now', slug: 'now' });
  const page = await next();
  expect(page).toMatchObject({ hasMore: false });
  expect(page.changes).toEqual([
    {
      cursor: expect.any(String),
      type: 'upserted',
      id: one.id,
      collectionId: one.collectionId,
      slug: 'now',
      previousSlug: 'one',
      version: 2,
      at: now.updatedAt,
      tags: [`item:${one.id}`, `list:${one.collectionId}`, 'list'],
      item: now,
    },
    expect.objectContaining({ type: 'upserted', id: two.id, version: 1 }),
  ]);
  // After the first entry, the second change of the first item follows again.
  const again = await cms.changes.read(editor, { after: page.changes[0]!.cursor });
  expect(outline(again)).toEqual([
    ['upserted', two.id, 'two'],
    ['upserted', one.id, 'now'],
  ]);
});

test('readers of published items see an item come and go, and nothing of a draft', async () => {
  const world = await openWorld();
  const { cms, editor, posts, pages, write } = world;
  const next = await follow(world, anonymous);
  const { id } = await write(editor, { title: 'Draft' });
  await cms.content.update(editor, id, { title: 'Still a draft' });
  expect(await next()).toMatchObject({ changes: [], hasMore: false });
  await cms.content.update(editor, id, published);
  expect(outline(await next())).toEqual([['upserted', id, 'draft']]);
  await cms.content.update(editor, id, { slug: 'renamed' });
  const hidden = await cms.content.update(editor, id, { status: 'draft', slug: 'secret' });
  await cms.content.update(editor, id, { slug: 'more-secret', collectionId: pages.id });
  const { changes } = await next();
  expect(changes).toEqual([
    {
      cursor: expect.any(String),
      type: 'removed',
      id,
      collectionId: posts.id,
      slug: 'renamed',
      previousSlug: 'draft',
      at: hidden.updatedAt,
      tags: [`item:${id}`, `list:${posts.id}`, 'list'],
    },
  ]);
  await cms.content.delete(editor, id);
  expect((await next()).changes).toEqual([]);
});

test('what was deleted is removed, and comes back from the trash as it is then', async () => {
  const world = await openWorld();
  const { cms, editor, write } = world;
  const { id } = await write(editor, published);
  const next = await follow(world, editor);
  await cms.content.delete(editor, id);
  expect(outline(await next())).toEqual([['removed', id, 'post-1']]);
  await cms.trash.restore(editor, id, {});
  expect((await next()).changes).toMatchObject([{ type: 'upserted', item: { status: 'draft' } }]);
});

test('who follows one collection sees what moves in and out, and has its cursor for it only', async () => {
  const world = await openWorld();
  const { cms, editor, posts, pages, write } = world;
  const command = { collection: pages.name };
  const next = await follow(world, editor, command);
  const { id } = await write(editor, { collectionId: posts.id });
  expect((await next()).changes).toEqual([]);
  await cms.content.update(editor, id, { collectionId: pages.id });
  expect((await next()).changes).toMatchObject([
    { type: 'upserted', tags: [`item:${id}`, `list:${pages.id}`, 'list'] },
  ]);
  const all = await follow(world, editor);
  await cms.content.update(editor, id, { collectionId: posts.id });
  expect(outline(await next())).toEqual([['removed', id, 'post-1']]);
  expect((await all()).changes).toMatchObject([
    { type: 'upserted', tags: [`item:${id}`, `list:${posts.id}`, `list:${pages.id}`, 'list'] },
  ]);
});

test('an API token learns nothing about collections outside of its scope', async () => {
  const world = await openWorld();
  const { cms, editor, pages, posts, write } = world;
  const token = { kind: 'token', tokenId: noId, scope: [posts.id], readsDrafts: true } as const;
  const next = await follow(world, token);
  const drafts = await follow(world, token, { perspective: 'drafts' });
  const { id } = await write(editor, { ...published, collectionId: pages.id });
  await cms.content.update(editor, id, { title: 'New' });
  expect((await drafts()).changes).toEqual([]);
  await cms.content.update(editor, id, { slug: 'new', status: 'draft' });
  await cms.content.delete(editor, id);
  expect((await next()).changes).toEqual([]);
  const { id: moved } = await write(editor, { ...published, collectionId: posts.id });
  await next();
  await cms.content.update(editor, moved, { collectionId: pages.id, slug: 'moved' });
  const tags = [`item:${moved}`, `list:${posts.id}`, 'list'];
  expect((await next()).changes).toMatchObject([
    { type: 'removed', id: moved, slug: 'post-2', collectionId: posts.id, tags },
  ]);
});

test('a cursor belongs to the reader, the collection and the perspective', async () => {
  const world = await openWorld();
  const { cms, editor, person } = world;
  const token = (tokenId: string, scope: CollectionScope = 'all') =>
    ({ kind: 'token', tokenId, scope, readsDrafts: true }) as const;
  const readers: readonly (readonly [Actor, ReadChanges])[] = [
    [anonymous, {}],
    [anonymous, { collection: 'pages' }],
    [anonymous, { collection: 'blog-posts' }],
    [editor, {}],
    [editor, { perspective: 'drafts' }],
    [await person('editor'), {}],
    [token('a'), {}],
    [token('b'), {}],
    [token('a'), { perspective: 'drafts' }],
  ];
  for (const [one, given] of readers.entries()) {
    const { cursor: after } = await cms.changes.read(...given);
    for (const [other, [actor, command]] of readers.entries()) {
      const read = cms.changes.read(actor, { ...command, after });
      if (one === other) expect(await read).toMatchObject({ changes: [] });
      else await rejectsWith('invalid_cursor', read);
    }
  }
  const { cursor } = await cms.changes.read(anonymous, {});
  const [binding, epoch, position] = cursor.split('.');
  const wrong = ['', 'x', cursor.slice(1), `${cursor}.1`, `${cursor}.1.2`, `${cursor}.1.${noId}.x`];
  for (const after of [...wrong, `${binding}.${epoch}.x`, `${binding}.x.${position}`]) {
    await rejectsWith('invalid_cursor', cms.changes.read(anonymous, { after }));
  }
  for (const after of [`${binding}.${noId}.${position}`, `${binding}.${epoch}.${2 ** 40}`]) {
    await rejectsWith('cursor_expired', cms.changes.read(anonymous, { after }));
  }
  await rejectsWith('forbidden', cms.changes.read(anonymous, { perspective: 'drafts' }));
  const elsewhere = cms.changes.read(token('a', []), { collection: 'pages' });
  await rejectsWith('token_scope', elsewhere);
});

test('a cursor is known for the days of the setting, and as long as it misses nothing', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const { cms, editor, write, ports } = await openWorld();
    const { outbox } = ports.store.repositories;
    const first = await cms.changes.read(editor, {});
    await write(editor);
    const second = await cms.changes.read(editor, { after: first.cursor });
    vi.setSystemTime(Date.now() + 2 * day);
    await cms.system.sweepEvents();
    expect(await cms.changes.read(editor, { after: first.cursor })).toEqual(second);
    await cms.settings.update(operator, { changesDays: 1 });
    await cms.system.sweepEvents();
    expect(await outbox.list(10)).toEqual([]);
    await rejectsWith('cursor_expired', cms.changes.read(editor, { after: first.cursor }));
    const last = await cms.changes.read(editor, { after: second.cursor });
    expect(last).toMatchObject({ changes: [], hasMore: false });
  } finally {
    vi.useRealTimers();
  }
});

test.each([0, 0.5, 3_651, NaN])('%d is no number of days for changes', async (changesDays) => {
  const { cms } = await coreWorld();
  const error = await rejectsWith('invalid_input', cms.settings.update(operator, { changesDays }));
  expect(error.issues).toMatchObject([{ path: 'changesDays' }]);
});

test('the start has every visible item once, and the changes since then follow', async () => {
  const world = await openWorld();
  const { cms, editor, write } = world;
  for (let n = 0; n < 7; n += 1) await write(editor, n % 2 === 0 ? published : {});
  const seen: string[] = [];
  let page = await cms.changes.read(anonymous, { after: 'start', limit: 2 });
  const [first] = page.changes;
  await cms.content.delete(editor, first!.id!);
  const late = await write(editor, published);
  for (;;) {
    seen.push(...page.changes.map(({ type, id }) => `${type} ${id}`));
    if (!page.hasMore) break;
    page = await cms.changes.read(anonymous, { after: page.cursor, limit: 2 });
  }
  const { value } = await cms.content.readPage(anonymous, { of: { list: {} }, client: '' });
  const items = value.kind === 'items' ? value.items : [];
  expect(new Set(seen)).toEqual(
    new Set([
      `upserted ${first!.id}`,
      ...items.map(({ id }) => `upserted ${id}`),
      `removed ${first!.id}`,
    ]),
  );
  expect(seen.slice(-2)).toEqual([`removed ${first!.id}`, `upserted ${late.id}`]);
});

test('files and collections are changes for every reader', async () => {
  const world = await openWorld();
  const { cms, editor } = world;
  const next = await follow(world, anonymous, { collection: 'pages' });
  const body = (async function* () {
    yield tinyGif;
  })();
  const upload = { originalName: 'a.gif', body, folder: () => undefined };
  const { id } = await cms.media.upload(editor, upload);
  const tags = [`media:${id}`, 'media'];
  expect((await next()).changes).toMatchObject([{ type: 'media.upserted', id, tags }]);
  await cms.media.update(editor, id, { alt: 'A pool' });
  expect((await next()).changes).toMatchObject([{ type: 'media.upserted', id, tags }]);
  await cms.media.update(editor, id, { alt: 'A tidal pool' });
  await cms.media.delete(editor, id);
  expect((await next()).changes).toMatchObject([{ type: 'media.removed', id, tags }]);
  const other = await cms.collections.create(operator, { name: 'other' });
  await cms.collections.update(operator, 'other', { description: 'New' });
  const changed = { type: 'collection.changed', id: other.id };
  expect((await next()).changes).toMatchObject([
    { ...changed, tags: [`list:${other.id}`, 'list', 'site'] },
  ]);
  await cms.collections.delete(operator, 'other');
  expect((await next()).changes).toMatchObject([changed]);
});

test('a change of what readers may see is a reset for those who are concerned', async () => {
  const world = await openWorld();
  const { cms, editor, posts, pages } = world;
  const token = { kind: 'token', tokenId: noId, scope: [posts.id] } as const;
  const followers = await Promise.all(
    [
      [anonymous, {}],
      [anonymous, { collection: posts.name }],
      [anonymous, { collection: pages.name }],
      [token, {}],
      [editor, {}],
      [editor, { collection: pages.name }],
      [await world.person('viewer'), {}],
    ].map(([actor, command]) => follow(world, actor as Actor, command as ReadChanges)),
  );
  const resets = () =>
    Promise.all(
      followers.map(async (next) => {
        const { changes } = await next();
        const found = changes.filter(({ type }) => type === 'reset');
        return found.map(({ collectionId = 'all', tags }) => [collectionId, ...tags].join());
      }),
    );
  const all = ['all,site'];
  await cms.settings.update(operator, { publicContent: 'all' });
  expect(await resets()).toEqual([all, all, all, all, [], [], []]);
  await cms.settings.update(operator, { publicContent: 'all', siteName: 'New' });
  expect(await resets()).toEqual(times(7, () => []));
  await cms.collections.update(operator, pages.name, { isActive: false });
  const one = [`${pages.id},site`];
  // Strangers do not see the collection now.
  expect(await resets()).toEqual([['all,site'], [], one, [], [], one, []]);
  await cms.users.setPermissions(operator, editor.userId, [
    { collection: 'pages', role: 'viewer' },
  ]);
  expect(await resets()).toEqual([[], [], [], [], one, one, []]);
});

test('what nobody could see is not told when the settings would allow it later', async () => {
  const { cms, editor, pages, write } = await openWorld();
  const setActive = (isActive: boolean) =>
    cms.collections.update(operator, pages.name, { isActive });
  const gone = await write(editor, { collectionId: pages.id, title: 'Secret merger' });
  const renamed = await write(editor, { collectionId: pages.id, title: 'Code name' });
  await setActive(false);
  const next = await follow({ cms }, anonymous);
  await cms.content.update(editor, gone.id, published);
  await cms.content.update(editor, renamed.id, published);
  await cms.content.delete(editor, gone.id);
  await cms.content.update(editor, renamed.id, { slug: 'public-name' });
  await setActive(true);
  const draft = await write(editor, { title: 'Secret draft' });
  await cms.content.delete(editor, draft.id);
  await cms.settings.update(operator, { publicContent: 'all' });
  const { changes } = await next();
  expect(changes).toMatchObject([
    { type: 'upserted', id: renamed.id, slug: 'public-name' },
    { type: 'collection.changed', id: pages.id },
    { type: 'reset', collectionId: pages.id },
    { type: 'reset' },
  ]);
  expect(JSON.stringify(changes)).not.toMatch(/secret|code-name/i);
  // From now on, everybody sees drafts.
  const later = await write(editor, { title: 'Open draft' });
  await next();
  await cms.content.delete(editor, later.id);
  expect(outline(await next())).toEqual([['removed', later.id, later.slug]]);
});

test('who waits is not told what nobody could see, either', async () => {
  const { cms, editor, pages, write } = await openWorld();
  const item = await write(editor, { collectionId: pages.id, title: 'Code name', ...published });
  await cms.collections.update(operator, pages.name, { isActive: false });
  const stream = await cms.changes.follow(anonymous, { client: '' });
  const iterator = stream[Symbol.asyncIterator]();
  await iterator.next();
  const told = iterator.next();
  await cms.content.update(editor, item.id, { slug: 'public-name' });
  await cms.content.delete(editor, item.id);
  await cms.collections.update(operator, pages.name, { isActive: true });
  expect((await told).value).toMatchObject({
    changes: [{ type: 'collection.changed' }, { type: 'reset' }],
  });
  await iterator.return?.();
});

test('strangers learn nothing of a collection while it is inactive, not even its id', async () => {
  const { cms, editor } = await openWorld();
  const next = await follow({ cms }, anonymous);
  const nextOfEditor = await follow({ cms }, editor);
  const { id } = await cms.collections.create(operator, { name: 'plans', isActive: false });
  expect((await next()).changes).toEqual([]);
  expect((await nextOfEditor()).changes).toMatchObject([{ type: 'collection.changed', id }]);
  await cms.collections.delete(operator, 'plans');
  expect((await next()).changes).toEqual([]);
});

test('working copies are changes in the perspective of drafts only', async () => {
  const world = await openWorld();
  const { cms, editor, pages, posts, write } = world;
  const { id } = await write(editor, published);
  const drafts = await follow(world, editor, { perspective: 'drafts' });
  const inPages = await follow(world, editor, { perspective: 'drafts', collection: pages.name });
  const inPosts = await follow(world, editor, { perspective: 'drafts', collection: posts.name });
  const others = [await follow(world, editor), await follow(world, anonymous)];
  await cms.drafts.save(editor, id, { title: 'Copy', slug: 'copy', collectionId: pages.id });
  expect((await drafts()).changes).toMatchObject([
    { type: 'upserted', slug: 'copy', previousSlug: 'post-1', item: { title: 'Copy' } },
  ]);
  expect(outline(await inPages())).toEqual([['upserted', id, 'copy']]);
  expect(outline(await inPosts())).toEqual([['removed', id, 'post-1']]);
  await cms.drafts.discard(editor, id);
  expect(outline(await drafts())).toEqual([['upserted', id, 'post-1']]);
  expect(outline(await inPages())).toEqual([['removed', id, 'copy']]);
  expect(outline(await inPosts())).toEqual([['upserted', id, 'post-1']]);
  for (const other of others) expect((await other()).changes).toEqual([]);
});

test('an item that a working copy showed in another collection leaves it with the copy', async () => {
  const world = await openWorld();
  const { cms, editor, pages, posts, write } = world;
  const command = { perspective: 'drafts', collection: pages.name } as const;
  const shownBy = async () => {
    const { id } = await write(editor, { ...published, collectionId: pages.id });
    await cms.drafts.save(editor, id, { title: 'Copy' });
    await cms.content.update(editor, id, { collectionId: posts.id });
    return { id, next: await follow(world, editor, command) };
  };
  const merged = await shownBy();
  await cms.drafts.publish(editor, merged.id, {});
  expect((await merged.next()).changes).toMatchObject([{ type: 'removed', id: merged.id }]);
  const withdrawn = await shownBy();
  await cms.content.update(editor, withdrawn.id, { status: 'draft' });
  expect((await withdrawn.next()).changes).toMatchObject([{ type: 'removed', id: withdrawn.id }]);
  const deleted = await shownBy();
  await cms.content.delete(editor, deleted.id);
  expect((await deleted.next()).changes).toMatchObject([{ type: 'removed', id: deleted.id }]);
});

test('a page of large items ends early, and misses none', async () => {
  const world = await openWorld();
  const { cms, editor, write } = world;
  const next = await follow(world, editor);
  const text = 'x'.repeat(1_900_000);
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) ids.push((await write(editor, { data: { text } })).id);
  const first = await next();
  expect(first).toMatchObject({ hasMore: true });
  expect(first.changes.map(({ id }) => id)).toEqual(ids.slice(0, 4));
  const second = await next();
  expect(second).toMatchObject({ hasMore: false });
  expect(second.changes.map(({ id }) => id)).toEqual(ids.slice(4));
  const start = await cms.changes.read(editor, { after: 'start' });
  expect(start).toMatchObject({ hasMore: true });
  expect(start.changes.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 4));
});

test('many changes that the reader does not see do not end the feed', async () => {
  const world = await openWorld();
  const { editor, ports, write } = world;
  const next = await follow(world, anonymous);
  const hidden = times(1_000, () => encodeJson({ type: 'visibility', at: 1, userId: noId }));
  await ports.store.repositories.outbox.add(hidden);
  const { id } = await write(editor, published);
  expect(await next()).toMatchObject({ changes: [], hasMore: true });
  expect(outline(await next())).toEqual([['upserted', id, 'post-1']]);
});

test('what was removed before its collection was deleted is told, also while another one is inactive', async () => {
  const world = await openWorld();
  const { cms, editor, pages, posts } = world;
  const { write } = world;
  const removed = await write(editor, published);
  const next = await follow(world, anonymous);
  const late = await follow(world, anonymous);
  await cms.collections.update(operator, pages.name, { isActive: false });
  await next();
  await cms.content.delete(editor, removed.id);
  await cms.trash.delete(editor, removed.id);
  await cms.collections.delete(operator, posts.name);
  const expected = { type: 'removed', id: removed.id, slug: removed.slug };
  expect((await next()).changes).toContainEqual(expect.objectContaining(expected));
  expect((await late()).changes).toContainEqual(expect.objectContaining(expected));
  // An inactive one that is deleted stays hidden.
  const { id: collectionId } = await cms.collections.create(operator, {
    name: 'hidden',
    schema: { type: 'object', properties: {}, required: [] },
  });
  const hidden = await write(editor, { collectionId, slug: 'never-seen' });
  await cms.collections.update(operator, 'hidden', { isActive: false });
  await cms.content.update(editor, hidden.id, published);
  await cms.content.delete(editor, hidden.id);
  await cms.trash.delete(editor, hidden.id);
  await cms.collections.delete(operator, 'hidden');
  expect(JSON.stringify((await next()).changes)).not.toContain(hidden.slug);
});
