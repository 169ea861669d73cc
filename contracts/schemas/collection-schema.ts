import { Type, type Static } from 'typebox';
import { fieldSchema, type FieldDto } from './field-schemas.ts';
import { choice, list, titled } from './schema.ts';

export type { BlockTypeDto, FieldDto } from './field-schemas.ts';

/** The fields of `data` in a collection, in the order of the schema's author. */
export interface CollectionSchemaDto {
  readonly type: 'object';
  readonly properties: { readonly [name: string]: FieldDto };
  readonly required: readonly string[];
}

const names = list(Type.String());

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
