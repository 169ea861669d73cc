import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { JsonObject } from '../../core/vocabulary.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld } from '../support/core/core-world.ts';

const plain: JsonObject = {
  properties: {
    sku: { type: 'string', indexed: true, unique: true },
    price: { type: 'number', localized: false },
    seo: { type: 'object', properties: { text: { type: 'string' } } },
    rows: {
      type: 'array',
      items: { type: 'object', properties: { cell: { type: 'string' } } },
    },
    body: { type: 'blocks', blocks: { quote: { properties: { text: { type: 'string' } } } } },
  },
};

const laidOut = {
  properties: {
    sku: { type: 'string', indexed: true, unique: true, width: 'half', place: 'side' },
    price: { type: 'number', localized: false, width: 'third' },
    seo: {
      type: 'object',
      place: 'side',
      properties: { text: { type: 'string', width: 'half' } },
    },
    rows: {
      type: 'array',
      width: 'half',
      items: { type: 'object', properties: { cell: { type: 'string', width: 'third' } } },
    },
    body: {
      type: 'blocks',
      blocks: { quote: { properties: { text: { type: 'string', width: 'half' } } } },
    },
  },
};

test('fields keep their width and their place', async () => {
  const { cms, posts } = await coreWorld();
  const { schema } = await cms.collections.update(operator, posts.name, { schema: laidOut });
  expect(schema).toMatchObject(laidOut);
  const { schema: cleared } = await cms.collections.update(operator, posts.name, { schema: plain });
  expect(JSON.stringify(cleared)).not.toMatch(/width|place/);
});

test('another width or place rebuilds nothing, and rejects no item', async () => {
  const world = await coreWorld();
  const { posts, write, person, ports } = world;
  const outdated: string[] = [];
  const store = alteredStore(ports.store, ({ search }) => ({
    search: altered(search, {
      outdate: async (id) => {
        outdated.push(id);
        return search.outdate(id);
      },
    }),
  }));
  const cms = world.another({ ports: { store } });
  const indexesOf = async (schema: JsonObject) => {
    const collection = await cms.collections.update(operator, posts.name, { schema });
    return (await cms.collections.getIndexes(collection)).map(({ index }) => index);
  };
  const before = await indexesOf(plain);
  expect(before.length).toBeGreaterThan(1);
  expect(outdated).toEqual([posts.id]);
  await write(await person('editor'), {
    status: 'published',
    data: { sku: 'a', price: 1, seo: { text: 'b' }, body: [] },
  });
  const check = await cms.collections.checkSchema(operator, posts.name, laidOut);
  expect(check).toMatchObject({ checked: 1, failing: 0, missing: [] });
  expect(await indexesOf(laidOut)).toEqual(before);
  expect(await indexesOf(plain)).toEqual(before);
  expect(outdated).toEqual([posts.id]);
});
