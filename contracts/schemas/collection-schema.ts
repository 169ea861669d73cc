import { Type, type Static } from 'typebox';
import {
  deletionRules,
  fieldTypes,
  type DeletionRule,
  type FieldType,
  type Json,
} from '../../core/index.ts';
import { choice, jsonValueSchema, list, titled } from './schema.ts';

/** One field of a collection. Its type decides which constraints apply. */
export interface FieldDto {
  readonly type: FieldType;
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly enum?: readonly (string | number)[];
  readonly collection?: string;
  readonly indexed?: boolean;
  readonly indexedWith?: readonly string[];
  readonly unique?: boolean;
  readonly onDelete?: DeletionRule;
  readonly items?: FieldDto;
  readonly properties?: { readonly [name: string]: FieldDto };
  readonly required?: readonly string[];
  readonly blocks?: { readonly [name: string]: BlockTypeDto };
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly group?: string;
  readonly help?: string;
  readonly searchable?: boolean;
}

/** The fields of one type of block, besides the `type` and `id` that every block has. */
export interface BlockTypeDto {
  readonly title?: string;
  readonly properties: { readonly [name: string]: FieldDto };
  readonly required?: readonly string[];
}

/** The fields of `data` in a collection, in the order of the schema's author. */
export interface CollectionSchemaDto {
  readonly type: 'object';
  readonly properties: { readonly [name: string]: FieldDto };
  readonly required: readonly string[];
}

const count = Type.Integer({
  minimum: 0,
  description: 'Number of characters of a text or entries of a list.',
});
const bound = Type.Number({ description: 'For the type `number`.' });
const names = list(Type.String());

// A recursive schema can only refer to itself by name, and it has a name only in the document.
const itself = Type.Ref('#/components/schemas/Field');

const blockCount = Type.Integer({ minimum: 0, description: 'Number of blocks, for `blocks`.' });

const blockTypeSchema = {
  title: 'BlockType',
  type: 'object',
  required: ['properties'],
  properties: {
    title: Type.String(),
    properties: {
      type: 'object',
      additionalProperties: itself,
      description: 'Every type except `blocks`; no field is named `type` or `id`.',
    },
    required: names,
  } satisfies Record<keyof BlockTypeDto, unknown>,
};

const fieldSchema = Type.Unsafe<FieldDto>({
  title: 'Field',
  type: 'object',
  required: ['type'],
  properties: {
    type: choice(fieldTypes, { title: 'FieldType' }),
    title: Type.String(),
    description: Type.String(),
    default: jsonValueSchema,
    minLength: count,
    maxLength: count,
    minimum: bound,
    maximum: bound,
    pattern: Type.String({ description: 'A regular expression that runs in linear time.' }),
    enum: Type.Array(Type.Union([Type.String(), Type.Number()])),
    collection: Type.String({
      description:
        'The name of the collection that a `reference` points to. Required for `reference`.',
    }),
    indexed: Type.Boolean({
      description: 'Builds an index, so that queries can filter and sort by the field.',
    }),
    indexedWith: list(Type.String(), {
      description:
        'Other fields, each of which gets an index together with this one: `created_at`, `data.price`. For queries that filter by this field and sort by the other.',
    }),
    unique: Type.Boolean({
      description:
        'Whether no two items of the collection may have the same value. Null and the empty text are no values. Implies `indexed`.',
    }),
    onDelete: choice(deletionRules, {
      description:
        'For `reference`: what happens when the item is deleted to which a value refers. `refuse` prevents the deletion, `clear` removes the value. Default: `ignore`.',
    }),
    items: itself,
    properties: { type: 'object', additionalProperties: itself },
    required: names,
    blocks: {
      type: 'object',
      additionalProperties: blockTypeSchema,
      description: 'The types of block by name, for `blocks`.',
    },
    minItems: blockCount,
    maxItems: blockCount,
    group: Type.String({ description: 'The group of the form in which the field is shown.' }),
    help: Type.String({ description: 'Advice for editors, longer than the description.' }),
    searchable: Type.Boolean({
      description:
        'Whether the search finds items by this field. Default: true, but false for `url`, `color`, `json`, `reference`, `media` and `file`.',
    }),
  } satisfies Record<keyof FieldDto, unknown>,
});

export const collectionSchemaSchema = Type.Unsafe<CollectionSchemaDto>({
  title: 'CollectionSchema',
  type: 'object',
  required: ['type', 'properties', 'required'],
  properties: {
    type: choice(['object']),
    properties: {
      type: 'object',
      additionalProperties: fieldSchema,
      description: "Fields by name, in the order of the schema's author.",
    },
    required: names,
  } satisfies Record<keyof CollectionSchemaDto, unknown>,
});

/** The state of an index that a schema asks for. */
export const fieldIndexSchema = titled('FieldIndex', {
  field: Type.String({ description: 'The path of the field, such as `data.price`.' }),
  with: Type.Optional(
    Type.String({ description: 'The other field of a pair, such as `created_at`.' }),
  ),
  unique: Type.Optional(
    Type.Boolean({
      description: 'True for the index that allows each value once. Otherwise absent.',
    }),
  ),
  state: choice(['building', 'ready', 'failed']),
  reason: Type.Optional(
    Type.String({ description: 'Why the index could not be built. It is tried again.' }),
  ),
});
export type FieldIndexDto = Static<typeof fieldIndexSchema>;
