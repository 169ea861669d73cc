import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { exactCountMax, grantedMax, type Role } from '../../core/vocabulary.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { memoryCms } from '../support/core/memory-cms.ts';

const schema = { properties: { next: { type: 'reference', collection: 'pages' } } };

/** Posts can refer to pages. */
const referringWorld = async () => {
  const world = await coreWorld();
  const { cms, posts, pages } = world;
  await cms.collections.update(operator, posts.name, { schema });
  const editor = await world.person('editor');
  const page = (status: 'draft' | 'published' = 'published') =>
    world.write(editor, { collectionId: pages.id, status });
  const refer = async (target: string, collectionId = posts.id) =>
    world.write(editor, { collectionId, data: { next: target }, status: 'published' });
  return { ...world, page, refer };
};

const readPages = ({ cms }: Pick<CoreWorld, 'cms'>) =>
  cms.collections.readAccess(operator, 'pages');

test('an unknown collection is not found', async () => {
  const { cms } = await coreWorld();
  await rejectsWith('not_found', cms.collections.readAccess(operator, 'nothing'));
});

test('published items count, whether the collection is private, inactive or neither', async () => {
  const world = await referringWorld();
  await world.page();
  await world.page();
  await world.page('draft');
  await world.refer((await world.page('draft')).id);
  for (const command of [{}, { access: 'private' }, { isActive: false }] as const) {
    await world.cms.collections.update(operator, 'pages', command);
    const { items, access } = await readPages(world);
    expect(items).toEqual({ count: 2, isLowerBound: false });
    expect(access).toBe('access' in command || 'isActive' in command ? 'private' : 'public');
  }
});

test('former slugs of published items count as redirects, also of one that is private or inactive', async () => {
  const world = await referringWorld();
  const { cms } = world;
  const editor = await world.person('editor');
  const [shown, hidden] = [await world.page(), await world.page()];
  for (const slug of ['first', 'second', 'third']) {
    await cms.content.update(editor, shown.id, { slug });
  }
  await cms.content.update(editor, hidden.id, { slug: 'fourth' });
  await cms.content.update(editor, hidden.id, { slug: 'fifth', status: 'draft' });
  const post = await world.write(editor, { status: 'published' });
  await cms.content.update(editor, post.id, { slug: 'sixth' });
  for (const command of [{}, { access: 'private' }, { isActive: false }] as const) {
    await cms.collections.update(operator, 'pages', command);
    expect((await readPages(world)).redirects).toEqual({ count: 3, isLowerBound: false });
  }
});

test('items that everybody sees count as referrers, each once', async () => {
  const world = await referringWorld();
  const { cms, pages } = world;
  for (const name of ['closed', 'open', 'retired']) {
    await cms.collections.create(operator, { name, schema });
  }
  await cms.collections.update(operator, 'closed', { access: 'private' });
  await cms.collections.update(operator, pages.name, { schema });
  const { id } = await world.page();
  const idOf = async (name: string) => (await cms.collections.get(operator, name)).id;
  await world.refer(id);
  for (const name of ['closed', 'open', 'retired', 'pages']) {
    await world.refer(id, await idOf(name));
  }
  await cms.collections.update(operator, 'retired', { isActive: false });
  expect((await readPages(world)).referrers).toEqual({ count: 2, isLowerBound: false });
  await cms.collections.update(operator, 'closed', { access: 'public' });
  expect((await readPages(world)).referrers.count).toBe(3);
});

test('a number that was not counted to its end is a lower bound', async () => {
  for (const [found, expected] of [
    [
      { count: 3, isComplete: false },
      { count: 3, isLowerBound: true },
    ],
    [
      { count: exactCountMax + 1, isComplete: true },
      { count: exactCountMax, isLowerBound: true },
    ],
    [
      { count: exactCountMax, isComplete: true },
      { count: exactCountMax, isLowerBound: false },
    ],
  ] as const) {
    const store = (await memoryCms()).ports.store;
    const ports = {
      store: alteredStore(store, ({ references }) => ({
        references: altered(references, { countReferrers: async () => found }),
      })),
    };
    const { cms } = await memoryCms({ ports });
    const { referrers } = await cms.collections.readAccess(operator, 'pages');
    expect(referrers).toEqual(expected);
  }
});

test('users count who see the collection if it is private, and are named if only a role in it shows it', async () => {
  const world = await coreWorld();
  const { cms, pages, posts, person } = world;
  const granted = (role: Role, collectionId = pages.id) => [{ collectionId, role }];
  await person('admin');
  await person('editor', granted('viewer'));
  await person('viewer');
  await person('author', granted('editor', posts.id));
  const [zoe, ada, gone] = [
    await person('author', granted('viewer')),
    await person('viewer', granted('editor')),
    await person('viewer', granted('viewer')),
  ];
  await cms.users.update(operator, zoe.userId, { firstName: 'Zoe' });
  await cms.users.update(operator, ada.userId, { firstName: 'ada', lastName: 'Bird' });
  await cms.users.update(operator, gone.userId, { isActive: false });
  const { users } = await readPages(world);
  expect(users).toEqual({
    count: 4,
    granted: [
      { id: ada.userId, name: 'ada Bird', role: 'editor' },
      { id: zoe.userId, name: 'Zoe', role: 'viewer' },
    ],
  });
});

test('a limited number of users is named, and all of them count', async () => {
  const world = await coreWorld();
  const grants = [{ collectionId: world.pages.id, role: 'viewer' }] as const;
  for (let n = 0; n < grantedMax + 5; n += 1) await world.person('viewer', grants);
  const { users } = await readPages(world);
  expect([users.count, users.granted.length]).toEqual([grantedMax + 5, grantedMax]);
});

test('tokens are named if their scope names the collection and they have not expired', async () => {
  const world = await coreWorld();
  const { cms, clock } = world;
  const create = async (name: string, collections: readonly string[], expiresIn?: '30d') =>
    cms.apiTokens.create(operator, { name, collections, ...(expiresIn && { expiresIn }) });
  await create('Everything', []);
  await create('Others', ['blog-posts']);
  const { token } = await create('Intranet', ['blog-posts', 'pages']);
  await create('Short', ['pages'], '30d');
  expect((await readPages(world)).tokens.map(({ name }) => name).toSorted()).toEqual([
    'Intranet',
    'Short',
  ]);
  clock.advance(31 * 24 * 60 * 60 * 1_000);
  expect((await readPages(world)).tokens).toEqual([{ id: token.id, name: 'Intranet' }]);
});
