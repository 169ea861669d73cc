import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import {
  anonymous,
  contentStatuses,
  isDomainError,
  operator,
  type Cms,
  type ContentItem,
} from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import {
  cachedWorld,
  get,
  getOfCollection,
  list,
  sourceOf,
  withoutMemory,
} from '../support/cached-world.ts';
import { rejectsWith, type CoreWorld } from '../support/core-world.ts';

/** All reads that can show the item or its absence, as one value. */
const everyRead = async (cms: Cms, { id, slug }: ContentItem): Promise<readonly string[]> => {
  const lists = [
    {},
    { collection: 'blog-posts' },
    { collection: 'pages' },
    { status: 'draft' },
    { slug: 'new' },
  ];
  const texts = lists.map(async (query) => (await list(cms, anonymous, query as object)).text);
  const pages = [0, 1, 2].map(
    async (offset) => (await list(cms, anonymous, { limit: 1, offset })).text,
  );
  const codeOf = (error: unknown) => (isDomainError(error) ? error.code : 'bug');
  const item = get(cms, anonymous, id).then(({ text }) => text, codeOf);
  const bySlug = getOfCollection(cms, anonymous, { collection: 'blog-posts', idOrSlug: slug }).then(
    ({ text }) => text,
    codeOf,
  );
  return Promise.all([...texts, ...pages, item, bySlug]);
};

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
      const truth = another({ ports: withoutMemory(world.ports) });
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
  const [post, other] = [await write(author), await write(author)];
  const page = await write(author, { collectionId: pages.id });
  const warm = async () => {
    for (const { id } of [post, other, page]) await get(cms, anonymous, id);
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
  expect(await sourceOf(get(cms, anonymous, other.id))).toBe('memory');
  expect(await sourceOf(get(cms, anonymous, page.id))).toBe('memory');
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

test('a write whose confirmation is lost is visible', async () => {
  const { cms, another, ports, person, write, posts } = await cachedWorld();
  const item = await write(await person('author'));
  const lost = async <T>(work: Promise<T>): Promise<never> => {
    await work;
    throw new Error('connection lost');
  };
  const unitOfWork = altered(ports.unitOfWork, {
    single: (permit, work) => lost(ports.unitOfWork.single(permit, work)),
    run: (permit, work) => lost(ports.unitOfWork.run(permit, work)),
    runExclusive: (permit, lock, work) => lost(ports.unitOfWork.runExclusive(permit, lock, work)),
  });
  const troubled = another({ ports: { unitOfWork } });
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

test('a cached result equals the stored state after any sequence of writes and reads', async () => {
  const status = fc.constantFrom(...contentStatuses);
  const step = fc.record({
    kind: fc.constantFrom('read', 'read', 'read', 'create', 'update', 'delete', 'hide', 'purge'),
    instance: fc.nat(2),
    item: fc.nat(3),
    status,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const world = await cachedWorld();
      const { cms, another, posts, pages } = world;
      const instances = [cms, another(), another()];
      const truth = another({ ports: withoutMemory(world.ports) });
      const items: ContentItem[] = [];
      for (const [n, { kind, instance, item: index, status: to }] of steps.entries()) {
        const { content, settings, plugins } = instances[instance]!;
        const item = items[index];
        if (kind === 'create') {
          const collectionId = n % 2 === 0 ? posts.id : pages.id;
          items.push(await content.create(operator, { collectionId, title: `T${n}`, status: to }));
        } else if (kind === 'hide') {
          const publicContent = n % 2 === 0 ? 'all' : 'published';
          await settings.update(operator, { publicContent });
        } else if (kind === 'purge') {
          await plugins.purgeCache(operator);
        } else if (item !== undefined && kind !== 'read') {
          const write =
            kind === 'update'
              ? content.update(operator, item.id, { title: `T${n}`, status: to })
              : content.delete(operator, item.id);
          await write.catch((error: unknown) => expect(isDomainError(error)).toBe(true));
        }
        const shown = item ?? ({ id: 'none' } as ContentItem);
        const answers = await everyRead(instances[instance]!, shown);
        expect(answers).toEqual(await everyRead(truth, shown));
      }
    }),
    { numRuns: 60 },
  );
});

test('a deleted item is not found in the cache', async () => {
  const { cms, another, person, write } = await cachedWorld();
  const { id } = await write(await person('author'));
  await get(cms, anonymous, id);
  await another().content.delete(operator, id);
  await rejectsWith('not_found', get(cms, anonymous, id));
});
