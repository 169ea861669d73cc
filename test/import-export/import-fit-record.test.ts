import { expect, test } from 'vitest';
import { operator, type Field, type Json } from '../../core/index.ts';
import { fittingWorld } from '../support/import/fitting-world.ts';
import { stored } from '../support/import/imports.ts';

const { world, define, run, changesOf } = fittingWorld();

const tags: Field = { type: 'array', items: { type: 'string' } };

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
