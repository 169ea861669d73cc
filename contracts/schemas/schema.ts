import {
  Type,
  type Static,
  type TArrayOptions,
  type TOptional,
  type TProperties,
  type TSchema,
} from 'typebox';
import {
  defaultLimit,
  maxLimit,
  maxOffset,
  type Json,
  type JsonObject,
} from '../../core/vocabulary.ts';

export type { Json, JsonObject } from '../../core/vocabulary.ts';

export const idSchema = Type.String({ format: 'uuid' });

export const timeSchema = Type.Integer({ format: 'int64', description: 'Epoch milliseconds.' });

/** Any JSON object. The core validates its content. */
export const jsonObjectSchema = Type.Unsafe<JsonObject>({
  type: 'object',
  additionalProperties: true,
});

export const jsonValueSchema = Type.Unsafe<Json>({});

/** An object that the OpenAPI document describes once, under its title. Titles are unique. */
export const titled = <P extends TProperties>(title: string, properties: P) =>
  Type.Object(properties, { title });

/** The same properties, each of which can be omitted. `Type.Partial` would bring the type engine of the library into bundles. */
export const optionalFields = <P extends TProperties>(properties: P) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as { [K in keyof P]: TOptional<P[K]> };

interface Labels {
  readonly title?: string;
  readonly description?: string;
}

/** One of a closed set of strings. */
export const choice = <const T extends string>(values: readonly T[], labels: Labels = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: values, ...labels });

/** A read-only list. */
export const list = <S extends TSchema>(items: S, options: TArrayOptions = {}) =>
  Type.Immutable(Type.Array(items, { ...options }));

/** An object with values of one kind, by their id. */
export const byId = <S extends TSchema>(values: S, labels: Labels = {}) =>
  Type.Unsafe<Readonly<Record<string, Static<S>>>>({
    type: 'object',
    additionalProperties: values,
    ...labels,
  });

/** The schema or null: for members that are always present but may have no value. */
export const nullable = <S extends TSchema>(schema: S, labels: Labels = {}) =>
  Type.Unsafe<Static<S> | null>({ ...schema, nullable: true, ...labels });

/** The query parameters of every paged list. */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: defaultLimit,
      description: `The maximum number of entries. Values over ${maxLimit} count as ${maxLimit}.`,
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxOffset,
      default: 0,
      description: 'The number of entries to skip.',
    }),
  ),
};

const documentation: unique symbol = Symbol('documentation');

/**
 * Validated as `schema`, documented as `documented`: for values that the core validates, because it
 * reports all mistakes at once and in better words than a validator.
 */
export const documentedAs = <S extends TSchema>(schema: S, documented: TSchema) =>
  Type.Unsafe<Static<S>>({ ...schema, [documentation]: documented });

/** The schema that the OpenAPI document shows for `schema`: usually `schema` itself. */
export const documentationOf = (schema: TSchema): TSchema => {
  const documented: unknown = documentation in schema ? schema[documentation] : undefined;
  return typeof documented === 'object' && documented !== null ? documented : schema;
};
