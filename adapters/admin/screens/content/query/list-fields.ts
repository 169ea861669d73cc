import { schemaFields, type ValueKind } from '../../../../../contracts/client/vocabulary.ts';
import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';

/** A field that the list can show, sort by or filter by. */
export interface ListField {
  /** As in requests: `title`, or `data.price`. */
  readonly path: string;
  readonly label: string;
  readonly kind: ValueKind;
  readonly isList: boolean;
  /** Whether an index leads to its values, whatever the size of the collection. */
  readonly isIndexed: boolean;
  /** Of a field of the schema. */
  readonly schema?: FieldDto;
}

const system = (path: string, label: string, kind: ValueKind, isIndexed = true): ListField => ({
  path,
  label,
  kind,
  isList: false,
  isIndexed,
});

/** What every item has, in the order of the columns. */
export const systemFields: readonly ListField[] = [
  system('title', 'Title', 'text'),
  system('slug', 'Slug', 'text'),
  system('status', 'Status', 'choice', false),
  system('author', 'Author', 'text', false),
  system('updated_at', 'Updated', 'time'),
  system('created_at', 'Created', 'time'),
];

type Schema = Pick<CollectionDto, 'schema'>['schema'];

/** “Address › City”: the titles of the fields on the path. */
const labelOf = (path: string, { properties }: Pick<Schema, 'properties'>): string => {
  const labels: string[] = [];
  let fields: FieldDto['properties'] = properties;
  for (const name of path.split('.').slice(1)) {
    const field: FieldDto | undefined = fields?.[name];
    labels.push(field?.title || name);
    fields = field?.properties;
  }
  return labels.join(' › ');
};

/** The fields of every item, and those of the schema. Without a collection, only the former. */
export const listFields = (collection: CollectionDto | undefined): readonly ListField[] => [
  ...systemFields,
  ...(collection === undefined
    ? []
    : [...schemaFields(collection.schema)].map(([path, { field, schema }]) => ({
        path,
        label: labelOf(path, collection.schema),
        kind: field.kind,
        isList: field.isList,
        isIndexed: schema.indexed === true || schema.unique === true,
        schema,
      }))),
];

export const isDataField = ({ path }: Pick<ListField, 'path'>): boolean => path.startsWith('data.');

/** The columns besides the title, unless the user chooses others. */
export const usualColumns: readonly string[] = ['status', 'author', 'updated_at'];

/** The fields of the columns, in the order of the fields: the title first. */
export const columnFields = (
  fields: readonly ListField[],
  columns: readonly string[] = usualColumns,
): readonly ListField[] => fields.filter(({ path }) => path === 'title' || columns.includes(path));
