import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anonymous, operator, type Actor, type TokenActor } from '../../core/index.ts';
import { minute, noId, type ContentItem } from '../../core/vocabulary.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { hook, tagger } from '../support/core/hook-world.ts';

const token: TokenActor = { kind: 'token', tokenId: noId, scope: 'all' };

/** Ages of revisions are measured by the clock of the store, which is that of the process. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const historyOf = ({ cms }: CoreWorld, { id }: ContentItem, page = {}) =>
  cms.history.list(operator, id, page);

const linesOf = async (world: CoreWorld, item: ContentItem) =>
  (await historyOf(world, item)).map(({ version, changed, isAutosave }) =>
    [version, ...changed, ...(isAutosave ? ['(autosave)'] : [])].join(' '),
  );

describe('a revision is stored', () => {
  test('by each write that changes something, with what it changed and who wrote', async () => {
    const world = await coreWorld();
    const { cms, clock, person, pages, write } = world;
    const [author, editor] = [await person('author'), await person('editor')];
    const item = await write(author, { data: { body: 'a', tags: [] } });
    const created = clock.now();
    clock.advance(minute);
    await cms.content.update(editor, item.id, { title: 'Tides', data: { body: 'b', tags: [] } });
    await cms.content.update(editor, item.id, { title: 'Tides' });
    await cms.content.update(editor, item.id, { status: 'published', slug: 'tides' });
    await cms.content.update(operator, item.id, { collectionId: pages.id, data: { new: 1 } });
    await cms.content.update(operator, item.id, { status: 'archived' }, undefined, { note: 'Old' });
    const revisions = await historyOf(world, item);
    expect(revisions).toMatchObject([
      { version: 5, changed: ['status'], status: 'archived', note: 'Old' },
      { version: 4, changed: ['collectionId', 'data.body', 'data.tags', 'data.new'] },
      { version: 3, changed: ['slug', 'status'], status: 'published', title: 'Tides' },
      { version: 2, changed: ['title', 'data.body'], createdAt: created + minute },
      {
        version: 1,
        changed: ['title', 'slug', 'status', 'collectionId', 'data.body', 'data.tags'],
        createdAt: created,
        title: item.title,
        status: 'draft',
        note: undefined,
        isAutosave: false,
      },
    ]);
    expect(revisions.map(({ author: by }) => by?.id)).toEqual([
      undefined,
      undefined,
      editor.userId,
      editor.userId,
      author.userId,
    ]);
    expect(revisions.at(-1)?.author?.name).toBe('person1');
    expect(await historyOf(world, item, { limit: 2, offset: 1 })).toEqual(revisions.slice(1, 3));
  });

  test('with what hooks have replaced; none if they take the change back', async () => {
    const world = await coreWorld({
      hooks: [
        tagger('new', ['content.create']),
        hook(['content.update'], (attempt) => {
          if (attempt.operation !== 'content.update') return undefined;
          const { before, item } = attempt;
          if (before === undefined || !item.title.startsWith('Never')) return undefined;
          return { replace: { title: before.title, data: JSON.parse(before.data) } };
        }),
      ],
    });
    const { cms, person, write } = world;
    const item = await write(await person('author'), { data: { a: 1 } });
    const changed = await cms.content.update(operator, item.id, { title: 'Never' });
    expect(changed).toMatchObject({ version: 2, title: item.title });
    expect(await linesOf(world, item)).toEqual([
      '1 title slug status collectionId data.a data.tags',
    ]);
    expect((await cms.history.get(operator, item.id, 1)).data).toBe('{"a":1,"tags":["new"]}');
    await rejectsWith('not_found', cms.history.get(operator, item.id, 2));
  });
});

describe('an earlier version', () => {
  test('is the item with what it had then, and the time of the version', async () => {
    const { cms, clock, person, pages, posts, write } = await coreWorld();
    const author = await person('author');
    const first = await write(author, { data: { body: 'a' }, slug: 'first' });
    clock.advance(minute);
    const change = { title: 'Tides', slug: 'tides', data: {}, collectionId: pages.id };
    await cms.content.update(operator, first.id, change);
    clock.advance(minute);
    await cms.content.update(operator, first.id, { status: 'published' });
    expect(await cms.history.get(author, first.id, 1)).toEqual(first);
    expect(await cms.history.get(author, first.id.toUpperCase(), 2)).toMatchObject({
      ...change,
      data: '{}',
      status: 'draft',
      authorId: author.userId,
      createdAt: first.createdAt,
      updatedAt: first.createdAt + minute,
      version: 2,
    });
    expect(posts.id).toBe(first.collectionId);
  });

  test('is not found if the history does not have it', async () => {
    const { cms, person, write } = await coreWorld();
    const { id } = await write(await person('author'));
    for (const version of [0, 2, -1, 1.5, 2 ** 31, NaN]) {
      await rejectsWith('not_found', cms.history.get(operator, id, version));
      await rejectsWith('not_found', cms.history.restore(operator, id, { version }));
    }
  });
});

test('every user can read the history; nobody else can, and nobody that of an item that is deleted', async () => {
  const { cms, person, write } = await coreWorld();
  const { id } = await write(await person('author'));
  const reads = [
    (actor: Actor, item: string) => cms.history.list(actor, item, {}),
    (actor: Actor, item: string) => cms.history.get(actor, item, 1),
  ];
  const viewer = await person('viewer');
  for (const read of reads) {
    await read(viewer, id);
    for (const item of [id, noId, 'nonsense']) {
      await rejectsWith('not_authenticated', read(anonymous, item));
      await rejectsWith('forbidden', read(token, item));
    }
    await rejectsWith('not_found', read(viewer, noId));
    await rejectsWith('not_found', read(viewer, 'nonsense'));
  }
  await rejectsWith('invalid_input', cms.history.list(viewer, id, { limit: 0 }));
  await cms.content.delete(operator, id);
  for (const read of reads) await rejectsWith('not_found', read(viewer, id));
});

describe('a restored version', () => {
  test('is a new version with its title, slug and data; status and collection stay', async () => {
    const world = await coreWorld();
    const { cms, clock, person, pages, write } = world;
    const author = await person('author');
    const item = await write(author, { slug: 'first', data: { body: 'a' } });
    const change = { title: 'Tides', slug: 'tides', data: {}, status: 'published' } as const;
    await cms.content.update(operator, item.id, { ...change, collectionId: pages.id });
    clock.advance(minute);
    const note = 'Back';
    const restored = await cms.history.restore(author, item.id, { version: 1 }, undefined, {
      note,
    });
    expect(restored).toEqual({
      ...item,
      version: 3,
      status: 'published',
      collectionId: pages.id,
      updatedAt: clock.now(),
      publishedAt: clock.now() - minute,
    });
    const [newest] = await historyOf(world, item);
    expect(newest).toMatchObject({ version: 3, changed: ['title', 'slug', 'data.body'], note });
    expect(await cms.history.restore(author, item.id, { version: 1 })).toEqual(restored);
    expect(await cms.history.restore(author, item.id, { version: 3 })).toEqual(restored);
    expect(await historyOf(world, item)).toHaveLength(3);
  });

  test('needs the right to edit, the expected state, a free slug, and valid data', async () => {
    const { cms, person, write, posts } = await coreWorld();
    const author = await person('author');
    const item = await write(author, { slug: 'first', data: { excerpt: 'a'.repeat(20) } });
    const { id } = item;
    const restore = (actor: Actor) => cms.history.restore(actor, id, { version: 1 });
    await cms.content.update(author, id, { slug: 'second', data: {} });
    await rejectsWith('not_authenticated', restore(anonymous));
    await rejectsWith('token_read_only', restore(token));
    for (const role of ['viewer', 'author'] as const) {
      await rejectsWith('forbidden', restore(await person(role)));
    }
    const outdated = cms.history.restore(
      author,
      id,
      { version: 9 },
      ({ version }) => version === 1,
    );
    await rejectsWith('version_mismatch', outdated);
    const other = await write(author, { slug: 'first' });
    const { details } = await rejectsWith('slug_taken', restore(author));
    expect(details).toContain('first-2');
    await cms.content.delete(author, other.id);
    const schema = { type: 'object', properties: { excerpt: { type: 'string', maxLength: 9 } } };
    await cms.collections.update(operator, posts.name, { schema });
    await rejectsWith('invalid_data', restore(author));
    await cms.collections.update(operator, posts.name, { schema: { properties: {} } });
    expect(await restore(author)).toMatchObject({ version: 3, slug: 'first' });
    await rejectsWith('not_found', cms.history.restore(author, noId, { version: 1 }));
  });

  test('goes through the hooks', async () => {
    const { cms, person, write } = await coreWorld({ hooks: [tagger('new', ['content.update'])] });
    const { id } = await write(await person('author'), { data: { a: 1 } });
    await cms.content.update(operator, id, { data: {} });
    expect((await cms.history.restore(operator, id, { version: 1 })).data).toBe(
      '{"a":1,"tags":["new"]}',
    );
  });
});

describe('an autosave', () => {
  const autosave = { isAutosave: true };

  const savingWorld = async () => {
    const world = await coreWorld();
    const author = await world.person('author');
    const item = await world.write(author, { data: { body: '' } });
    let count = 0;
    const save = (actor: Actor = author, remarks: object = autosave) => {
      count += 1;
      return world.cms.content.update(
        actor,
        item.id,
        { data: { body: count } },
        undefined,
        remarks,
      );
    };
    return { ...world, author, item, save, lines: () => linesOf(world, item) };
  };
  const creation = '1 title slug status collectionId data.body';

  test('replaces the one before it, and the version still increases', async () => {
    const { item, save, lines, cms } = await savingWorld();
    for (let version = 2; version < 6; version += 1) expect((await save()).version).toBe(version);
    expect(await lines()).toEqual(['5 data.body (autosave)', creation]);
    await rejectsWith('not_found', cms.history.get(operator, item.id, 4));
  });

  test('names what changed since the revision that stays, not what was taken back', async () => {
    const { author, item, cms, lines } = await savingWorld();
    const save = (change: object) =>
      cms.content.update(author, item.id, change, undefined, autosave);
    await save({ title: 'Tides', data: { body: 'a', more: 1 } });
    await save({ slug: 'tides', data: { body: 'a' } });
    expect(await lines()).toEqual(['3 title slug data.body (autosave)', creation]);
    await save({ title: item.title, slug: item.slug, data: { body: '' } });
    expect(await lines()).toEqual(['4 (autosave)', creation]);
  });

  test.each([
    ['draft', 'published', 'draft'],
    ['published', 'draft', 'published'],
  ] as const)('never replaces one of another status: %s, %s, %s', async (...statuses) => {
    const { item, cms, author, ports } = await savingWorld();
    for (const [count, status] of statuses.entries()) {
      const change = { status, data: { body: count } };
      await cms.content.update(author, item.id, change, undefined, autosave);
      await cms.content.update(author, item.id, { title: `${count}` }, undefined, autosave);
    }
    const entries = await ports.store.repositories.revisions.list(item.id, { limit: 9, offset: 0 });
    const stored = entries.toReversed().map(({ status }) => status);
    expect(stored).toEqual(['draft', ...statuses]);
  });

  test('of somebody else, one of ten minutes ago and a save stay', async () => {
    const { person, save, lines } = await savingWorld();
    const editor = await person('editor');
    await save();
    await save(editor);
    vi.advanceTimersByTime(10 * minute - 1);
    await save(editor);
    vi.advanceTimersByTime(10 * minute);
    await save(editor);
    await save(editor, {});
    await save(editor);
    expect(await lines()).toEqual([
      '7 data.body (autosave)',
      '6 data.body',
      '5 data.body (autosave)',
      '4 data.body (autosave)',
      '2 data.body (autosave)',
      creation,
    ]);
  });

  test('stays when the clock of an instance is set back or ahead', async () => {
    const { clock, save, lines } = await savingWorld();
    await save();
    clock.advance(60 * minute);
    await save();
    clock.advance(-120 * minute);
    await save();
    expect(await lines()).toEqual(['4 data.body (autosave)', creation]);
    vi.advanceTimersByTime(10 * minute);
    await save();
    expect(await lines()).toHaveLength(3);
  });

  test('keeps the note of the one that it replaces, unless it has its own', async () => {
    const { item, save, ...world } = await savingWorld();
    await save(undefined, { ...autosave, note: 'First' });
    await save();
    expect((await historyOf(world, item))[0]).toMatchObject({ version: 3, note: 'First' });
    await save(undefined, { ...autosave, note: 'Second' });
    expect((await historyOf(world, item))[0]).toMatchObject({ version: 4, note: 'Second' });
  });

  test('at the same time as others never removes the revision of another write', async () => {
    const { author, item, person, cms, lines } = await savingWorld();
    const editor = await person('editor');
    const saves = Array.from({ length: 20 }, (_, n) =>
      cms.content.update(
        n % 4 === 0 ? editor : author,
        item.id,
        { data: { [`k${n}`]: n } },
        undefined,
        {
          isAutosave: n % 2 === 1,
        },
      ),
    );
    const saved = (await Promise.all(saves)).filter((_, n) => n % 2 === 0);
    const kept = (await lines()).filter((line) => !line.endsWith('(autosave)'));
    expect(kept.map((line) => Number(line.split(' ')[0]))).toEqual(
      [1, ...saved.map(({ version }) => version)].toSorted((one, other) => other - one),
    );
  });
});

test('a creation and a restored version are no autosaves, and an autosave replaces neither', async () => {
  const world = await coreWorld();
  const author = await world.person('author');
  const item = await world.cms.content.create(
    author,
    { collection: 'pages', title: 'x' },
    { note: 'New' },
  );
  const save = (title: string) =>
    world.cms.content.update(author, item.id, { title }, undefined, { isAutosave: true });
  await save('y');
  await world.cms.history.restore(author, item.id, { version: 1 });
  await save('z');
  expect(await linesOf(world, item)).toEqual([
    '4 title (autosave)',
    '3 title',
    '2 title (autosave)',
    '1 title slug status collectionId',
  ]);
  expect((await historyOf(world, item)).at(-1)?.note).toBe('New');
});
