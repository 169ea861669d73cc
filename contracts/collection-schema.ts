import { Type } from 'typebox';
import { fieldTypes, type FieldType, type Json } from '../core/index.ts';
import { choice, jsonValueSchema, list } from './schema.ts';

/** One field of a collection. Which constraints apply depends on the type. */
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
  readonly items?: FieldDto;
  readonly properties?: { readonly [name: string]: FieldDto };
  readonly required?: readonly string[];
}

/** The fields of a collection's `data`, in the order of the builder. */
export interface CollectionSchemaDto {
  readonly type: 'object';
  readonly properties: { readonly [name: string]: FieldDto };
  readonly required: readonly string[];
}

const count = Type.Integer({ minimum: 0, description: 'Characters of a text, entries of a list.' });
const bound = Type.Number({ description: 'Of a `number`.' });
const names = list(Type.String());

// A schema that contains itself can only name itself, and the document is where it has a name.
const itself = Type.Ref('#/components/schemas/Field');

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
      description: 'What a `reference` points into, by name; a `reference` has to have it.',
    }),
    items: itself,
    properties: { type: 'object', additionalProperties: itself },
    required: names,
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
      description: 'Fields by name, in the order of the builder.',
    },
    required: names,
  } satisfies Record<keyof CollectionSchemaDto, unknown>,
});
