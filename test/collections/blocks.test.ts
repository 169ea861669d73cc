import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { JsonObject } from '../../core/vocabulary.ts';
import { blockSchema, blockWorld } from '../support/core/block-world.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { collectionOf, mistakesIn, pathsOf, schemaOf } from '../support/core/schema-trials.ts';

const quote = { properties: { text: { type: 'string' } } };
const blocks = (field: JsonObject): JsonObject => schemaOf({ type: 'blocks', ...field });
const inBlock = (properties: JsonObject): JsonObject =>
  blocks({ blocks: { quote: { properties } } });

describe('a schema with blocks', () => {
  test('keeps the types of block and their fields in their order, and drops unknown members', async () => {
    const { schema } = await collectionOf(
      blocks({
        maxItems: 3,
        minItems: 1,
        minLength: 1,
        blocks: {
          z: { title: 'Z', odd: 1, properties: { b: { type: 'number' }, a: { type: 'json' } } },
          a: { properties: {}, required: [] },
        },
      }),
    );
    expect(JSON.stringify(schema.properties['f'])).toBe(
      '{"type":"blocks","minItems":1,"maxItems":3,"blocks":{' +
        '"z":{"title":"Z","properties":{"b":{"type":"number"},"a":{"type":"json"}}},"a":{"properties":{}}}}',
    );
  });

  test('keeps the group and the help of each field, and not a localized that says nothing', async () => {
    const { schema } = await collectionOf(
      schemaOf({ type: 'string', group: 'SEO', help: 'Up to 60 characters', localized: true }),
    );
    expect(schema.properties['f']).toEqual({
      type: 'string',
      group: 'SEO',
      help: 'Up to 60 characters',
    });
  });

  const mistakes: readonly (readonly [string, JsonObject, string])[] = [
    ['a list of types', blocks({ blocks: [quote] }), 'blocks'],
    ['a type without fields that is no object', blocks({ blocks: { a: 1 } }), 'blocks.a'],
    ['a type with a bad name', blocks({ blocks: { '1': quote } }), 'blocks.1'],
    [
      'a title that is no text',
      blocks({ blocks: { a: { ...quote, title: 1 } } }),
      'blocks.a.title',
    ],
    [
      'an unknown field as required',
      blocks({ blocks: { a: { ...quote, required: ['b'] } } }),
      'blocks.a.required',
    ],
    ['a field named type', inBlock({ type: { type: 'string' } }), 'blocks.quote.properties.type'],
    ['a field named id', inBlock({ id: { type: 'string' } }), 'blocks.quote.properties.id'],
    ['a field of an unknown type', inBlock({ a: { type: 'x' } }), 'blocks.quote.properties.a.type'],
    [
      'bounds the wrong way round',
      blocks({ blocks: { quote }, minItems: 2, maxItems: 1 }),
      'maxItems',
    ],
    ['a bound that is no count', blocks({ blocks: { quote }, minItems: 1.5 }), 'minItems'],
    [
      'blocks in a block',
      inBlock({ a: { type: 'blocks', blocks: { quote } } }),
      'blocks.quote.properties.a.type',
    ],
    [
      'blocks in an object of a block',
      inBlock({ a: { type: 'object', properties: { b: { type: 'blocks', blocks: { quote } } } } }),
      'blocks.quote.properties.a.properties.b.type',
    ],
    [
      'blocks in a list of a block',
      inBlock({ a: { type: 'array', items: { type: 'blocks', blocks: { quote } } } }),
      'blocks.quote.properties.a.items.type',
    ],
    [
      'a default with an unknown type',
      blocks({ blocks: { quote }, default: [{ type: 'x' }] }),
      'default',
    ],
    ['a default that is no list', blocks({ blocks: { quote }, default: 'x' }), 'default'],
    ['a group that is no text', schemaOf({ type: 'string', group: 1 }), 'group'],
    ['a help that is no text', schemaOf({ type: 'string', help: {} }), 'help'],
  ];
  test.each(mistakes)('rejects %s', async (_, schema, path) => {
    expect(await pathsOf(collectionOf(schema))).toEqual([`schema.properties.f.${path}`]);
  });

  test('accepts a field without types, which contains no block', async () => {
    for (const field of [{}, { blocks: {} }]) {
      const collection = await collectionOf(blocks(field));
      expect(collection.schema.properties['f']).toEqual({ type: 'blocks', ...field });
      expect(await mistakesIn({ f: [] }, collection)).toEqual([]);
      expect(await mistakesIn({ f: [{ type: 'quote' }] }, collection)).toEqual([
        {
          path: 'data.f.0.type',
          message: 'must name a type of block, of which the field has none',
        },
      ]);
    }
  });

  test('accepts blocks as a default', async () => {
    const value = [{ type: 'quote', text: 'To be' }];
    const { schema } = await collectionOf(blocks({ blocks: { quote }, default: value }));
    expect(schema.properties['f']?.default).toEqual(value);
  });
});

describe('the data of blocks', () => {
  const paths = async (data: JsonObject, status: 'draft' | 'published' = 'draft') => {
    const collection = await collectionOf(blockSchema);
    return (await mistakesIn(data, collection, status)).map(({ path }) => path);
  };

  const right: readonly JsonObject[] = [
    { sections: [] },
    { sections: null },
    { sections: [{ type: 'quote' }] },
    {
      sections: [
        { type: 'quote', id: '' },
        { type: 'quote', id: null },
      ],
    },
    { sections: [{ type: 'hero', heading: 'A', facts: { year: 1 }, links: ['/a'], free: [1] }] },
    { sections: [{ type: 'hero', id: 'a' }], aside: { parts: [{ type: 'note', id: 'a' }] } },
    { chapters: [{ parts: [{ type: 'note', id: 'a' }] }, { parts: [{ type: 'note', id: 'a' }] }] },
  ];
  test.each(right)('are accepted as %j', async (data) => {
    expect(await paths(data)).toEqual([]);
  });

  const wrong: readonly (readonly [JsonObject, ...string[]])[] = [
    [{ sections: 'x' }, 'data.sections'],
    [{ sections: { type: 'quote' } }, 'data.sections'],
    [{ sections: ['x', null, [1]] }, 'data.sections.0', 'data.sections.1', 'data.sections.2'],
    [{ sections: [{}] }, 'data.sections.0.type'],
    [{ sections: [{ type: 'quote' }, { type: 'note' }] }, 'data.sections.1.type'],
    [{ sections: [{ type: 'toString' }] }, 'data.sections.0.type'],
    [{ sections: [{ type: 1 }] }, 'data.sections.0.type'],
    [{ sections: [{ type: 'quote', id: 1 }] }, 'data.sections.0.id'],
    [{ sections: [{ type: 'quote', id: 'x'.repeat(65) }] }, 'data.sections.0.id'],
    [
      {
        sections: [
          { type: 'quote', id: 'a' },
          { type: 'hero', id: 'b' },
          { type: 'hero', id: 'a' },
        ],
      },
      'data.sections.2.id',
    ],
    [{ sections: Array.from({ length: 5 }, () => ({ type: 'quote' })) }, 'data.sections'],
    [
      {
        sections: [
          { type: 'quote', text: 1 },
          {
            type: 'hero',
            heading: 'x'.repeat(21),
            photo: 'x',
            facts: { year: 'x' },
            links: ['/a', 'b'],
          },
        ],
      },
      'data.sections.0.text',
      'data.sections.1.heading',
      'data.sections.1.photo',
      'data.sections.1.facts.year',
      'data.sections.1.links.1',
    ],
    [{ aside: { parts: [{ type: 'quote' }] } }, 'data.aside.parts.0.type'],
    [{ chapters: [{ parts: [] }, { parts: [{ type: 'quote' }] }] }, 'data.chapters.1.parts.0.type'],
  ];
  test.each(wrong.map(([data, ...issues]) => ({ data, issues })))(
    'are rejected as $data',
    async ({ data, issues }) => {
      expect(await paths(data)).toEqual(issues);
    },
  );

  test('must have at least the number of blocks that the field demands', async () => {
    const collection = await collectionOf(blocks({ blocks: { quote }, minItems: 2 }));
    const issuesOf = (f: JsonObject[]) => mistakesIn({ f }, collection);
    expect(await issuesOf([{ type: 'quote' }])).toEqual([
      { path: 'data.f', message: 'must have at least 2 blocks' },
    ]);
    expect(await issuesOf([{ type: 'quote' }, { type: 'quote' }])).toEqual([]);
  });

  test('name the types that a field accepts', async () => {
    const collection = await collectionOf(blockSchema);
    expect(await mistakesIn({ sections: [{ type: 'note' }] }, collection)).toEqual([
      { path: 'data.sections.0.type', message: 'must be one of hero, quote' },
    ]);
  });

  test('need the required fields of their types once the item is published', async () => {
    const data = {
      sections: [{ type: 'hero' }, { type: 'quote', text: '' }, { type: 'hero', heading: 'A' }],
    };
    expect(await paths(data)).toEqual([]);
    expect(await paths(data, 'published')).toEqual([
      'data.sections.0.heading',
      'data.sections.1.text',
    ]);
    const { cms, create } = await blockWorld();
    const { id } = await create(data);
    const { issues } = await rejectsWith(
      'invalid_data',
      cms.content.update(operator, id, { status: 'published' }),
    );
    expect(issues?.map(({ path }) => path)).toEqual([
      'data.sections.0.heading',
      'data.sections.1.text',
    ]);
  });

  test('have at most a hundred issues', async () => {
    const collection = await collectionOf(blocks({ blocks: { quote } }));
    const f = Array.from({ length: 300 }, () => ({ type: 'x' }));
    expect(await mistakesIn({ f }, collection)).toHaveLength(100);
  });
});

test('a check of a schema counts drafts that lack the required field of a block', async () => {
  const { cms, create, posts } = await blockWorld();
  await create({ sections: [{ type: 'hero' }, { type: 'quote' }] });
  await create({ sections: [{ type: 'quote', text: 'A' }] });
  const check = (required: readonly string[], quoteRequired: readonly string[]) =>
    cms.collections.checkSchema(operator, posts.name, {
      properties: {
        sections: {
          type: 'blocks',
          blocks: {
            hero: {
              properties: { text: { type: 'string' }, heading: { type: 'string' } },
              required,
            },
            quote: { properties: { text: { type: 'string' } }, required: quoteRequired },
          },
        },
      },
    });
  // The present schema requires the heading of a hero and the text of a quote.
  expect(await check(['heading'], ['text'])).toMatchObject({ failing: 0, missing: [] });
  expect(await check(['text'], ['text'])).toMatchObject({
    failing: 0,
    missing: [{ path: 'data.sections.text', drafts: 1 }],
  });
});
