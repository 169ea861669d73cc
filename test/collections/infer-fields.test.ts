import { expect, test } from 'vitest';
import { fieldInference, operator } from '../../core/index.ts';
import type { FieldMap, JsonObject } from '../../core/vocabulary.ts';
import { coreWorld } from '../support/core/core-world.ts';
import { runSeed, seededRandom } from '../support/seeded-random.ts';

const infer = (...objects: readonly JsonObject[]): FieldMap => {
  const inference = fieldInference();
  for (const data of objects) inference.add(data);
  return inference.fields();
};

const cases: readonly (readonly [string, readonly JsonObject[string][], object | undefined])[] = [
  ['true and false', [true, false, null], { type: 'boolean' }],
  ['true and an empty text', [true, ''], { type: 'json' }],
  ['numbers', [1, 2.5], { type: 'number' }],
  ['days', ['2026-02-28', ''], { type: 'date' }],
  ['a day that does not exist', ['2026-02-30'], { type: 'string' }],
  ['times', ['2026-02-28T12:00:00Z'], { type: 'datetime' }],
  ['a day and a time', ['2026-02-28', '2026-02-28T12:00:00Z'], { type: 'string' }],
  ['e-mail addresses', ['ada@example.com'], { type: 'email' }],
  ['URLs', ['https://example.com/a', 'http://example.com'], { type: 'url' }],
  ['URLs of images', ['https://example.com/a.png', 'https://x.org/b.jpg?w=1'], { type: 'media' }],
  ['a URL and a path', ['https://example.com', 'a/b'], { type: 'string' }],
  ['paths', ['/a/b'], { type: 'string' }],
  ['short texts', ['a', 'b c'], { type: 'string' }],
  ['a text of two lines', ['a', 'b\nc'], { type: 'textarea' }],
  ['a long text', ['x'.repeat(201)], { type: 'textarea' }],
  ['numbers and texts', [1, 'a'], { type: 'json' }],
  ['lists of texts', [['a'], [], ['b', '']], { type: 'array', items: { type: 'string' } }],
  ['empty lists', [[]], { type: 'array' }],
  ['lists of mixed values', [['a', 1]], { type: 'array', items: { type: 'json' } }],
  ['a list and a text', [['a'], 'a'], { type: 'json' }],
  [
    'objects',
    [{ a: 1, 'no name': 2 }, { b: ['x'] }],
    {
      type: 'object',
      properties: {
        a: { type: 'number' },
        b: { type: 'array', items: { type: 'string' } },
      },
    },
  ],
  [
    'objects of many names',
    [Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n]))],
    { type: 'json' },
  ],
  ['nothing', [null, ''], undefined],
];
for (const [name, values, field] of cases) {
  test(`values that are ${name} get the field ${JSON.stringify(field)}`, () => {
    const fields = infer(...values.map((value) => ({ x: value })));
    expect(fields).toEqual(field === undefined ? {} : { x: field });
  });
}

test('Markdown is recognized by its name, and names that no field can have are left out', () => {
  const fields = infer({ content: 'a', 'og:title': 'b', zed: 'c', body: '*d*' }, { alpha: 1 });
  expect(Object.entries(fields).map(([name, { type }]) => `${name} ${type}`)).toEqual([
    'content markdown',
    'zed string',
    'body markdown',
    'alpha number',
  ]);
});

const random = seededRandom(runSeed);

const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

const randomValue = (levels: number): JsonObject[string] => {
  const scalars = [null, '', true, 0, -1.5, 'a', 'a\nb', '2026-02-28', '2026-02-28T12:00:00Z'];
  const texts = ['a@b.example', 'https://e.org', 'https://e.org/a.png', '/x', 'x'.repeat(300)];
  if (levels === 0 || random() < 0.6) return pick([...scalars, ...texts]);
  const size = Math.floor(random() * 4);
  const parts = Array.from({ length: size }, () => randomValue(levels - 1));
  return random() < 0.5 ? parts : Object.fromEntries(parts.map((part, n) => [`m${n}`, part]));
};

test('every object matches the fields that were inferred from it and others', async () => {
  const { cms } = await coreWorld();
  for (let round = 0; round < 60; round += 1) {
    // A few kinds of value per field, so that the types are not all json.
    const kinds = ['a', 'b', 'c', 'd'].map((name) => ({
      name,
      values: Array.from({ length: 1 + (round % 3) }, () => randomValue(8)),
    }));
    const objects = Array.from({ length: 5 }, () =>
      Object.fromEntries(kinds.map(({ name, values }) => [name, pick(values)])),
    );
    const schema = { properties: infer(...objects) } as unknown as JsonObject;
    await cms.collections.update(operator, 'pages', { schema });
    const records = objects.map((data, n) => ({
      collection: 'pages',
      title: `${round} ${n}`,
      status: 'published' as const,
      data,
    }));
    const outcomes = await cms.transfer.importContent(operator, { records });
    const failed = outcomes.filter(({ outcome }) => outcome === 'failed');
    expect(failed, `SEED=${runSeed}`).toEqual([]);
  }
});
