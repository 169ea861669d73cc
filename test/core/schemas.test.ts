import { describe, expect, test } from 'vitest';
import {
  isDomainError,
  operator,
  type Collection,
  type ContentStatus,
  type Field,
  type Issue,
  type Json,
  type JsonObject,
} from '../../core/index.ts';
import { refused } from '../support/core-world.ts';
import { memoryCms } from '../support/memory-cms.ts';

const { cms } = await memoryCms();
let made = 0;

const issuesOf = async (work: Promise<unknown>): Promise<readonly Issue[]> => {
  try {
    await work;
    return [];
  } catch (error) {
    if (isDomainError(error)) return error.issues ?? [];
    throw error;
  }
};

const pathsOf = async (work: Promise<unknown>): Promise<readonly string[]> =>
  (await issuesOf(work)).map(({ path }) => path);

const schemaOf = (field: JsonObject): JsonObject => ({ type: 'object', properties: { f: field } });

const collectionOf = (schema: JsonObject): Promise<Collection> => {
  made += 1;
  return cms.collections.create(operator, { name: `collection-${made}`, schema });
};

/** What is wrong with the data of an item of that collection. */
const mistakesIn = (
  data: JsonObject,
  { id: collectionId }: Collection,
  status: ContentStatus = 'draft',
): Promise<readonly Issue[]> => {
  made += 1;
  const command = { collectionId, title: `Item ${made}`, data, status };
  return issuesOf(cms.content.create(operator, command));
};

const accepts = async (field: Field, values: readonly Json[]): Promise<readonly boolean[]> => {
  const collection = await collectionOf(schemaOf({ ...field } as unknown as JsonObject));
  const mistakes = await Promise.all(values.map((f) => mistakesIn({ f }, collection)));
  return mistakes.map((issues) => issues.length === 0);
};

describe('data against a schema', () => {
  // Null means that a field is not filled in, which every type takes.
  const cases: readonly (readonly [Field, readonly Json[], readonly Json[]])[] = [
    [{ type: 'string' }, ['a', ''], [1, true, [], {}]],
    [{ type: 'string', minLength: 2, maxLength: 3 }, ['ab', '😀😀😀'], ['a', 'abcd']],
    [{ type: 'string', pattern: '^a+$' }, ['aa'], ['b']],
    [{ type: 'markdown' }, ['# a'], [1]],
    [{ type: 'number', minimum: 1, maximum: 2 }, [1, 1.5, ''], [0, 3, '1']],
    [{ type: 'boolean' }, [true, false], ['true', 0, '']],
    [{ type: 'date' }, ['2026-02-28', '2024-02-29'], ['2026-02-29', '2026-13-01', '28.2.2026', 1]],
    [
      { type: 'datetime' },
      ['2026-02-28T12:00:00Z', '2026-02-28T12:00+01:00'],
      ['2026-02-28', '2026-02-30T12:00:00Z'],
    ],
    [{ type: 'select', enum: ['a', 'b'] }, ['a'], ['c', ['a'], {}]],
    [{ type: 'radio', enum: [1, 2] }, [1], ['1', 3]],
    [{ type: 'multiselect', enum: ['a', 'b'] }, [[], ['a', 'b']], ['a', ['c']]],
    [{ type: 'color' }, ['#fff', '#1a2b3c80'], ['red', '#ggg']],
    [{ type: 'email' }, ['a@b.de', ''], ['a']],
    [{ type: 'slug' }, ['a-b', '日本'], ['a b', '-a']],
    [{ type: 'json' }, [1, 'a', [], { a: 1 }], []],
    [{ type: 'array', items: { type: 'number' } }, [[], [1, 2]], [['a'], {}, 1]],
    [{ type: 'array' }, [[1, 'a']], ['a']],
    [
      { type: 'object', properties: { n: { type: 'number' } } },
      [{}, { n: 1, free: 'x' }],
      [{ n: 'a' }, [], 'a'],
    ],
  ];
  for (const [field, good, bad] of cases) {
    test(`${JSON.stringify(field)} accepts what fits and refuses what does not`, async () => {
      const expected = [...good.map(() => true), true, ...bad.map(() => false)];
      expect(await accepts(field, [...good, null, ...bad])).toEqual(expected);
    });
  }

  test('links can only be http, https or a path of the site (CVE-2026-34748)', async () => {
    for (const type of ['url', 'media', 'file'] as const) {
      const good = ['https://a.de/b?c#d', 'http://a.de', '/a/b'];
      const bad = [
        'javascript:alert(1)',
        ' javascript:alert(1)',
        'data:text/html,a',
        '//evil.de',
        '/\\evil.de',
        'https://a b',
        'a',
      ];
      const expected = [...good.map(() => true), ...bad.map(() => false)];
      expect(await accepts({ type }, [...good, ...bad])).toEqual(expected);
    }
  });

  test('every mistake is told, each with its path', async () => {
    const collection = await collectionOf({
      type: 'object',
      properties: {
        a: { type: 'number' },
        list: { type: 'array', items: { type: 'object', properties: { n: { type: 'number' } } } },
      },
    });
    const data = { a: 'x', list: [{ n: 1 }, { n: 'y' }], free: 'anything' };
    const issues = await mistakesIn(data, collection);
    expect(issues.map(({ path }) => path)).toEqual(['data.a', 'data.list.1.n']);
  });

  test('a field has one mistake at a time, and each field of an object its own', async () => {
    const short = { type: 'string', maxLength: 1, pattern: '^b', enum: ['b', 'c'] };
    const collection = await collectionOf({
      properties: {
        text: short,
        list: { type: 'array', items: short, minLength: 1 },
        tags: { type: 'multiselect', enum: ['a'] },
        object: { type: 'object', properties: { one: short, two: short } },
      },
      required: ['list'],
    });
    const object = { one: 'aa', two: 'aa' };
    const data = { text: 'aa', list: ['b', 'aa', 7, 'aa'], tags: ['x', 'y'], object };
    expect((await mistakesIn(data, collection)).map(({ path }) => path)).toEqual([
      'data.text',
      'data.list.1',
      'data.tags.0',
      'data.object.one',
      'data.object.two',
    ]);
    expect(await mistakesIn({ list: [] }, collection, 'published')).toEqual([
      { path: 'data.list', message: 'is required for published content' },
    ]);
  });

  test('required is asked of published items only, and an empty value does not satisfy it', async () => {
    const collection = await collectionOf({
      properties: { a: { type: 'string' }, list: { type: 'array' } },
      required: ['a', 'list'],
    });
    for (const data of [{}, { a: '' }, { a: null, list: [] }] as const) {
      expect(await mistakesIn(data, collection)).toEqual([]);
      expect(await mistakesIn(data, collection, 'archived')).toEqual([]);
      expect(await mistakesIn(data, collection, 'published')).toHaveLength(2);
    }
    expect(await mistakesIn({ a: 'x', list: [1] }, collection, 'published')).toEqual([]);
  });

  test('what is required inside an object is asked of published items too', async () => {
    const inner = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    const collection = await collectionOf(schemaOf(inner));
    expect(await mistakesIn({ f: {} }, collection)).toEqual([]);
    const [issue] = await mistakesIn({ f: {} }, collection, 'published');
    expect(issue?.path).toBe('data.f.n');
    expect(await mistakesIn({ f: { n: 0 } }, collection, 'published')).toEqual([]);
  });

  test('inherited members are not data', async () => {
    const collection = await collectionOf({
      properties: { constructor: { type: 'string' } },
      required: ['constructor'],
    });
    expect(await mistakesIn({}, collection)).toEqual([]);
    expect(await mistakesIn({}, collection, 'published')).toHaveLength(1);
  });
});

describe('schemas', () => {
  test('keep the order of their fields and drop what no type knows', async () => {
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
  ];
  for (const [name, raw, path] of mistakes) {
    test(`${name} is told at ${path}`, async () => {
      expect(await pathsOf(collectionOf(raw))).toEqual([path]);
    });
  }

  test('a number that would be stored as null is refused wherever it stands', async () => {
    const beyond = JSON.parse('1e999');
    const fields: readonly (readonly [JsonObject, string])[] = [
      [{ type: 'number', minimum: beyond }, 'minimum'],
      [{ type: 'number', maximum: beyond }, 'maximum'],
      [{ type: 'number', default: beyond }, 'default'],
      [{ type: 'json', default: { a: beyond } }, 'default.a'],
      [{ type: 'number', enum: [1, beyond] }, 'enum.1'],
    ];
    for (const [field, place] of fields) {
      const { issues } = await refused('invalid_schema', collectionOf(schemaOf(field)));
      expect(issues?.map(({ path }) => path)).toEqual([`schema.properties.f.${place}`]);
    }
  });

  test('patterns that cannot run in linear time are refused (CVE-2025-69873)', async () => {
    for (const pattern of ['(a)\\1', '(?=a)b', '(?<=a)b', '(', 'a{1000}{1000}']) {
      const paths = await pathsOf(collectionOf(schemaOf({ type: 'string', pattern })));
      expect(paths, pattern).toEqual(['schema.properties.f.pattern']);
    }
  });

  test('a pattern that is exponential elsewhere runs in linear time here', async () => {
    const value = `${'a'.repeat(50_000)}b`;
    expect(await accepts({ type: 'string', pattern: '^(a+)+$' }, [value])).toEqual([false]);
  });

  test('a schema may be 64 KiB and 24 levels deep, and no more', async () => {
    const long = { type: 'string', description: 'x'.repeat(70_000) };
    expect(await pathsOf(collectionOf(schemaOf(long)))).toEqual(['schema']);
    const nested = (levels: number): JsonObject =>
      levels === 0 ? { type: 'string' } : { type: 'array', items: nested(levels - 1) };
    expect(await pathsOf(collectionOf(schemaOf(nested(21))))).toEqual([]);
    expect(await pathsOf(collectionOf(schemaOf(nested(22))))).toHaveLength(1);
  });
});
