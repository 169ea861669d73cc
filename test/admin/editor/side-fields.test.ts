import { expect, test } from 'vitest';
import type { FieldDto } from '../../../contracts/schemas/collection-schema.ts';
import { splitFields } from '../../../adapters/admin/screens/editor/fields/side-fields.ts';

const short: Readonly<Record<string, FieldDto>> = {
  lead: { type: 'media' },
  day: { type: 'date' },
  time: { type: 'datetime' },
  kind: { type: 'select', enum: ['a'] },
  featured: { type: 'boolean' },
  minutes: { type: 'number' },
  author: { type: 'reference', collection: 'people' },
};

const others: Readonly<Record<string, FieldDto>> = {
  dek: { type: 'textarea' },
  robots: { type: 'boolean', group: 'Search engines' },
  related: { type: 'array', items: { type: 'reference', collection: 'people' } },
};

const schemaOf = (properties: Readonly<Record<string, FieldDto>>) => ({
  type: 'object' as const,
  properties,
  required: ['dek', 'day'],
});

test.each(['markdown', 'richtext'] as const)('short fields stand beside a text: %s', (type) => {
  const schema = schemaOf({ ...short, body: { type }, ...others });
  const { main, side } = splitFields(schema, false);
  expect(Object.keys(side?.properties ?? {})).toEqual(Object.keys(short));
  expect(Object.keys(main.properties)).toEqual(['body', ...Object.keys(others)]);
  expect([main.required, side?.required]).toEqual([schema.required, schema.required]);
});

test('all fields stand in one column without a long text, without short fields, and in narrow windows', () => {
  const text = { body: { type: 'markdown' as const } };
  const list = { texts: { type: 'array' as const, items: { type: 'markdown' as const } } };
  for (const [schema, isOneColumn] of [
    [schemaOf({ ...short, ...others, ...list }), false],
    [schemaOf({ ...text, ...others }), false],
    [schemaOf({ ...short, ...text }), true],
  ] as const) {
    expect(splitFields(schema, isOneColumn)).toEqual({ main: schema, side: undefined });
  }
});

test('fields that the schema places at the side stand there, and nothing else does', () => {
  const schema = schemaOf({
    note: { type: 'markdown', place: 'side', group: 'More' },
    day: { type: 'date' },
    body: { type: 'markdown' },
  });
  const { main, side } = splitFields(schema, false);
  expect(Object.keys(side?.properties ?? {})).toEqual(['note']);
  expect(Object.keys(main.properties)).toEqual(['day', 'body']);
  // In one column, they follow the others.
  const narrow = splitFields(schema, true);
  expect(Object.keys(narrow.main.properties)).toEqual(['day', 'body', 'note']);
  expect(narrow.side).toBeUndefined();
});

test('with a narrow field, short fields stay where the schema has them', () => {
  const schema = schemaOf({ day: { type: 'date', width: 'half' }, body: { type: 'markdown' } });
  expect(splitFields(schema, false)).toEqual({ main: schema, side: undefined });
});
