import { describe, expect, test } from 'vitest';
import { anonymous, operator, type Cms } from '../../core/index.ts';
import type { Store } from '../../core/store.ts';
import type { ContentItem } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import {
  cachedWorld,
  get,
  getOfCollection,
  list,
  sourceOf,
  uncached,
} from '../support/cache/cached-world.ts';
import { rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { everyRead } from '../support/cache/every-read.ts';

const writes: readonly (readonly [
  string,
  (cms: Cms, item: ContentItem, world: CoreWorld) => Promise<unknown>,
])[] = [
  [
    'creating an item',
    ({ content }, { collectionId }) => content.create(operator, { collectionId, title: 'More' }),
  ],
  ['an update', ({ content }, { id }) => content.update(operator, id, { title: 'New' })],
  ['a publication', ({ content }, { id }) => content.update(operator, id, { status: 'published' })],
  [
    'moving an item',
    ({ content }, { id }, { pages }) => content.update(operator, id, { collectionId: pages.id }),
  ],
  ['a new slug', ({ content }, { id }) => content.update(operator, id, { slug: 'new' })],
  ['a deletion', ({ content }, { id }) => content.delete(operator, id)],
  [
    'importing a new item',
    ({ transfer }, _, { posts }) =>
      transfer.importContent(operator, { records: [{ collection: posts.name, title: 'More' }] }),
  ],
  [
    'importing a change',
    ({ transfer }, { id }, { posts }) => {
      const records = [{ id, collection: posts.name, title: 'New' }];
      return transfer.importContent(operator, { records, overwrite: true });
    },
  ],
  [
    'importing an item that moves',
    ({ transfer }, { id }, { pages }) => {
      const records = [{ id, collection: pages.name, title: 'New' }];
      return transfer.importContent(operator, { records, overwrite: true });
    },
  ],
  [
    'deactivating a collection',
    ({ collections }, _, { posts }) =>
      collections.update(operator, posts.name, { isActive: false }),
  ],
  [
    'importing an inactive collection',
    ({ transfer }, _, { posts }) =>
      transfer.importCollections(operator, [{ ...posts, schema: {}, isActive: false }]),
  ],
  [
    'hiding drafts by the setting',
    ({ settings }) => settings.update(operator, { publicContent: 'published' }),
  ],
];

describe('in every list and by id, on every instance (directus#28181),', () => {
  for (const [name, writeThere] of writes) {
    test(`${name} is visible immediately`, async () => {
      const world = await cachedWorld();
      const { cms, another, person, write } = world;
      const item = await write(await person('author'));
      await write(await person('author'), { collectionId: world.pages.id });
      const truth = uncached(world);
      const [there, elsewhere] = [another(), another()];
      const before = await everyRead(cms, item);
      for (const instance of [there, elsewhere]) {
        expect(await everyRead(instance, item)).toEqual(before);
      }
      expect(await sourceOf(list(there, anonymous))).toBe('memory');
      await writeThere(there, item, world);
      const after = await everyRead(truth, item);
      expect(after).not.toEqual(before);
      for (const instance of [cms, there, elsewhere]) {
        expect(await everyRead(instance, item)).toEqual(after);
      }
    });
  }
});

test('a write does not invalidate what it does not affect', async () => {
  const { cms, person, write, pages } = await cachedWorld();
  const author = await person('author');
  const post = await write(author);
  await write(author);
  await write(author, { collectionId: pages.id });
  const warm = async () => {
    for (const collection of ['pages', 'blog-posts']) await list(cms, anonymous, { collection });
    await list(cms, anonymous);
  };
  await warm();
  const pageOf = (offset: number) => list(cms, anonymous, { limit: 1, offset });
  for (const offset of [0, 1, 2]) await pageOf(offset);
  await cms.content.update(author, post.id, { title: 'New' });
  // Newest first: the updated post is the oldest item.
  expect(await Promise.all([0, 1, 2].map((offset) => sourceOf(pageOf(offset))))).toEqual([
    'memory',
    'memory',
    'database',
  ]);
  expect(await sourceOf(list(cms, anonymous, { collection: 'pages' }))).toBe('memory');
  await warm();
  const same = {
    records: [{ id: post.id, collection: 'blog-posts', title: 'New', slug: post.slug }],
  };
  expect(await cms.transfer.importContent(operator, same)).toMatchObject([
    { outcome: 'unchanged' },
  ]);
  await cms.content.update(author, post.id, { title: 'New' });
  expect(await sourceOf(list(cms, anonymous))).toBe('memory');
});

test('a draft invalidates no list of published items', async () => {
  const { cms, person, write, posts } = await cachedWorld();
  const author = await person('author');
  const { slug } = await write(author, { status: 'published' });
  const collection = posts.name;
  const lists = [
    { status: 'published' },
    { collection, status: 'published' },
    { slug },
    {},
    { collection },
    { status: 'draft' },
  ] as const;
  const readAll = async () => {
    const sources: string[] = [];
    for (const query of lists) sources.push(await sourceOf(list(cms, anonymous, query)));
    return sources;
  };
  await readAll();
  const [kept, gone] = ['memory', 'database'];
  const draft = await write(author, { status: 'draft' });
  expect(await readAll()).toEqual([kept, kept, kept, gone, gone, gone]);
  await cms.content.update(author, draft.id, { status: 'published' });
  // The list of drafts is as it was at first.
  expect(await readAll()).toEqual([gone, gone, kept, gone, gone, kept]);
});

test('an item that is published hides the one whose slug is its id', async () => {
  const { cms, person, write, posts } = await cachedWorld();
  const author = await person('author');
  await cms.settings.update(operator, { publicContent: 'published' });
  const hidden = await write(author, { title: 'Hidden', status: 'draft' });
  await write(author, { title: 'Named', slug: hidden.id, status: 'published' });
  const read = () =>
    getOfCollection(cms, anonymous, { collection: posts.name, idOrSlug: hidden.id });
  expect((await read()).text).toContain('Named');
  await cms.content.update(author, hidden.id, { status: 'published' });
  expect((await read()).text).toContain('Hidden');
});

test('a write whose confirmation is lost is visible', async () => {
  const { cms, another, ports, person, write, posts } = await cachedWorld();
  const item = await write(await person('author'));
  const lost = async <T>(work: Promise<T>): Promise<never> => {
    await work;
    throw new Error('connection lost');
  };
  const store = altered<Store>(ports.store, {
    commit: (changes) => lost(ports.store.commit(changes)),
    exclusively: (lock, work) => lost(ports.store.exclusively(lock, work)),
  });
  const troubled = another({ ports: { store } });
  const { content, transfer, collections } = troubled;
  const lostWrites = [
    () => content.update(operator, item.id, { title: 'New' }),
    () => content.create(operator, { collectionId: posts.id, title: 'More' }),
    () =>
      transfer.importContent(operator, { records: [{ collection: posts.name, title: 'Most' }] }),
    () => content.delete(operator, item.id),
    () => collections.update(operator, posts.name, { isActive: false }),
  ];
  let before = await everyRead(cms, item);
  for (const lostWrite of lostWrites) {
    await expect(lostWrite()).rejects.toThrow('connection lost');
    const after = await everyRead(cms, item);
    expect(after).not.toEqual(before);
    before = after;
  }
});

test('a deleted item is not found in the cache', async () => {
  const { cms, another, person, write } = await cachedWorld();
  const { id } = await write(await person('author'));
  await get(cms, anonymous, id);
  await another().content.delete(operator, id);
  await rejectsWith('not_found', get(cms, anonymous, id));
});
