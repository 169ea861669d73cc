import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { accepts, collectionOf, pathsOf, schemaOf } from '../support/core/schema-trials.ts';

const shared = { type: 'string', localized: false };
const aside = { type: 'string', place: 'side' };

describe('schemas', () => {
  test('keep the order of their fields and drop unknown members', async () => {
    const { schema } = await collectionOf({
      type: 'object',
      properties: {
        z: { type: 'string', minimum: 3, odd: 1 },
        a: { type: 'number', minimum: 3, title: 'A', collection: 'pages' },
        r: { type: 'reference', collection: 'pages', items: { type: 'x' } },
      },
    });
    expect(JSON.stringify(schema)).toBe(
      '{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"number","title":"A","minimum":3},"r":{"type":"reference","collection":"pages"}},"required":[]}',
    );
  });

  const mistakes: readonly (readonly [string, JsonObject, string])[] = [
    ['an unknown type', schemaOf({ type: 'text' }), 'schema.properties.f.type'],
    ['no type', schemaOf({}), 'schema.properties.f.type'],
    ['a reference to nowhere', schemaOf({ type: 'reference' }), 'schema.properties.f.collection'],
    [
      'a reference to a collection without a name',
      schemaOf({ type: 'reference', collection: '' }),
      'schema.properties.f.collection',
    ],
    [
      'a reference to what is no name',
      schemaOf({ type: 'reference', collection: 1 }),
      'schema.properties.f.collection',
    ],
    ['a select without choices', schemaOf({ type: 'select' }), 'schema.properties.f.enum'],
    [
      'choices of the wrong kind',
      schemaOf({ type: 'string', enum: [1] }),
      'schema.properties.f.enum',
    ],
    [
      'bounds the wrong way round',
      schemaOf({ type: 'number', minimum: 2, maximum: 1 }),
      'schema.properties.f.maximum',
    ],
    [
      'a length that is no count',
      schemaOf({ type: 'string', minLength: -1 }),
      'schema.properties.f.minLength',
    ],
    [
      'a default that does not fit',
      schemaOf({ type: 'number', default: 'a' }),
      'schema.properties.f.default',
    ],
    ['a required field that is not there', { properties: {}, required: ['a'] }, 'schema.required'],
    [
      'a mistake deep inside',
      schemaOf({ type: 'array', items: { type: 'object', properties: { n: { type: 'x' } } } }),
      'schema.properties.f.items.properties.n.type',
    ],
    ['a name that is none', { properties: { 'a b': { type: 'string' } } }, 'schema.properties.a b'],
    ['another type than object', { type: 'array' }, 'schema.type'],
    ['properties that are a list', { properties: [] }, 'schema.properties'],
    [
      'a title that is no text',
      schemaOf({ type: 'string', title: 1 }),
      'schema.properties.f.title',
    ],
    ['a field that is no object', { properties: { f: 'string' } }, 'schema.properties.f'],
    [
      'a bound that is no number',
      schemaOf({ type: 'number', minimum: '1' }),
      'schema.properties.f.minimum',
    ],
    [
      'a localized that is not true or false',
      schemaOf({ type: 'string', localized: 'no' }),
      'schema.properties.f.localized',
    ],
    [
      'a member of an object that is common to translations',
      schemaOf({ type: 'object', properties: { a: shared } }),
      'schema.properties.f.properties.a.localized',
    ],
    [
      'entries of an array that are common to translations',
      schemaOf({ type: 'array', items: shared }),
      'schema.properties.f.items.localized',
    ],
    [
      'a field of a block that is common to translations',
      schemaOf({ type: 'blocks', blocks: { quote: { properties: { a: shared } } } }),
      'schema.properties.f.blocks.quote.properties.a.localized',
    ],
    [
      'an unknown width',
      schemaOf({ type: 'string', width: 'quarter' }),
      'schema.properties.f.width',
    ],
    [
      'a width that is null',
      schemaOf({ type: 'string', width: null }),
      'schema.properties.f.width',
    ],
    [
      'a width of the entries of an array',
      schemaOf({ type: 'array', items: { type: 'string', width: 'half' } }),
      'schema.properties.f.items.width',
    ],
    ['an unknown place', schemaOf({ type: 'string', place: 'main' }), 'schema.properties.f.place'],
    [
      'a place of a member of an object',
      schemaOf({ type: 'object', properties: { a: aside } }),
      'schema.properties.f.properties.a.place',
    ],
    [
      'a place of the entries of an array',
      schemaOf({ type: 'array', items: aside }),
      'schema.properties.f.items.place',
    ],
    [
      'a place of a field of a block',
      schemaOf({ type: 'blocks', blocks: { quote: { properties: { a: aside } } } }),
      'schema.properties.f.blocks.quote.properties.a.place',
    ],
  ];
  for (const [name, raw, path] of mistakes) {
    test(`${name} is reported at ${path}`, async () => {
      expect(await pathsOf(collectionOf(raw))).toEqual([path]);
    });
  }

  test('a field of the item itself keeps that it is common to its translations', async () => {
    for (const type of ['string', 'object', 'array', 'blocks', 'json']) {
      const { schema } = await collectionOf(schemaOf({ type, localized: false }));
      expect(schema.properties['f']?.localized, type).toBe(false);
    }
    const { schema } = await collectionOf(schemaOf({ type: 'string', localized: true }));
    expect(schema.properties['f']).toEqual({ type: 'string' });
  });

  test('a number that would be stored as null is rejected anywhere', async () => {
    const beyond = JSON.parse('1e999');
    const fields: readonly (readonly [JsonObject, string])[] = [
      [{ type: 'number', minimum: beyond }, 'minimum'],
      [{ type: 'number', maximum: beyond }, 'maximum'],
      [{ type: 'number', default: beyond }, 'default'],
      [{ type: 'json', default: { a: beyond } }, 'default.a'],
      [{ type: 'number', enum: [1, beyond] }, 'enum.1'],
    ];
    for (const [field, place] of fields) {
      const { issues } = await rejectsWith('invalid_schema', collectionOf(schemaOf(field)));
      expect(issues?.map(({ path }) => path)).toEqual([`schema.properties.f.${place}`]);
    }
  });

  test('patterns that cannot run in linear time are rejected (CVE-2025-69873)', async () => {
    for (const pattern of ['(a)\\1', '(?=a)b', '(?<=a)b', '(', 'a{1000}{1000}']) {
      const paths = await pathsOf(collectionOf(schemaOf({ type: 'string', pattern })));
      expect(paths, pattern).toEqual(['schema.properties.f.pattern']);
    }
  });

  test('a pattern between slashes is rejected with the way to write it', async () => {
    for (const pattern of ['/test/', '/^[A-Z]+$/i', '/blog/', '/a\\/b/gu']) {
      const field = { type: 'string', pattern };
      const parts = { type: 'object', properties: { a: { type: 'array', items: field } } };
      const { issues } = await rejectsWith('invalid_schema', collectionOf(schemaOf(parts)));
      expect(issues).toEqual([
        {
          path: 'schema.properties.f.properties.a.items.pattern',
          message: expect.stringMatching(/^write the pattern without slashes/),
        },
      ]);
    }
    const others = [
      '^/blog/$',
      '\\/blog/',
      '[/]blog/',
      '/blog',
      'blog/',
      '/',
      '//',
      '/a/b',
      '/img/x',
    ];
    for (const pattern of others) await collectionOf(schemaOf({ type: 'string', pattern }));
  });

  test('a pattern that is exponential elsewhere runs in linear time here', async () => {
    const value = `${'a'.repeat(50_000)}b`;
    expect(await accepts({ type: 'string', pattern: '^(a+)+$' }, [value])).toEqual([false]);
  });

  test('a schema has at most 64 KiB and 24 levels', async () => {
    const long = { type: 'string', description: 'x'.repeat(70_000) };
    expect(await pathsOf(collectionOf(schemaOf(long)))).toEqual(['schema']);
    const nested = (levels: number): JsonObject =>
      levels === 0 ? { type: 'string' } : { type: 'array', items: nested(levels - 1) };
    expect(await pathsOf(collectionOf(schemaOf(nested(21))))).toEqual([]);
    expect(await pathsOf(collectionOf(schemaOf(nested(22))))).toHaveLength(1);
  });
});
