import { expect, test } from 'vitest';
import type {
  CollectionSchemaDto,
  FieldDto,
  FieldIndexDto,
} from '../../../contracts/schemas/collection-schema.ts';
import {
  readFields,
  writeSchema,
} from '../../../adapters/admin/screens/collections/model/draft.ts';
import { duplicatesIn } from '../../../adapters/admin/screens/collections/model/duplicates.ts';
import { restoreFields } from '../../../adapters/admin/screens/collections/model/edit-fields.ts';
import {
  indexableFields,
  indexedName,
  stateOf,
} from '../../../adapters/admin/screens/collections/model/indexing.ts';
import { indexingEffects } from '../../../adapters/admin/screens/collections/model/indexing-effects.ts';
import { readSchemaText } from '../../../adapters/admin/screens/collections/model/schema-text.ts';

const schemaOf = (properties: Record<string, FieldDto>): CollectionSchemaDto => ({
  type: 'object',
  properties,
  required: [],
});

const text: FieldDto = { type: 'string' };

const effectsOf = (before: Record<string, FieldDto>, after: Record<string, FieldDto>) => {
  const fields = readFields(schemaOf(after));
  return indexingEffects(schemaOf(before), schemaOf(after), (path) => indexedName(fields, path));
};

test('the effects of a change name each index, unique field and searched field', () => {
  const before = {
    a: { ...text, title: 'Colour', indexed: true },
    b: { ...text, unique: true },
    c: { type: 'array', items: { type: 'string' } },
  } as const;
  expect(effectsOf(before, before)).toEqual([]);
  const after: Record<string, FieldDto> = {
    a: { ...text, title: 'Colour', indexed: true, indexedWith: ['updated_at'] },
    b: { ...text, indexed: true, searchable: false },
    c: { type: 'array', items: { type: 'string', searchable: false } },
    d: { ...text, unique: true, searchable: false },
  };
  expect(effectsOf(before, after)).toEqual([
    'An index of Colour in the order of Time of the last change is built in the background.',
    'An index of b is built in the background.',
    'No two items may have the same value of d. If some do, nothing is saved, and you see which items.',
    'Several items may have the same value of b.',
    'The search no longer finds items by b.',
    'The search no longer finds items by c.',
    'The search index is rebuilt in the background. Until then, the search answers as before.',
  ]);
  expect(effectsOf(after, before)).toContain(
    'The index of Colour in the order of Time of the last change is removed. Queries that need it are rejected then.',
  );
});

test('the effects tell fields with the same label apart', () => {
  const titled = { ...text, title: 'Code' };
  const indexed = { ...titled, indexed: true, indexedWith: ['title'] };
  const unique = { ...titled, unique: true };
  expect(effectsOf({ a: indexed, b: titled }, { a: titled, b: indexed })).toEqual([
    'An index of Code is built in the background.',
    'An index of Code in the order of Title is built in the background.',
    'The index of Code is removed. Queries that need it are rejected then.',
    'The index of Code in the order of Title is removed. Queries that need it are rejected then.',
  ]);
  expect(effectsOf({ a: unique, b: titled }, { a: titled, b: unique })).toEqual([
    'No two items may have the same value of Code. If some do, nothing is saved, and you see which items.',
    'Several items may have the same value of Code.',
  ]);
});

test('fields of one type of block do not stand for those of another', () => {
  const blocks = (searchable: boolean): Record<string, FieldDto> => ({
    parts: {
      type: 'blocks',
      blocks: {
        one: { properties: { text } },
        two: { properties: { text: { ...text, ...(!searchable && { searchable }) } } },
      },
    },
  });
  expect(effectsOf(blocks(true), blocks(false))).toContain(
    'The search no longer finds items by parts › text.',
  );
});

test('fields of items and groups can have an index, those of lists and blocks cannot', () => {
  const properties: Record<string, FieldDto> = {
    size: {
      type: 'object',
      properties: { width: { type: 'number', indexed: true }, notes: { type: 'json' } },
    },
    rows: { type: 'array', items: { type: 'object', properties: { name: text } } },
    tags: { type: 'array', items: text, indexed: true },
    parts: { type: 'blocks', blocks: { one: { properties: { name: text } } } },
  };
  const fields = readFields(schemaOf(properties));
  expect([...indexableFields(fields).values()]).toEqual([
    { path: 'data.size.width', savedPath: 'data.size.width', isList: false },
    { path: 'data.tags', savedPath: 'data.tags', isList: true },
  ]);
  expect(writeSchema(fields).properties).toEqual(properties);
  const renamed = fields.map((field) => ({ ...field, key: `new-${field.key}` }));
  expect([...indexableFields(renamed).values()]).toMatchObject([
    { path: 'data.new-size.width', savedPath: 'data.size.width' },
    { path: 'data.new-tags', savedPath: 'data.tags' },
  ]);
});

test('what a type cannot have is left out, and comes back with the type', () => {
  const properties = { sku: { ...text, unique: true, indexed: true, indexedWith: ['title'] } };
  const fields = readFields(schemaOf(properties));
  const written = (type: FieldDto['type']) =>
    writeSchema(fields.map((field) => ({ ...field, type }))).properties['sku'];
  expect(written('json')).toEqual({ type: 'json' });
  expect(written('multiselect')).toEqual({ type: 'multiselect', indexed: true });
  expect(written('string')).toEqual(properties.sku);
});

test.each([
  [{ ...text, indexed: 'yes' }, 'schema.properties.a.indexed must be true or false.'],
  [{ ...text, searchable: 1 }, 'schema.properties.a.searchable must be true or false.'],
  [{ ...text, indexedWith: 'b' }, 'schema.properties.a.indexedWith must list paths of fields.'],
  [{ ...text, indexedWith: ['b'] }, 'schema.properties.a.indexedWith needs indexed: true.'],
  [
    { type: 'reference', onDelete: 'never' },
    'schema.properties.a.onDelete must be one of ignore, refuse, clear.',
  ],
  [{ type: 'json', unique: true }, 'schema.properties.a cannot have an index.'],
  [
    { type: 'array', items: text, unique: true },
    'schema.properties.a is a list: it can only be indexed.',
  ],
  [
    { type: 'array', items: { ...text, indexed: true } },
    'schema.properties.a.items cannot have an index.',
  ],
  [
    { type: 'blocks', blocks: { one: { properties: { b: { ...text, unique: true } } } } },
    'schema.properties.a.blocks.one.properties.b cannot have an index.',
  ],
])('the JSON of a schema is not a schema with %j', (field, mistake) => {
  const { fields, ...read } = readSchemaText(JSON.stringify({ properties: { a: field } }), []);
  expect(fields).toBeUndefined();
  expect(read.mistake).toBe(mistake);
});

test('unsaved work of an earlier release keeps what no form showed', () => {
  const [field] = readFields(schemaOf({ sku: text }));
  const { indexed: _, unique: __, searchable: ___, ...earlier } = field!;
  const stored = { ...earlier, others: { unique: true, searchable: false } };
  const restored = restoreFields([stored as unknown as typeof field & object]);
  expect(writeSchema(restored).properties).toEqual({
    sku: { type: 'string', unique: true, searchable: false },
  });
});

test('the state of a field is the worst of its indexes', () => {
  const index = (field: string, state: FieldIndexDto['state'], reason?: string) => ({
    field,
    state,
    ...(reason && { reason }),
  });
  const ready = index('data.a', 'ready');
  const building = index('data.a', 'building');
  const failed = index('data.a', 'failed', 'No space');
  expect(stateOf([index('data.b', 'failed'), ready], 'data.a')).toBe(ready);
  expect(stateOf([ready, building], 'data.a')).toBe(building);
  expect(stateOf([ready, building, failed], 'data.a')).toBe(failed);
  expect(stateOf([ready], undefined)).toBeUndefined();
});

test('the items of equal values are found, also if the value looks like an id', () => {
  const id = '018f2b1e-0000-7000-8000-000000000001';
  const other = '018f2b1e-0000-7000-8000-000000000002';
  const message = `"${other}: x" is the value of several items: ${id}, ${other}`;
  expect(duplicatesIn({ issues: [{ path: 'data.a', message }] })).toEqual([
    { path: 'data.a', text: `"${other}: x" is the value of several items`, ids: [id, other] },
  ]);
  expect(duplicatesIn({ issues: [{ path: 'data.a', message: 'x' }] })).toEqual([
    { path: 'data.a', text: 'x', ids: [] },
  ]);
});
