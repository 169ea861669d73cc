import { describe, expect, test } from 'vitest';
import { anonymous, operator, type Actor, type ErrorCode } from '../../core/index.ts';
import { noId, type Collection, type CollectionRecord } from '../../core/vocabulary.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { cachedWorld, list } from '../support/cache/cached-world.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { newsRecord as record } from '../support/import/news-record.ts';

/** As administrators get them. */
const listed = (...all: readonly Collection[]) =>
  all.map((each) => ({ ...each, access: 'public' }));

const { id } = record;

const asRecord = ({ schema, version: _, ...rest }: Collection): CollectionRecord => ({
  ...rest,
  schema: { ...schema } as never,
});

test('only administrators import collections', async () => {
  const { cms, person } = await coreWorld();
  const token: Actor = { kind: 'token', tokenId: noId, scope: 'all' };
  const ask = (actor: Actor) => cms.transfer.importCollections(actor, [{ ...record, id: 'x' }]);
  await rejectsWith('not_authenticated', ask(anonymous));
  await rejectsWith('token_read_only', ask(token));
  for (const role of ['viewer', 'author', 'editor'] as const) {
    await rejectsWith('forbidden', ask(await person(role)));
  }
  expect(await ask(await person('admin'))).toMatchObject([{ outcome: 'failed' }]);
});

test('a new collection is stored unchanged', async () => {
  const { cms } = await coreWorld();
  const upper = { ...record, id: id.toUpperCase() };
  const outcomes = await cms.transfer.importCollections(operator, [upper]);
  expect(outcomes).toEqual([{ name: 'news', id, outcome: 'created' }]);
  expect(await cms.collections.get(operator, 'news')).toEqual({ ...record, version: 1 });
});

test('a collection that equals the record is unchanged, regardless of the order of members', async () => {
  const world = await coreWorld();
  await world.cms.transfer.importCollections(operator, [record]);
  const store = alteredStore(world.ports.store, ({ collections }) => ({
    collections: altered(collections, {
      findByName: async (name) => {
        const found = await collections.findByName(name);
        return found && (Object.fromEntries(Object.entries(found).reverse()) as never);
      },
    }),
  }));
  for (const { transfer } of [world.cms, world.another({ ports: { store } })]) {
    const [outcome] = await transfer.importCollections(operator, [record]);
    expect(outcome).toEqual({ name: 'news', id, outcome: 'unchanged' });
  }
  const properties = { b: { type: 'string' }, a: { type: 'string' } };
  const { b, a } = properties;
  for (const ordered of [properties, { a, b }]) {
    const changed = { ...record, schema: { properties: ordered } };
    const [outcome] = await world.cms.transfer.importCollections(operator, [changed]);
    expect(outcome?.outcome).toBe('updated');
  }
});

describe('an existing collection with another id', () => {
  test('takes the id of the record if it is empty', async () => {
    const { cms, ports, posts } = await coreWorld();
    const [outcome] = await cms.transfer.importCollections(operator, [
      { ...record, name: posts.name },
    ]);
    expect(outcome).toEqual({ name: posts.name, id, outcome: 'updated' });
    expect(await ports.store.repositories.collections.findById(posts.id)).toBeUndefined();
    expect(await cms.collections.list(operator)).toHaveLength(2);
  });

  test('keeps its id if it contains items, and is unchanged by the next import', async () => {
    const { cms, ports, posts, person, write } = await coreWorld();
    const item = await write(await person('author'));
    const named = { ...record, name: posts.name };
    const importRecord = async () => (await cms.transfer.importCollections(operator, [named]))[0];
    expect(await importRecord()).toEqual({ name: posts.name, id: posts.id, outcome: 'updated' });
    const { id: own, createdAt, updatedAt } = posts;
    expect(await cms.collections.get(operator, posts.name)).toEqual({
      ...named,
      id: own,
      version: 2,
      createdAt,
      updatedAt,
    });
    expect(await importRecord()).toEqual({ name: posts.name, id: posts.id, outcome: 'unchanged' });
    expect((await ports.store.repositories.contents.findById(item.id))?.collectionId).toBe(
      posts.id,
    );
  });

  test('keeps its id if another collection has the id of the record', async () => {
    const { cms, posts, pages } = await coreWorld();
    const crossed = { ...asRecord(posts), id: pages.id };
    const [outcome] = await cms.transfer.importCollections(operator, [crossed]);
    expect(outcome).toEqual({ name: posts.name, id: posts.id, outcome: 'unchanged' });
    expect(await cms.collections.list(operator)).toEqual(listed(posts, pages));
    const changed = { ...crossed, displayName: 'Changed' };
    const [change] = await cms.transfer.importCollections(operator, [changed]);
    expect(change).toEqual({ name: posts.name, id: posts.id, outcome: 'updated' });
    const revised = { ...posts, displayName: 'Changed', version: 2 };
    expect(await cms.collections.list(operator)).toEqual(listed(revised, pages));
  });
});

test('a name that is taken concurrently is rejected, and the other collection is kept', async () => {
  const { cms, another, ports, posts, pages } = await coreWorld();
  const store = alteredStore(ports.store, ({ collections }) => ({
    collections: altered(collections, { findByName: async () => undefined }),
  }));
  const { transfer } = another({ ports: { store } });
  const late = await transfer.importCollections(operator, [{ ...record, name: posts.name }]);
  expect(late).toMatchObject([{ outcome: 'failed', error: { code: 'collection_name_taken' } }]);
  expect(await cms.collections.list(operator)).toEqual(listed(posts, pages));
});

test('a renamed collection keeps its name, and takes the other members', async () => {
  const { cms, posts } = await coreWorld();
  const later = { ...asRecord(posts), displayName: 'Later', updatedAt: posts.updatedAt + 1 };
  const renamed = { ...later, name: 'before' };
  const [outcome] = await cms.transfer.importCollections(operator, [renamed]);
  expect(outcome).toEqual({ name: posts.name, id: posts.id, outcome: 'updated' });
  expect(await cms.collections.get(operator, posts.name)).toEqual({
    ...posts,
    ...later,
    version: 2,
  });
  expect(await cms.collections.list(operator)).toHaveLength(2);
});

const mistakes: readonly (readonly [string, Partial<CollectionRecord>, ErrorCode])[] = [
  ['an id that is none', { id: 'x' }, 'invalid_input'],
  ['a name that is none', { name: 'A B' }, 'invalid_input'],
  ['too long a name to show', { displayName: 'x'.repeat(201) }, 'invalid_input'],
  ['too long a description', { description: 'x'.repeat(2_001) }, 'invalid_input'],
  ['text that cannot be kept', { description: 'a\u0000' }, 'invalid_text'],
  ['a schema that is none', { schema: { properties: { f: { type: 'x' } } } }, 'invalid_schema'],
];

for (const [name, fields, code] of mistakes) {
  test(`${name} is rejected alone`, async () => {
    const { cms } = await coreWorld();
    const wrong = { ...record, id: noId, name: 'other', ...fields };
    const records = [record, wrong, { ...record, id: id.replace('0', '1'), name: 'last' }];
    expect(await cms.transfer.importCollections(operator, records)).toMatchObject([
      { name: 'news', outcome: 'created' },
      { name: wrong.name, id: wrong.id, outcome: 'failed', error: { code } },
      { name: 'last', outcome: 'created' },
    ]);
    expect(await cms.collections.list(operator)).toHaveLength(4);
  });
}

test('what was imported before a failure is visible immediately', async () => {
  const { cms, another, ports, posts, pages, person, write } = await cachedWorld();
  const { id: shown } = await write(await person('author'));
  expect((await list(cms, anonymous)).text).toContain(shown);
  const store = alteredStore(ports.store, ({ collections }) => ({
    collections: altered(collections, {
      findByName: async (name) => {
        if (name === pages.name) throw new Error('away');
        return collections.findByName(name);
      },
    }),
  }));
  const { transfer } = another({ ports: { store } });
  const updatedAt = posts.updatedAt + 1;
  const records = [{ ...asRecord(posts), isActive: false, updatedAt }, asRecord(pages)];
  await expect(transfer.importCollections(operator, records)).rejects.toThrow('away');
  expect((await list(cms, anonymous)).text).not.toContain(shown);
});

test('an import that hides a collection keeps what readers saw before', async () => {
  const { cms, clock, posts, person, write } = await coreWorld();
  const author = await person('author');
  const { id } = await write(author, { slug: 'before', status: 'published' });
  clock.advance(1_000);
  const hide = async (changes: Partial<CollectionRecord> = {}) =>
    cms.transfer.importCollections(
      operator,
      [{ ...asRecord(posts), isActive: false, updatedAt: clock.now(), ...changes }],
      { overwrite: true },
    );
  await hide();
  clock.advance(1_000);
  await hide({ description: 'Still hidden' });
  await cms.content.update(operator, id, { slug: 'after' });
  await cms.collections.update(operator, posts.name, { isActive: true });
  const redirects = await cms.redirects.list(anonymous, { client: '' });
  expect(redirects.map(({ from }) => from)).toEqual(['before']);
});

test('an outage while an empty collection is replaced does not change it', async () => {
  const { cms, another, ports, posts } = await coreWorld();
  const store = alteredStore(ports.store, ({ collections }) => ({
    collections: altered(collections, { insert: () => Promise.reject(new Error('away')) }),
  }));
  const { transfer } = another({ ports: { store } });
  const replacing = transfer.importCollections(operator, [{ ...record, name: posts.name }]);
  await expect(replacing).rejects.toThrow('away');
  expect(await cms.collections.get(operator, posts.name)).toEqual(posts);
});

test('a collection whose other fields are searched now has its entries of the search rebuilt', async () => {
  const { cms } = await coreWorld();
  const importWith = (schema: CollectionRecord['schema']) =>
    cms.transfer.importCollections(operator, [{ ...record, schema }], { overwrite: true });
  const statusAfter = async (field: Readonly<Record<string, string | boolean>>) => {
    await cms.search.updateIndex();
    await importWith({ type: 'object', properties: { a: { type: 'string', ...field } } });
    return (await cms.search.progress()).status;
  };
  await statusAfter({});
  expect(await statusAfter({ searchable: false })).toBe('rebuilding');
  expect(await statusAfter({ searchable: false, title: 'A' })).toBe('current');
});

describe('a collection that was edited here after the record', () => {
  const editedWorld = async () => {
    const world = await coreWorld();
    const { cms, clock } = world;
    await cms.transfer.importCollections(operator, [record]);
    clock.advance(1_000);
    const hidden = { isActive: false, displayName: 'Hidden', schema: {} };
    const edited = await cms.collections.update(operator, 'news', hidden);
    const importRecord = async (fields: Partial<CollectionRecord> = {}, overwrite?: boolean) => {
      const records = [{ ...record, ...fields }];
      return (await cms.transfer.importCollections(operator, records, { overwrite }))[0];
    };
    return { ...world, edited, importRecord };
  };

  test('is kept, and the outcome reports it', async () => {
    const { cms, edited, importRecord } = await editedWorld();
    for (const fields of [{}, { name: 'before' }, { updatedAt: edited.updatedAt - 1 }]) {
      expect(await importRecord(fields)).toMatchObject({
        name: 'news',
        id,
        outcome: 'failed',
        error: { code: 'edited_since_import', message: expect.stringContaining("'news'") },
      });
      expect(await cms.collections.get(operator, 'news')).toEqual(edited);
    }
  });

  test('is replaced if overwrite is set, and its time does not go back', async () => {
    const { cms, edited, importRecord } = await editedWorld();
    expect(await importRecord({}, true)).toEqual({ name: 'news', id, outcome: 'updated' });
    const { updatedAt } = edited;
    expect(await cms.collections.get(operator, 'news')).toEqual({
      ...record,
      version: 3,
      updatedAt,
    });
    expect(await importRecord({}, true)).toMatchObject({ outcome: 'unchanged' });
  });

  test('during the import is kept too', async () => {
    const { cms, another, ports, edited } = await editedWorld();
    const store = alteredStore(ports.store, ({ collections }) => ({
      collections: altered(collections, {
        findByName: async (name) => {
          const found = await collections.findByName(name);
          await cms.collections.update(operator, name, { description: 'Just now' });
          return found;
        },
      }),
    }));
    const { transfer } = another({ ports: { store } });
    const later = { ...record, updatedAt: edited.updatedAt };
    expect(await transfer.importCollections(operator, [later])).toMatchObject([
      { outcome: 'failed', error: { code: 'edited_since_import' } },
    ]);
    expect((await cms.collections.get(operator, 'news')).description).toBe('Just now');
  });

  test('is replaced by a later record', async () => {
    const { cms, edited, importRecord } = await editedWorld();
    const updatedAt = edited.updatedAt + 1;
    expect(await importRecord({ updatedAt })).toMatchObject({ outcome: 'updated' });
    expect(await cms.collections.get(operator, 'news')).toEqual({
      ...record,
      version: 3,
      updatedAt,
    });
  });

  test('keeps its id too, unless overwrite is set', async () => {
    const { importRecord } = await editedWorld();
    expect(await importRecord({ id: noId })).toMatchObject({ id, outcome: 'failed' });
    expect(await importRecord({ id: noId }, true)).toMatchObject({ id: noId, outcome: 'updated' });
  });

  test('and then edited back counts as unchanged', async () => {
    const { cms, importRecord } = await editedWorld();
    const { isActive, displayName, schema } = record;
    await cms.collections.update(operator, 'news', { isActive, displayName, schema });
    expect(await importRecord()).toMatchObject({ outcome: 'unchanged' });
  });
});
