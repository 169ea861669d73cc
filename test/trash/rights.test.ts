import { describe, expect, test } from 'vitest';
import { anonymous, operator, type Actor, type TokenActor } from '../../core/index.ts';
import type { TrashEntry } from '../../core/vocabulary.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';

/** Five items in the trash: one of each of two authors in both collections, and one without an owner. */
const trashWorld = async () => {
  const world = await coreWorld();
  const { cms, person, write, posts, pages } = world;
  const grantIn = (collectionId: string, role: 'viewer' | 'author' | 'editor') => [
    { collectionId, role },
  ];
  const author = await person('author');
  const other = await person('author', grantIn(posts.id, 'editor'));
  const items = new Map<string, string>();
  for (const [name, owner] of Object.entries({ author, other })) {
    for (const collection of [posts, pages]) {
      const { id } = await write(owner, { collectionId: collection.id });
      items.set(id, `${name}'s in ${collection.name}`);
      await cms.content.delete(operator, id);
    }
  }
  const [imported] = await cms.transfer.importContent(operator, {
    records: [{ collection: pages.name, title: 'Imported' }],
  });
  const id = imported !== undefined && 'id' in imported ? imported.id : '';
  items.set(id, 'imported');
  await cms.content.delete(operator, id);
  const actors: Readonly<Record<string, Actor>> = {
    author,
    other,
    viewer: await person('viewer'),
    editor: await person('editor'),
    admin: await person('admin'),
    'viewer granted author': {
      ...author,
      role: 'viewer',
      grants: grantIn(posts.id, 'author'),
    },
    'editor granted viewer': await person('editor', grantIn(posts.id, 'viewer')),
    'editor granted author': { ...author, role: 'editor', grants: grantIn(posts.id, 'author') },
    operator,
  };
  return { ...world, items, actors, idOf: (name: string) => idOf(items, name) };
};

const idOf = (items: ReadonlyMap<string, string>, name: string): string =>
  [...items].find(([, each]) => each === name)?.[0] ?? '';

const namesIn = (
  items: ReadonlyMap<string, string>,
  entries: readonly TrashEntry[],
): readonly string[] =>
  entries.map(({ id }) => items.get(id) ?? id).toSorted((left, right) => (left < right ? -1 : 1));

const all = [
  "author's in blog-posts",
  "author's in pages",
  'imported',
  "other's in blog-posts",
  "other's in pages",
];

/** What each caller sees in the trash. */
const visible: readonly (readonly [string, readonly string[]])[] = [
  ['author', ["author's in blog-posts", "author's in pages"]],
  ['other', ["author's in blog-posts", "other's in blog-posts", "other's in pages"]],
  ['editor', all],
  ['admin', all],
  ['viewer granted author', ["author's in blog-posts"]],
  ['editor granted viewer', ["author's in pages", 'imported', "other's in pages"]],
  ['editor granted author', all.filter((name) => name !== "other's in blog-posts")],
  ['operator', all],
];

describe.each(visible)('%s', (name, expected) => {
  test('sees, counts, restores and deletes exactly these items', async () => {
    const { cms, items, actors } = await trashWorld();
    const actor = actors[name]!;
    const listed = async (collection?: string) =>
      namesIn(items, await cms.trash.list(actor, { collection }));
    expect(await listed()).toEqual(expected);
    const counts = await cms.trash.count(actor, {});
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(expected.length);
    for (const { collection, count } of counts) {
      expect(await listed(collection)).toHaveLength(count);
    }
    for (const [id, item] of items) {
      if (!expected.includes(item)) {
        await rejectsWith('not_found', cms.trash.restore(actor, id));
        await rejectsWith('not_found', cms.trash.delete(actor, id));
        continue;
      }
      expect((await cms.trash.restore(actor, id)).id).toBe(id);
      await cms.content.delete(actor, id);
      await cms.trash.delete(actor, id);
    }
    expect(await listed()).toEqual([]);
    expect(await cms.trash.list(operator, {})).toHaveLength(items.size - expected.length);
  });

  test('restores these items together, and none together with one that it does not see', async () => {
    const { cms, items, actors } = await trashWorld();
    const actor = actors[name]!;
    const restore = (ids: readonly string[]) =>
      cms.content.bulk(actor, { action: 'restore', ids, atomic: true });
    const isSeen = ([, item]: readonly [string, string]) => expected.includes(item);
    const seen = [...items].filter(isSeen).map(([id]) => id);
    if (seen.length < items.size) {
      const { isRejected, results } = await restore([...items.keys()]);
      expect(isRejected).toBe(true);
      for (const result of results) {
        const code = result.outcome === 'failed' ? result.error.code : result.outcome;
        expect(code).toBe(seen.includes(result.id) ? 'not_done' : 'not_found');
      }
      expect(await cms.trash.list(operator, {})).toHaveLength(items.size);
    }
    expect((await restore(seen)).isRejected).toBe(false);
    expect(await cms.trash.list(operator, {})).toHaveLength(items.size - seen.length);
  });

  test('empties exactly these items, or may not empty the trash', async () => {
    const { cms, items, actors } = await trashWorld();
    const actor = actors[name]!;
    if (name === 'author' || name === 'viewer granted author') {
      await rejectsWith('forbidden', cms.trash.empty(actor));
      await rejectsWith('forbidden', cms.trash.empty(actor, { collection: 'blog-posts' }));
      expect(await cms.trash.list(operator, {})).toHaveLength(items.size);
      return;
    }
    expect(await cms.trash.empty(actor)).toBe(expected.length);
    const left = namesIn(items, await cms.trash.list(operator, {}));
    expect(left).toEqual(all.filter((item) => !expected.includes(item)));
  });
});

test('a named collection is emptied alone, by those who may delete all of its items', async () => {
  const { cms, items, actors } = await trashWorld();
  await rejectsWith('forbidden', cms.trash.empty(actors['other']!, { collection: 'pages' }));
  const lowered = actors['editor granted viewer']!;
  await rejectsWith('forbidden', cms.trash.empty(lowered, { collection: 'blog-posts' }));
  await rejectsWith('forbidden', cms.trash.list(lowered, { collection: 'blog-posts' }));
  await rejectsWith('forbidden', cms.trash.count(lowered, { collection: 'blog-posts' }));
  const error = await rejectsWith(
    'collection_not_found',
    cms.trash.empty(operator, { collection: 'nothing' }),
  );
  expect(error.issues).toMatchObject([{ path: 'collection' }]);
  expect(await cms.trash.list(operator, {})).toHaveLength(items.size);
  expect(await cms.trash.empty(actors['other']!, { collection: 'blog-posts' })).toBe(2);
  expect(await cms.trash.list(operator, {})).toHaveLength(items.size - 2);
  expect(await cms.trash.list(operator, { collection: 'nothing' })).toEqual([]);
});

test('viewers, API tokens and anonymous callers may do nothing with the trash', async () => {
  const { cms, actors, idOf: find } = await trashWorld();
  const token: TokenActor = { kind: 'token', tokenId: 'any', scope: 'all' };
  const id = find('imported');
  for (const [actor, code] of [
    [actors['viewer']!, 'forbidden'],
    [token, 'token_read_only'],
    [anonymous, 'not_authenticated'],
  ] as const) {
    for (const attempt of [
      () => cms.trash.list(actor, {}),
      () => cms.trash.count(actor, {}),
      () => cms.trash.restore(actor, id),
      () => cms.trash.delete(actor, id),
      () => cms.trash.empty(actor),
    ]) {
      await rejectsWith(code, attempt());
    }
  }
});

test('lists have pages', async () => {
  const { cms, items } = await trashWorld();
  const listed = async (limit: number, offset: number) =>
    (await cms.trash.list(operator, { limit, offset })).map(({ id }) => id);
  expect([...(await listed(2, 0)), ...(await listed(10, 2))]).toEqual(await listed(10, 0));
  expect(await listed(10, items.size)).toEqual([]);
  await rejectsWith('invalid_input', cms.trash.list(operator, { limit: 0 }));
});
