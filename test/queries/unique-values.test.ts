import { beforeEach, expect, test, vi } from 'vitest';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { operator } from '../../core/index.ts';
import { second, type JsonObject } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';

const schema = { type: 'object', properties: { sku: { type: 'string', unique: true } } };

let world: CoreWorld;
let collectionId: string;

beforeEach(async () => {
  world = await coreWorld();
  ({ id: collectionId } = await world.cms.collections.create(operator, { name: 'goods', schema }));
  await world.cms.system.maintainIndexes();
  await create('Holder', { sku: 'a' });
});

const create = (title: string, data: JsonObject, rest: object = {}) =>
  world.cms.content.create(operator, { collectionId, title, data, ...rest });

const path = 'data.sku';

const rejects = async (write: Promise<unknown>): Promise<void> => {
  const error = await rejectsWith('value_taken', write);
  expect(error.issues).toMatchObject([{ path }]);
};

test('no kind of write stores a value that another item has', async () => {
  const { cms, pages } = world;
  await rejects(create('Other', { sku: 'a' }));
  const item = await create('Other', { sku: 'b' }, { status: 'published' });
  await rejects(cms.content.update(operator, item.id, { data: { sku: 'a' } }));
  const foreign = await create('Foreign', { sku: 'a' }, { collectionId: pages.id });
  await rejects(cms.content.update(operator, foreign.id, { collectionId }));

  await cms.drafts.save(operator, item.id, { data: { sku: 'a' } });
  await rejects(cms.drafts.publish(operator, item.id, {}));
  await cms.drafts.discard(operator, item.id);

  const deleted = await create('Deleted', { sku: 'c' });
  await cms.content.delete(operator, deleted.id);
  const next = await create('Next', { sku: 'c' });
  await rejects(cms.trash.restore(operator, deleted.id));
  await cms.content.delete(operator, next.id);
  await cms.trash.restore(operator, deleted.id);

  const first = await create('First', { sku: 'd' });
  await cms.content.update(operator, first.id, { data: { sku: 'e' } });
  await create('Second', { sku: 'd' });
  await rejects(cms.history.restore(operator, first.id, { version: 1 }));
});

test('in a bulk operation, only the items fail whose value is taken', async () => {
  const { cms, pages } = world;
  const [taken, free] = [
    await create('Taken', { sku: 'a' }, { collectionId: pages.id }),
    await create('Free', { sku: 'b' }, { collectionId: pages.id }),
  ];
  const move = { action: 'move', ids: [taken.id, free.id], collectionId } as const;
  await rejects(cms.content.bulk(operator, { ...move, atomic: true }));
  expect(
    (await cms.content.readItem(operator, { of: { id: free.id }, client: '' })).value.item
      .collectionId,
  ).toBe(pages.id);
  const { results } = await cms.content.bulk(operator, move);
  expect(results).toMatchObject([
    { outcome: 'failed', error: { code: 'value_taken' } },
    { outcome: 'done' },
  ]);
});

test('in an import, only the records fail whose value is taken', async () => {
  const base = await create('Base', { sku: 'z' });
  const records = ['a', 'b', 'b', 'c'].map((sku, index) => ({
    ...base,
    id: world.ports.ids.next(),
    title: `Record ${index}`,
    slug: `record-${index}`,
    data: { sku },
    collection: 'goods',
    author: undefined,
    group: undefined,
  }));
  const outcomes = await world.cms.transfer.importContent(operator, { records });
  const codes = outcomes.map((each) =>
    each.outcome === 'failed' ? each.error.code : each.outcome,
  );
  expect(codes).toEqual(['value_taken', 'created', 'value_taken', 'created']);
});

test('a scheduled publication fails with the reason', async () => {
  const { cms } = world;
  const item = await create('Other', { sku: 'b' }, { status: 'published' });
  await cms.drafts.save(operator, item.id, { data: { sku: 'a' } });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  try {
    await cms.schedule.plan(operator, item.id, { publishAt: Date.now() + 2 * 60 * second });
    vi.setSystemTime(Date.now() + 3 * 60 * second);
    await cms.schedule.runDue({ aborted: false });
    const changes = await cms.schedule.get(operator, item.id);
    expect(changes).toMatchObject([{ reason: expect.stringContaining('value_taken') }]);
  } finally {
    vi.useRealTimers();
  }
});

test('a collection with duplicates cannot become unique, also by an import', async () => {
  const { cms, pages, ports } = world;
  for (const title of ['One', 'Two']) await create(title, { sku: 'x' }, { collectionId: pages.id });
  const error = await rejectsWith(
    'not_unique',
    cms.collections.update(operator, 'pages', { schema }),
  );
  expect(error.issues).toMatchObject([{ path, message: expect.stringContaining('"x"') }]);
  const stored = await ports.store.repositories.collections.findById(pages.id);
  const record = { ...stored!, schema, updatedAt: Date.now() + 60 * second };
  const [outcome] = await cms.transfer.importCollections(operator, [record]);
  expect(outcome).toMatchObject({ outcome: 'failed', error: { code: 'not_unique' } });
});

test('duplicates that the look does not find in time make the index fail, and are named', async () => {
  const times: number[] = [];
  const store = alteredStore(new MemoryStore(), ({ indexes }) => ({
    indexes: altered(indexes, {
      findDuplicates: async (_index, _limit, withinMs) => void times.push(withinMs),
    }),
  }));
  const { cms, pages, write, person } = await coreWorld({ ports: { store } });
  const author = await person('author');
  const ids: string[] = [];
  for (const title of ['One', 'Two']) {
    const { id } = await write(author, { collectionId: pages.id, title, data: { sku: 'x' } });
    ids.push(id);
  }
  const changed = await cms.collections.update(operator, 'pages', { schema });
  expect(times).toEqual([expect.closeTo(5 * second, -3)]);
  await cms.system.maintainIndexes();
  expect(await cms.collections.getIndexes(changed)).toContainEqual(
    expect.objectContaining({
      state: 'failed',
      reason: `Several items have the same value. "x" is the value of several items: ${ids.join(', ')}`,
    }),
  );
});

test('indexes follow the schema, and an export contains what it asks for', async () => {
  const { cms } = world;
  const goods = await cms.collections.get(operator, 'goods');
  expect(goods.schema.properties).toEqual(schema.properties);
  const states = async () =>
    await cms.collections.getIndexes(await cms.collections.get(operator, 'goods'));
  expect((await states()).map(({ state }) => state)).toEqual(['ready', 'ready']);
  await cms.collections.update(operator, 'goods', { schema: {} });
  await cms.system.maintainIndexes();
  await create('Same', { sku: 'a' });
  expect(await states()).toEqual([]);
});

test.each([
  [{ a: { type: 'json', indexed: true } }, 'schema.properties.a'],
  [{ a: { type: 'object', indexed: true } }, 'schema.properties.a'],
  [{ a: { type: 'string', indexed: 'yes' } }, 'schema.properties.a.indexed'],
  [{ a: { type: 'multiselect', enum: ['x'], unique: true } }, 'schema.properties.a'],
  [{ a: { type: 'array', items: { type: 'string', indexed: true } } }, 'schema.properties.a.items'],
  [
    {
      a: {
        type: 'array',
        items: { type: 'object', properties: { b: { type: 'string', unique: true } } },
      },
    },
    'schema.properties.a.items.properties.b',
  ],
  [
    {
      a: {
        type: 'blocks',
        blocks: { b: { properties: { c: { type: 'string', indexed: true } } } },
      },
    },
    'schema.properties.a.blocks.b.properties.c',
  ],
  [
    { a: { type: 'string', indexed: true, indexedWith: ['data.b'] } },
    'schema.properties.a.indexedWith',
  ],
  [
    { a: { type: 'string', indexed: true, indexedWith: ['data.a'] } },
    'schema.properties.a.indexedWith',
  ],
  [{ a: { type: 'string', indexedWith: ['title'] } }, 'schema.properties.a.indexedWith'],
  [
    { a: { type: 'string', indexed: true, indexedWith: 'title' } },
    'schema.properties.a.indexedWith',
  ],
  [
    Object.fromEntries(
      Array.from({ length: 21 }, (_, n) => [`f${n}`, { type: 'string', indexed: true }]),
    ),
    'schema',
  ],
])('the schema %j is rejected at %s', async (properties, at) => {
  const write = world.cms.collections.update(operator, 'pages', {
    schema: { properties },
  });
  const error = await rejectsWith('invalid_schema', write);
  expect(error.issues?.[0]?.path).toBe(at);
});
