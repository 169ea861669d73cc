import type { CollectionSchema, Field, FieldMap, FieldType } from '../../model/field.ts';
import type { QueryField, ValueKind } from '../../model/content/item-query.ts';

/** How the values of each type compare; undefined for types that have no single value. */
const kindOf: Readonly<Record<FieldType, ValueKind | undefined>> = {
  string: 'text',
  textarea: 'text',
  richtext: 'text',
  markdown: 'text',
  slug: 'text',
  email: 'text',
  url: 'text',
  color: 'text',
  media: 'text',
  file: 'text',
  reference: 'uuid',
  date: 'date',
  datetime: 'moment',
  number: 'number',
  boolean: 'boolean',
  select: 'choice',
  radio: 'choice',
  multiselect: 'choice',
  json: undefined,
  array: undefined,
  blocks: undefined,
  object: undefined,
};

const system = (path: string, kind: ValueKind): QueryField => ({ path, kind, isList: false });

/** The fields of every item. */
export const systemFields = {
  id: system('id', 'uuid'),
  title: system('title', 'text'),
  slug: system('slug', 'text'),
  status: system('status', 'choice'),
  created_at: system('created_at', 'time'),
  updated_at: system('updated_at', 'time'),
  published_at: system('published_at', 'time'),
} as const;

/** What places an item among its translations. No request can name them. */
export const placementFields = {
  locale: system('locale', 'choice'),
  since: system('group_since', 'time'),
  group: system('group_id', 'uuid'),
} as const;

/**
 * How queries compare the values of a field, or of a list.
 *
 * @returns undefined if the field has neither a single value nor a list of them.
 */
export const comparisonOf = ({ type, items }: TypedField): Comparison | undefined => {
  const kind = kindOf[type === 'array' ? (items?.type ?? 'array') : type];
  return kind && { kind, isList: type === 'array' || type === 'multiselect' };
};

interface TypedField extends Pick<Field, 'type'> {
  readonly items?: Pick<Field, 'type'> | undefined;
}

type Comparison = Omit<QueryField, 'path'>;

/** A field of `data` by which items can be filtered, with what the schema says about it. */
export interface SchemaField {
  readonly field: QueryField;
  readonly schema: Field;
}

/** The fields of a schema by which items can be filtered, by path: of the top level, and the members of objects. */
export const schemaFields = ({
  properties,
}: Pick<CollectionSchema, 'properties'>): ReadonlyMap<string, SchemaField> => {
  const found = new Map<string, SchemaField>();
  const visit = (fields: FieldMap, parent: string): void => {
    for (const [name, schema] of Object.entries(fields)) {
      const path = `${parent}.${name}`;
      if (schema.type === 'object') visit(schema.properties ?? {}, path);
      const comparison = comparisonOf(schema);
      if (comparison !== undefined) found.set(path, { field: { path, ...comparison }, schema });
    }
  };
  visit(properties, 'data');
  return found;
};

/** All fields by which the items of a collection can be filtered, by path. */
export const queryFields = (
  schema: Pick<CollectionSchema, 'properties'>,
): ReadonlyMap<string, QueryField> =>
  new Map([
    ...Object.entries(systemFields),
    ...[...schemaFields(schema)].map(([path, { field }]) => [path, field] as const),
  ]);
