import { expect, test } from 'vitest';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import {
  operator,
  type Actor,
  type ContentListing,
  type PerspectiveRequest,
  type QueryOf,
} from '../../core/index.ts';
import type { Store } from '../../core/store.ts';
import { encodeJson, type JsonObject } from '../../core/vocabulary.ts';
import { times } from '../conformance/cases.ts';
import { insertItems } from '../conformance/content/content-changes.ts';
import { sampleCopy, saveCopies } from '../conformance/content/copy-samples.ts';
import { sampleContent } from '../conformance/samples.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { emptyTables } from '../support/postgres/empty-tables.ts';
import { openAnyDatabase } from '../support/postgres/fresh-database.ts';

/*
 * Queries in the perspective of drafts. `draftQuerySuite` has every operator and order.
 */

const schema = {
  type: 'object',
  properties: {
    price: { type: 'number', indexed: true },
    tags: { type: 'array', items: { type: 'string' }, indexed: true },
    plain: { type: 'string' },
  },
};

const database = await openAnyDatabase();

const stores: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => new MemoryStore(),
  PostgreSQL: async () => {
    await emptyTables(database.knex);
    return storeOver(database);
  },
};

const draftWorld = async (store: Store = new MemoryStore()) => {
  const world = await coreWorld({ ports: { store } });
  const { cms } = world;
  const { id: goods } = await cms.collections.create(operator, { name: 'goods', schema });
  const { id: others } = await cms.collections.create(operator, { name: 'others', schema });
  await cms.system.maintainIndexes();
  const query = async (
    { perspective = 'drafts', preview, ...asked }: Partial<QueryOf> & PerspectiveRequest = {},
    actor: Actor = operator,
  ): Promise<ContentListing> => {
    const of = { query: { collection: 'goods', ...asked } };
    const command = { of, client: 'here', perspective, preview };
    return (await cms.content.readPage(actor, command)).value;
  };
  const titles = async (...args: Parameters<typeof query>): Promise<readonly string[]> => {
    const listing = await query(...args);
    return listing.kind === 'items' ? listing.items.map(({ title }) => title) : [];
  };
  const create = async (title: string, data: JsonObject, collectionId = goods): Promise<string> =>
    (await cms.content.create(operator, { collectionId, title, data, status: 'published' })).id;
  return { ...world, goods, others, query, titles, create };
};

const where = (field: string, operatorName: string, value: string) => ({
  where: [{ field, operator: operatorName, value }],
});

test.each(Object.keys(stores))(
  'in %s, conditions, orders, counts and members are those of working copies',
  async (name) => {
    const { cms, others, titles, query, create } = await draftWorld(await stores[name]!());
    const cheap = await create('Cheap', { price: 1, tags: ['a'] });
    await create('Dear', { price: 9 });
    const moved = await create('Moved', { price: 5, tags: ['a'] });
    const hidden = await create('Hidden', { price: 0 });
    await cms.drafts.save(operator, cheap, {
      title: 'Cheap, rewritten',
      slug: 'rewritten',
      data: { price: 20, tags: ['b'] },
    });
    await cms.drafts.save(operator, moved, { collectionId: others });
    // A copy of a draft is not shown.
    await cms.drafts.save(operator, hidden, { title: 'Never', data: { price: 30 } });
    await cms.content.update(operator, hidden, { status: 'draft' });

    expect(await titles({ sort: 'data.price' })).toEqual(['Hidden', 'Dear', 'Cheap, rewritten']);
    expect(await titles(where('data.price', 'lt', '5'))).toEqual(['Hidden']);
    expect(await titles(where('data.price', 'gt', '9'))).toEqual(['Cheap, rewritten']);
    expect(await titles(where('data.tags', 'eq', 'a'))).toEqual([]);
    expect(await titles(where('data.tags', 'eq', 'b'))).toEqual(['Cheap, rewritten']);
    expect(await titles(where('slug', 'eq', 'cheap'))).toEqual([]);
    expect(await titles(where('slug', 'eq', 'rewritten'))).toEqual(['Cheap, rewritten']);
    expect(await titles(where('title', 'startsWith', 'Cheap,'))).toEqual(['Cheap, rewritten']);
    expect(await titles({ collection: 'others' })).toEqual(['Moved']);
    expect((await query({ total: true })).total).toEqual({ count: 3, isLowerBound: false });
    expect((await query({ ...where('data.plain', 'ne', 'x'), total: true })).total?.count).toBe(3);

    const asPublished = { perspective: 'published' } as const;
    expect(await titles({ ...asPublished, sort: 'data.price' })).toEqual([
      'Hidden',
      'Cheap',
      'Moved',
      'Dear',
    ]);
    expect(await titles({ ...asPublished, ...where('data.tags', 'eq', 'b') })).toEqual([]);
    expect(await titles({ ...asPublished, ...where('slug', 'eq', 'rewritten') })).toEqual([]);

    await cms.drafts.discard(operator, cheap);
    expect(await titles({ sort: 'data.price' })).toEqual(['Hidden', 'Cheap', 'Dear']);
  },
);

test('a cursor belongs to its perspective', async () => {
  const { query, create } = await draftWorld();
  for (const n of [1, 2, 3]) await create(`Item ${n}`, { price: n });
  const asked = { sort: 'data.price', limit: 1 } as const;
  const { cursor: after } = await query(asked);
  expect((await query({ ...asked, after })).count).toBe(1);
  await rejectsWith('invalid_cursor', query({ ...asked, after, perspective: 'published' }));
  const { cursor: published } = await query({ ...asked, perspective: 'published' });
  await rejectsWith('invalid_cursor', query({ ...asked, after: published }));
});

test('the token of an item finds what everybody sees, and this item as it is shown, whatever the perspective', async () => {
  const { cms, person, titles, query, create } = await draftWorld();
  const id = await create('Own', { price: 1 });
  await create('Other', { price: 1 });
  await cms.drafts.save(operator, id, { title: 'Rewritten' });
  const { secret: preview } = await cms.previews.createForItem(await person('editor'), id);
  const anonymous = { kind: 'anonymous' } as const;
  for (const perspective of ['drafts', 'published', undefined] as const) {
    expect(await titles({ preview, perspective }, anonymous)).toEqual(['Other', 'Rewritten']);
    const some = { preview, perspective, ...where('data.price', 'gt', '1'), total: true };
    expect((await query(some, anonymous)).total?.count).toBe(0);
  }
});

test('more working copies than a query may read are an error that says so', async () => {
  const { ports, goods, query } = await draftWorld();
  const numbers = times(10_001, (n) => n);
  await insertItems(
    ports.store,
    numbers.map((n) => sampleContent(n, { collectionId: goods })),
  );
  const copyOf = (n: number) =>
    sampleCopy(n, { collectionId: goods, data: encodeJson({ price: n }) });
  await saveCopies(ports.store, numbers.slice(1).map(copyOf));
  expect((await query({ sort: '-data.price', limit: 1, total: true })).total).toEqual({
    count: 10_000,
    isLowerBound: true,
  });
  await saveCopies(ports.store, [copyOf(1)]);
  for (const command of [{}, { sort: 'data.plain' }, where('id', 'eq', sampleContent(1).id)]) {
    await expect(query(command)).rejects.toMatchObject({
      code: 'not_indexed',
      message: 'The collection has more than 10000 working copies',
      issues: [{ path: 'perspective' }],
    });
  }
  expect((await query({ perspective: 'published', limit: 1 })).count).toBe(1);
});

test('a query parses at most 32 MiB of working copies', async () => {
  const { ports, goods, query } = await draftWorld();
  const numbers = times(33, (n) => n);
  await insertItems(
    ports.store,
    numbers.map((n) => sampleContent(n, { collectionId: goods })),
  );
  const data = encodeJson({ plain: 'x'.repeat(2 ** 20) });
  await saveCopies(
    ports.store,
    numbers.map((n) => sampleCopy(n, { collectionId: goods, data })),
  );
  for (const command of [{ sort: 'data.price' }, where('data.price', 'eq', '1')]) {
    await expect(query(command)).rejects.toMatchObject({
      code: 'not_indexed',
      message: 'The collection has more than 32 MiB of working copies',
      issues: [{ path: 'perspective' }],
    });
  }
  expect((await query({ sort: '-updated_at', limit: 1 })).count).toBe(1);
  expect((await query({ sort: 'data.price', perspective: 'published', limit: 1 })).count).toBe(1);
});
