import { describe, expect, test } from 'vitest';
import { anonymous, operator, type Actor, type Cms, type ErrorCode } from '../../core/index.ts';
import { noId } from '../../core/vocabulary.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { memoryCms } from '../support/core/memory-cms.ts';

const token = (scope: 'all' | readonly string[]): Actor => ({
  kind: 'token',
  tokenId: noId,
  scope,
});

const useCases: readonly (readonly [string, (cms: Cms, actor: Actor) => Promise<unknown>])[] = [
  ['create', ({ collections }, actor) => collections.create(actor, { name: 'X' })],
  ['read', ({ collections }, actor) => collections.get(actor, 'nothing')],
  ['read who sees', ({ collections }, actor) => collections.readAccess(actor, 'nothing')],
  ['update', ({ collections }, actor) => collections.update(actor, 'nothing', { name: 'X' })],
  ['delete', ({ collections }, actor) => collections.delete(actor, 'nothing')],
  ['check', ({ collections }, actor) => collections.checkSchema(actor, 'nothing', { type: 1 })],
  ['list all', ({ collections }, actor) => collections.list(actor, { includeInactive: true })],
];
for (const [name, ask] of useCases) {
  test(`only administrators may ${name} collections; others do not learn which exist`, async () => {
    const { cms, person } = await coreWorld();
    await rejectsWith('not_authenticated', ask(cms, anonymous));
    await rejectsWith('token_read_only', ask(cms, token('all')));
    for (const role of ['viewer', 'author', 'editor'] as const) {
      await rejectsWith('forbidden', ask(cms, await person(role)));
    }
    for (const actor of [operator, await person('admin')]) {
      await ask(cms, actor).catch((error: unknown) =>
        expect(error).not.toMatchObject({ kind: 'forbidden' }),
      );
    }
  });
}

test('a new database gets two active collections once', async () => {
  const { cms } = await memoryCms();
  const starters = await cms.collections.list(anonymous);
  expect(starters.map(({ name, isActive }) => [name, isActive])).toEqual([
    ['blog-posts', true],
    ['pages', true],
  ]);
  for (const { schema } of starters) {
    expect(Object.entries(schema.properties).map(([name, { type }]) => [name, type])).toEqual([
      ['excerpt', 'textarea'],
      ['content', 'markdown'],
      ['featuredImage', 'media'],
      ['tags', 'array'],
    ]);
    expect(schema.required).toEqual([]);
  }
  for (const { name } of starters) await cms.collections.delete(operator, name);
  await cms.system.createStarterCollections();
  expect(await cms.collections.list(operator)).toEqual([]);
});

test('instances that start at the same time create the starter collections once', async () => {
  const { cms, another } = await coreWorld({ hasStarterCollections: false });
  await Promise.all(Array.from({ length: 5 }, () => another().system.createStarterCollections()));
  expect(await cms.collections.list(operator)).toHaveLength(2);
});

test('a database that has collections gets no starter collections', async () => {
  const { cms } = await coreWorld({ hasStarterCollections: false });
  const { id } = await cms.collections.create(operator, { name: 'own' });
  await cms.system.createStarterCollections();
  expect((await cms.collections.list(operator)).map((own) => own.id)).toEqual([id]);
});

test('a new collection has the given values and defaults for the others', async () => {
  const { cms, clock } = await coreWorld();
  const plain = await cms.collections.create(operator, { name: 'plain' });
  expect(plain).toEqual({
    id: plain.id,
    name: 'plain',
    displayName: 'plain',
    description: '',
    schema: { type: 'object', properties: {}, required: [] },
    isActive: true,
    version: 1,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  });
  const schema = { properties: { a: { type: 'string' } }, required: ['a'] };
  const texts = { displayName: ' Full ', description: ' Of things ' };
  const full = { name: 'full', isActive: false, schema, ...texts };
  expect(await cms.collections.create(operator, full)).toMatchObject({
    displayName: 'Full',
    description: 'Of things',
    isActive: false,
    schema: { type: 'object', ...schema },
  });
  expect(await cms.collections.get(operator, 'plain')).toEqual(plain);
});

test('an empty display name becomes the name, on creation and after a change', async () => {
  const { cms, posts } = await coreWorld();
  const blank = await cms.collections.create(operator, { name: 'blank', displayName: ' ' });
  const changed = await cms.collections.update(operator, posts.name, { displayName: ' ' });
  const renamed = await cms.collections.update(operator, 'blank', { name: 'new', displayName: '' });
  expect([blank, changed, renamed].map(({ displayName }) => displayName)).toEqual([
    'blank',
    posts.name,
    'new',
  ]);
  expect((await cms.collections.get(operator, posts.name)).displayName).toBe(posts.name);
});

describe('names', () => {
  const good = ['a', '0', 'blog-posts', 'a_b-c', 'a'.repeat(64)];
  const bad = ['', 'A', 'ä', 'a b', 'a--b', '-a', 'a-', 'a/b', '..', 'a\n', 'a'.repeat(65)];
  test('can be part of a path', async () => {
    const { cms, posts } = await coreWorld();
    for (const name of good.filter((one) => one !== posts.name)) {
      expect((await cms.collections.create(operator, { name })).name).toBe(name);
    }
    for (const name of bad) {
      const { issues } = await rejectsWith(
        'invalid_input',
        cms.collections.create(operator, { name }),
      );
      expect(issues).toMatchObject([{ path: 'name' }]);
      await rejectsWith('invalid_input', cms.collections.update(operator, posts.name, { name }));
    }
  });

  test('are unique, also for concurrent creations', async () => {
    const { cms, another, posts, pages } = await coreWorld();
    const instances = [cms, another()];
    const attempts = Array.from({ length: 20 }, (_, n) =>
      instances[n % 2]!.collections.create(operator, { name: 'one' }),
    );
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const taken = cms.collections.update(operator, posts.name, { name: pages.name });
    await rejectsWith('collection_name_taken', taken);
  });
});

const mistakes: readonly (readonly [object, ErrorCode])[] = [
  [{ displayName: 'x'.repeat(201) }, 'invalid_input'],
  [{ description: 'x'.repeat(2_001) }, 'invalid_input'],
  [{ displayName: 'a\u0000' }, 'invalid_text'],
  [{ schema: { properties: { f: { type: 'text' } } } }, 'invalid_schema'],
];
test('mistakes are rejected on creation and on change, and change nothing', async () => {
  const { cms, posts } = await coreWorld();
  for (const [change, code] of mistakes) {
    await rejectsWith(code, cms.collections.create(operator, { name: 'x', ...change }));
    const update = { isActive: false, ...change };
    await rejectsWith(code, cms.collections.update(operator, posts.name, update));
  }
  expect(await cms.collections.get(operator, posts.name)).toEqual(posts);
});

test('an update changes the given members, replaces the schema as a whole and never turns back the time', async () => {
  const { cms, clock, posts } = await coreWorld();
  clock.advance(1_000);
  const schema = { properties: { only: { type: 'number' } } };
  const updated = await cms.collections.update(operator, posts.name, { schema, name: 'news' });
  expect(updated).toEqual({
    ...posts,
    name: 'news',
    schema: { type: 'object', properties: { only: { type: 'number' } }, required: [] },
    version: 2,
    updatedAt: clock.now(),
  });
  clock.advance(-5_000);
  const off = await cms.collections.update(operator, 'news', { isActive: false });
  expect(off).toEqual({
    ...updated,
    isActive: false,
    hiddenSince: off.hiddenSince,
    version: 3,
  });
  expect(off.hiddenSince).toBe(updated.updatedAt);
  await rejectsWith('not_found', cms.collections.update(operator, posts.name, {}));
});

test('a collection that contains items cannot be deleted', async () => {
  const { cms, person, write, posts } = await coreWorld();
  const item = await write(await person('author'));
  await rejectsWith('collection_not_empty', cms.collections.delete(operator, posts.name));
  await cms.content.delete(operator, item.id);
  expect(await cms.collections.delete(operator, posts.name)).toBe(posts.id);
  await rejectsWith('not_found', cms.collections.delete(operator, posts.name));
});

test('of concurrent deletions one succeeds, and a later change is not found', async () => {
  const { cms, another, ports, posts, pages } = await coreWorld();
  const deletions = [cms, another()].map(({ collections }) =>
    collections.delete(operator, posts.name),
  );
  const outcomes = await Promise.allSettled(deletions);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const store = alteredStore(ports.store, (intact) => ({
    collections: altered(intact.collections, { update: async () => false }),
  }));
  const { collections } = another({ ports: { store } });
  await rejectsWith('not_found', collections.update(operator, pages.name, { isActive: false }));
});

test('creating an item and deleting its collection cannot both succeed', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { cms, another, person, write, posts, ports } = await coreWorld();
    const author = await person('author');
    const contenders = [
      () => write(author),
      () => another().collections.delete(operator, posts.name),
    ];
    if (round % 2 === 1) contenders.reverse();
    const outcomes = await Promise.allSettled(contenders.map((contend) => contend()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const items = await ports.store.repositories.contents.listAfter(undefined, 10);
    const names = (await cms.collections.list(operator)).map(({ name }) => name);
    expect(names.includes(posts.name)).toBe(items.length > 0);
  }
});

test('active collections are listed by name; administrators can include inactive ones', async () => {
  const { cms, person, posts, pages } = await coreWorld();
  await cms.collections.update(operator, posts.name, { isActive: false });
  const admin = await person('admin');
  const idsFor = async (actor: Actor, options?: { readonly includeInactive: boolean }) =>
    (await cms.collections.list(actor, options)).map(({ id }) => id);
  for (const actor of [anonymous, admin, operator]) expect(await idsFor(actor)).toEqual([pages.id]);
  expect(await idsFor(admin, { includeInactive: true })).toEqual([posts.id, pages.id]);
  expect(await idsFor(token('all'))).toEqual([pages.id]);
  expect(await idsFor(token([posts.id, pages.id]))).toEqual([pages.id]);
  expect(await idsFor(token([posts.id]))).toEqual([]);
});
