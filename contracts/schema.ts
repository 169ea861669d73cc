import { Type, type Static, type TSchema } from 'typebox';
import { defaultLimit, maxLimit, maxOffset, type Json, type JsonObject } from '../core/index.ts';

export const idSchema = Type.String({ format: 'uuid' });

export const timeSchema = Type.Integer({ format: 'int64', description: 'Epoch milliseconds.' });

/** Any JSON object. What may be in it is checked by the core. */
export const jsonObjectSchema = Type.Unsafe<JsonObject>({
  type: 'object',
  additionalProperties: true,
});

export const jsonValueSchema = Type.Unsafe<Json>({});

interface Labels {
  readonly title?: string;
  readonly description?: string;
}

/** One of a closed set of texts. */
export const choice = <const T extends string>(values: readonly T[], labels: Labels = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: values, ...labels });

interface ListOptions {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly description?: string;
}

/** A list that nobody changes. */
export const list = <S extends TSchema>(items: S, options: ListOptions = {}) =>
  Type.Immutable(Type.Array(items, { ...options }));

/** The schema, or null: for what a resource always names, though there may be none. */
export const nullable = <S extends TSchema>(schema: S, labels: Labels = {}) =>
  Type.Unsafe<Static<S> | null>({ ...schema, nullable: true, ...labels });

/** The query parameters of every list with pages. */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: defaultLimit,
      description: `How many entries at most. Anything over ${maxLimit} counts as ${maxLimit}.`,
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxOffset,
      default: 0,
      description: 'How many entries to skip.',
    }),
  ),
};

const documentation: unique symbol = Symbol('documentation');

/**
 * Checked as `schema`, documented as `documented`: for values that the core checks itself, in one
 * go and with better words than a validator has.
 */
export const documentedAs = <S extends TSchema>(schema: S, documented: TSchema) =>
  Type.Unsafe<Static<S>>({ ...schema, [documentation]: documented });

/** What the document shows in place of `schema`: usually itself. */
export const documentationOf = (schema: TSchema): TSchema => {
  const documented: unknown = documentation in schema ? schema[documentation] : undefined;
  return typeof documented === 'object' && documented !== null ? documented : schema;
};
