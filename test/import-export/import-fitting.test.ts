import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { Field, Json } from '../../core/vocabulary.ts';
import { fittingWorld } from '../support/import/fitting-world.ts';
import { stored } from '../support/import/imports.ts';

const { world, define, run, changesOf } = fittingWorld();

const tags: Field = { type: 'array', items: { type: 'string' } };

const choice: Field = { type: 'select', enum: ['Sea', 'Land', 3] };

const nothing = undefined;

/** Name of the field, field, value, what is stored, and the kinds of changes. */
const cases: readonly (readonly [string, Field, Json, Json | undefined, ...string[]])[] = [
  ['tags', tags, ['a', 'b'], ['a', 'b']],
  ['tags', tags, 'security', ['security'], 'converted'],
  ['tags', tags, 2024, ['2024'], 'converted'],
  [
    'tags',
    tags,
    [2024, 'ruby', true, null],
    ['2024', 'ruby', 'true', null],
    'converted',
    'converted',
  ],
  ['tags', tags, 'a, b', ['a', 'b'], 'guessed'],
  ['tags', tags, ' a,, ', ['a'], 'converted'],
  ['tags', tags, 'ruby rails', ['ruby rails'], 'guessed'],
  ['authors', tags, 'Doe, Jane', ['Doe, Jane'], 'converted'],
  ['tags', tags, [{ label: 'Release' }], ['Release'], 'converted'],
  ['tags', tags, [{ label: 'Release', permalink: '/release' }, 'x'], ['Release', 'x'], 'guessed'],
  ['tags', tags, { name: 'Sea' }, ['Sea'], 'converted'],
  ['tags', tags, ['a', { x: [] }, ['b']], ['a', 'b'], 'left_out', 'converted'],
  ['tags', tags, { x: 1 }, nothing, 'left_out'],
  ['tags', tags, false, nothing, 'guessed'],
  ['tags', { ...tags, maxLength: 1 }, ['a', 'b'], nothing, 'left_out'],
  ['list', { type: 'array' }, 'x', ['x'], 'converted'],
  ['list', { type: 'array', items: { type: 'number' } }, ['1', 'x'], [1], 'converted', 'left_out'],
  ['a', { type: 'string' }, 5, '5', 'converted'],
  ['a', { type: 'textarea' }, true, 'true', 'converted'],
  ['a', { type: 'string' }, ['Ann'], 'Ann', 'converted'],
  ['a', { type: 'string' }, ['Ann', 'Bo'], 'Ann, Bo', 'guessed'],
  ['a', { type: 'string' }, { name: 'Ann' }, 'Ann', 'converted'],
  ['a', { type: 'string' }, { name: 'Ann', age: 3 }, 'Ann', 'guessed'],
  ['a', { type: 'string' }, { x: 1 }, nothing, 'left_out'],
  ['a', { type: 'string', maxLength: 3 }, 'long', nothing, 'left_out'],
  ['a', { type: 'string', pattern: '^x' }, 'y', nothing, 'left_out'],
  ['a', { type: 'string', enum: ['Sea'] }, ' sea', 'Sea', 'converted'],
  ['a', { type: 'string' }, [], nothing, 'converted'],
  ['a', { type: 'number' }, '42', 42, 'converted'],
  ['a', { type: 'number' }, ' 4.50 ', 4.5, 'converted'],
  ['a', { type: 'number' }, '12345678901234567890', nothing, 'left_out'],
  ['a', { type: 'number' }, '1.2345678901234567890e19', nothing, 'left_out'],
  ['a', { type: 'number' }, '12345678901234567890.0', nothing, 'left_out'],
  ['a', { type: 'number' }, '1e21', 1e21, 'converted'],
  ['a', { type: 'number' }, '1e999', nothing, 'left_out'],
  ['a', { type: 'number' }, 'five', nothing, 'left_out'],
  ['a', { type: 'number', maximum: 5 }, 6, nothing, 'left_out'],
  ['a', { type: 'number', maximum: 5 }, '6', nothing, 'left_out'],
  ['a', { type: 'number' }, true, nothing, 'left_out'],
  ['a', { type: 'boolean' }, 'yes', true, 'converted'],
  ['a', { type: 'boolean' }, 'Off', false, 'converted'],
  ['a', { type: 'boolean' }, 0, false, 'converted'],
  ['a', { type: 'boolean' }, '', nothing, 'converted'],
  ['a', { type: 'boolean' }, 'maybe', nothing, 'left_out'],
  ['a', { type: 'date' }, '2026-05-04T23:00:00-05:00', '2026-05-04', 'converted'],
  ['a', { type: 'date' }, 'May 4, 2026', '2026-05-04', 'converted'],
  ['a', { type: 'date' }, 2026, '2026-01-01', 'guessed'],
  ['a', { type: 'date' }, 'soon', nothing, 'left_out'],
  ['a', { type: 'datetime' }, '2026-05-04', '2026-05-04T00:00:00.000Z', 'converted'],
  ['a', { type: 'datetime' }, '2026-05-04 10:00 +0200', '2026-05-04T08:00:00.000Z', 'converted'],
  ['a', choice, 'sea', 'Sea', 'converted'],
  ['a', choice, '3', 3, 'converted'],
  ['a', choice, ['LAND'], 'Land', 'converted'],
  ['a', choice, 'Air', nothing, 'left_out'],
  ['a', { type: 'multiselect', enum: ['a', 'b'] }, 'a, B', ['a', 'b'], 'converted', 'guessed'],
  ['a', { type: 'multiselect', enum: ['a', 'b'] }, ['a', 'c'], ['a'], 'left_out'],
  ['a', { type: 'slug' }, 'Hello, World', 'hello-world', 'converted'],
  ['a', { type: 'email' }, 'Ann <ann@example.com>', 'ann@example.com', 'converted'],
  ['a', { type: 'email' }, 'ann', nothing, 'left_out'],
  ['a', { type: 'url' }, ' https://example.com ', 'https://example.com', 'converted'],
  ['a', { type: 'url' }, { url: 'https://example.com' }, 'https://example.com', 'converted'],
  ['a', { type: 'url' }, 'example', nothing, 'left_out'],
  ['a', { type: 'color' }, 'red', nothing, 'left_out'],
  ['a', { type: 'reference', collection: 'pages' }, 5, '5', 'converted'],
  ['a', { type: 'media' }, 'gone.png', nothing, 'missing_file'],
  ['a', { type: 'media' }, false, nothing, 'guessed'],
  ['a', { type: 'media' }, 5, nothing, 'left_out'],
  ['a', { type: 'url' }, true, nothing, 'left_out'],
  ['a', { type: 'media' }, 'javascript:alert(1)', nothing, 'left_out'],
  ['a', { type: 'media' }, { src: '/a.png' }, '/a.png', 'converted'],
  ['a', { type: 'media' }, { src: '/a.png', alt: 'A' }, '/a.png', 'guessed'],
  ['a', { type: 'media' }, { url: './gone.png', alt: 'A' }, nothing, 'missing_file'],
  ['a', { type: 'media' }, ['/a.png'], '/a.png', 'converted'],
  ['a', { type: 'media' }, ['/a.png', '/b.png'], nothing, 'left_out'],
  ['a', { type: 'array', items: { type: 'media' } }, '/a.png', ['/a.png'], 'converted'],
  [
    'a',
    { type: 'array', items: { type: 'media' } },
    ['/a.png', 'b.png'],
    ['/a.png'],
    'missing_file',
  ],
  ['a', { type: 'file' }, { file: 'a.pdf' }, nothing, 'missing_file'],
  ['a', { type: 'json' }, { x: [1] }, { x: [1] }],
  [
    'a',
    { type: 'object', properties: { name: { type: 'string' } } },
    'Ann',
    { name: 'Ann' },
    'guessed',
  ],
  [
    'a',
    { type: 'object', properties: { n: { type: 'number' } } },
    { n: '1', m: 'x', z: 'y' },
    { n: 1, m: 'x', z: 'y' },
    'converted',
  ],
  [
    'a',
    { type: 'object', properties: { n: { type: 'number' } } },
    { n: 'x', m: 'x' },
    { m: 'x' },
    'left_out',
  ],
  ['a', { type: 'object', properties: { n: { type: 'number' } } }, 'x', nothing, 'left_out'],
  ['free', { type: 'string' }, 'a\u0000b', nothing, 'left_out'],
];

describe('a value that its field rejects', () => {
  test.each(
    cases.map(([name, field, value, expected, ...kinds]) => ({
      name,
      field,
      value,
      expected,
      kinds,
    })),
  )(
    '$field.type $name: $value is stored as $expected',
    async ({ name, field, value, expected, kinds }) => {
      await define({ [name]: field });
      const outcome = await run({ data: { [name]: value, other: 1 } });
      expect(
        changesOf(outcome).map((change) => (typeof change === 'string' ? change : change.kind)),
      ).toEqual(kinds);
      const data = JSON.parse((await stored(world())).data);
      expect(data).toEqual(expected === undefined ? { other: 1 } : { other: 1, [name]: expected });
      expect(await run({ data: { [name]: value, other: 1 } })).toMatchObject({
        outcome: 'unchanged',
      });
    },
  );
});

test('a value that its field rejects is reported with its path, the reason and its beginning', async () => {
  await define({
    a: { type: 'object', properties: { b: tags } },
    n: { type: 'number' },
    m: { type: 'media' },
  });
  const data = { a: { b: ['x', [], 5] }, n: 'x'.repeat(100), m: { src: 'gone.png', alt: 'A' } };
  expect(changesOf(await run({ data }))).toEqual([
    { path: 'data.a.b.1', kind: 'converted', message: 'must be text', value: '[]' },
    { path: 'data.a.b.2', kind: 'converted', message: 'must be text', value: '5' },
    {
      path: 'data.n',
      kind: 'left_out',
      message: 'must be a number',
      value: `"${'x'.repeat(59)}…`,
    },
    {
      path: 'data.m',
      kind: 'missing_file',
      message: 'must be the URL of a file',
      value: 'gone.png',
    },
  ]);
});

test('such a value rejects the item without fitData, and with verbatim is stored unchanged', async () => {
  expect(changesOf(await run({ data: { tags: 'a' } }, {}))).toEqual(['data.tags: must be a list']);
  await run({ data: { tags: 'a' } }, { fitData: true, verbatim: true });
  expect((await stored(world())).data).toBe('{"tags":"a"}');
});

test.each([
  ['because it is nested too deeply', JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as Json],
  ['with a NUL in a name', { 'a\u0000': 1 }],
  ['with half a character', '\ud800'],
])('a value that cannot be stored, %s, is left out, also without a field', async (_, value) => {
  const outcome = await run({ data: { free: value, other: 1 } });
  expect(changesOf(outcome)).toMatchObject([{ path: 'data.free', kind: 'left_out' }]);
  expect((await stored(world())).data).toBe('{"other":1}');
});

test('the text is not left out: the item is rejected', async () => {
  await define({ content: { type: 'markdown', maxLength: 3 } });
  expect(changesOf(await run({ data: { content: 'long' } }))).toEqual([
    'data.content: must have at most 3 characters',
  ]);
  expect(changesOf(await run({ data: { content: 'a\u0000' } }))).toEqual([
    'data.content: must be valid Unicode text without NUL',
  ]);
});

test('an item without a required value is stored as a draft, and published once it has the value', async () => {
  await define(
    {
      n: { type: 'number' },
      o: { type: 'object', properties: { p: { type: 'string' } }, required: ['p'] },
    },
    ['n'],
  );
  const item = { status: 'published', data: { n: 'x', o: {} } } as const;
  expect(changesOf(await run(item))).toEqual([
    { path: 'data.n', kind: 'left_out', message: 'must be a number', value: '"x"' },
    { path: 'status', kind: 'unpublished', message: 'data.n is required for published content' },
    { path: 'status', kind: 'unpublished', message: 'data.o.p is required for published content' },
  ]);
  expect(await stored(world())).toMatchObject({ status: 'draft', data: '{"o":{}}' });
  expect(await run(item)).toMatchObject({ outcome: 'unchanged' });
  const outcome = await run({ ...item, data: { n: '5', o: { p: 'x' } } });
  expect(outcome).toMatchObject({ outcome: 'updated', changes: [{ kind: 'converted' }] });
  expect((await stored(world())).status).toBe('published');
});

test('an item that was edited stays unchanged when its record needs the same changes again', async () => {
  await run({ data: { tags: 'a b' } });
  await world().cms.content.update(operator, (await stored(world())).id, { title: 'Edited' });
  expect(await run({ data: { tags: 'a b' } })).toMatchObject({
    outcome: 'unchanged',
    changes: [{ kind: 'guessed' }],
  });
  expect((await stored(world())).title).toBe('Edited');
});
