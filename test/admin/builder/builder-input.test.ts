import { expect, test } from 'vitest';
import type { BlockType, CollectionSchema } from '../../../core/vocabulary.ts';
import { readChoices } from '../../../adapters/admin/screens/collections/model/choices.ts';
import {
  newField,
  readFields,
  writeSchema,
} from '../../../adapters/admin/screens/collections/model/draft.ts';
import { findIssues } from '../../../adapters/admin/screens/collections/model/issues.ts';
import { readSchemaText } from '../../../adapters/admin/screens/collections/model/schema-text.ts';
import { readJson } from '../../../adapters/admin/screens/editor/model/read-json.ts';

const tooLong = '76561198009194284';

test('the builder never rounds what was typed as a limit, a choice or a default', () => {
  const number = newField('number', 'steam');
  const limits = { ...number.limits, maximum: tooLong, minLength: tooLong };
  const mistakes = findIssues([
    { ...number, limits },
    { ...number, key: 'other', defaultText: tooLong },
    { ...newField('json', 'json'), defaultText: `{"a":\n[1, ${tooLong}]}` },
  ]);
  expect(mistakes.map(({ member, message }) => [member, message])).toEqual([
    ['maximum', 'The number has too many digits to be stored exactly. Keep it in a text field.'],
    ['default', 'The number has too many digits to be stored exactly. Keep it in a text field.'],
    ['default', 'Line 2: a.1 has more digits than a JSON number keeps; send it as text.'],
  ]);
  expect(JSON.stringify(writeSchema([{ ...number, limits }]))).toContain(`"${tooLong}"`);
  expect(readChoices(`1\n${tooLong}\n1e21\nInfinity`, [], 'number')).toEqual([
    1,
    tooLong,
    1e21,
    'Infinity',
  ]);
});

test('a mistake in JSON is reported with its line', () => {
  const { mistake } = readJson(`{\n"a": 1e21,\n"b": ${tooLong}\n}`);
  expect(mistake).toBe('Line 3: b has more digits than a JSON number keeps; send it as text.');
  expect(readJson('[1e400]').mistake).toMatch(/^Line 1: 0 must be a number between/);
  expect(readJson('{\n"a": 1,\n}').mistake).toMatch(/^Line 3: A name in double quotes is missing/);
  const twice = '{ "a": 1,\n "a": 2 }';
  expect(readJson(twice).value).toEqual({ a: 2 });
  expect(readJson(twice, true).mistake).toBe('Line 2: The name occurs twice in its object.');
});

test('the builder keeps what no form shows: blocks, groups and help', () => {
  const quote: BlockType = {
    title: 'Quote',
    properties: { text: { type: 'string' } },
    required: ['text'],
  };
  const schema: CollectionSchema = {
    type: 'object',
    properties: {
      title: { type: 'string', group: 'SEO', help: 'Up to 60 characters' },
      sections: { type: 'blocks', blocks: { quote }, minItems: 1, maxItems: 3 },
    },
    required: [],
  };
  expect(writeSchema(readFields(schema))).toEqual(schema);
  const { fields, mistake } = readSchemaText(JSON.stringify(schema), []);
  expect(mistake).toBeUndefined();
  expect(writeSchema(fields ?? [])).toEqual(schema);
});

test('the JSON of a schema may have what no form shows', () => {
  const schema: CollectionSchema = {
    type: 'object',
    properties: {
      code: { type: 'string', unique: true, searchable: false },
      price: { type: 'number', indexed: true, indexedWith: ['code'] },
      page: { type: 'reference', collection: 'pages', onDelete: 'refuse' },
    },
    required: [],
  };
  const { fields, mistake } = readSchemaText(JSON.stringify(schema), []);
  expect(mistake).toBeUndefined();
  expect(writeSchema(fields ?? [])).toEqual(schema);
});
