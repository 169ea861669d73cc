import { describe, expect, test } from 'vitest';
import type { Field, Json } from '../../core/vocabulary.ts';
import { accepts, collectionOf, mistakesIn, schemaOf } from '../support/core/schema-trials.ts';

describe('data and schema', () => {
  // Null means that the field has no value, which every type accepts.
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
    test(`${JSON.stringify(field)} accepts valid values and rejects invalid ones`, async () => {
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

  test('the longest text is checked as a URL in linear time', async () => {
    const long = `https://${'a'.repeat(2_000_000)}`;
    expect(await accepts({ type: 'url' }, [long, `${long} `])).toEqual([true, false]);
  });

  test('every mistake is reported with its path', async () => {
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

  test('a field has at most one issue, and so has each field of an object', async () => {
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

  test('required fields are enforced for published items only, and need a value', async () => {
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

  test('required fields inside an object are enforced for published items', async () => {
    const inner = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    const collection = await collectionOf(schemaOf(inner));
    expect(await mistakesIn({ f: {} }, collection)).toEqual([]);
    const [issue] = await mistakesIn({ f: {} }, collection, 'published');
    expect(issue?.path).toBe('data.f.n');
    expect(await mistakesIn({ f: { n: 0 } }, collection, 'published')).toEqual([]);
  });

  test('inherited members are not treated as data', async () => {
    const collection = await collectionOf({
      properties: { constructor: { type: 'string' } },
      required: ['constructor'],
    });
    expect(await mistakesIn({}, collection)).toEqual([]);
    expect(await mistakesIn({}, collection, 'published')).toHaveLength(1);
  });
});
