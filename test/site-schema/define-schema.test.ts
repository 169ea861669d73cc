import { expect, test } from 'vitest';
import {
  defineSchema,
  type FieldDefinition,
  type SchemaDefinition,
} from '../../bootstrap/define-schema.ts';
import { operator } from '../../core/index.ts';
import { fieldTypes, type FieldType, type SchemaFile } from '../../core/vocabulary.ts';
import { coreWorld } from '../support/core/core-world.ts';

/** One field of each type. The compiler rejects a missing type, and a type that does not exist. */
const fields = {
  string: { type: 'string', maxLength: 80, unique: true },
  textarea: { type: 'textarea', help: 'Short' },
  richtext: { type: 'richtext' },
  markdown: { type: 'markdown', searchable: false },
  slug: { type: 'slug' },
  email: { type: 'email' },
  url: { type: 'url', pattern: '^https' },
  number: { type: 'number', minimum: 1, enum: [1, 2], default: 2 },
  boolean: { type: 'boolean', default: true },
  date: { type: 'date', indexed: true, indexedWith: ['created_at'] },
  datetime: { type: 'datetime' },
  select: { type: 'select', enum: ['a', 1] },
  multiselect: { type: 'multiselect', enum: ['a'], maxLength: 1 },
  radio: { type: 'radio', enum: ['a'] },
  color: { type: 'color' },
  json: { type: 'json', default: { a: [1] } },
  reference: { type: 'reference', collection: 'places', onDelete: 'clear' },
  media: { type: 'media', width: 'half', place: 'side' },
  file: { type: 'file', group: 'Files' },
  array: { type: 'array', items: { type: 'object', properties: { a: { type: 'url' } } } },
  object: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  blocks: { type: 'blocks', blocks: { quote: { properties: { by: { type: 'string' } } } } },
} as const satisfies Readonly<Record<FieldType, FieldDefinition>>;

test('every type of field can be declared, and a service accepts it', async () => {
  const schema = defineSchema({
    partial: true,
    collections: [{ name: 'places', schema: { properties: fields, required: ['string'] } }],
  });
  expect(Object.keys(fields).toSorted()).toEqual([...fieldTypes].sort());
  const { cms } = await coreWorld();
  const { changes } = await cms.siteSchema.plan(operator, schema as SchemaFile);
  expect(changes).toMatchObject([{ path: 'collections.places', change: 'create' }]);
});

test('what a service would reject does not compile', () => {
  const wrong: readonly (FieldDefinition | SchemaDefinition)[] = [
    // @ts-expect-error there is no such type
    { type: 'text' },
    // @ts-expect-error numbers have no length
    { type: 'number', maxLength: 3 },
    // @ts-expect-error a choice needs choices
    { type: 'select' },
    // @ts-expect-error a reference needs a collection
    { type: 'reference' },
    // @ts-expect-error the default of a switch is true or false
    { type: 'boolean', default: 'yes' },
    // @ts-expect-error blocks have no index
    { type: 'blocks', indexed: true },
    // @ts-expect-error a collection needs a name
    { collections: [{ displayName: 'Places' }] },
    // @ts-expect-error there is no such setting
    { settings: { siteTitle: 'Harbour' } },
    // @ts-expect-error a collection is public or private
    { collections: [{ name: 'places', access: 'secret' }] },
  ];
  expect(wrong).toHaveLength(9);
});
