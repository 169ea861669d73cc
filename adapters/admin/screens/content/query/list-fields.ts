import { schemaFields, type ValueKind } from '../../../../../contracts/client/vocabulary.ts';
import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import { t } from '../../../catalogue/texts.ts';
import { labelsAt } from '../../../references/field-label.ts';
import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';

const dataPrefix = 'data.';

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
const systemFields: readonly ListField[] = [
  system('title', t.common.title, 'text'),
  system('slug', t.common.slug, 'text'),
  system('status', t.common.status, 'choice', false),
  system('author', t.common.author, 'text', false),
  system('updated_at', t.common.updated, 'time'),
  system('created_at', t.common.created, 'time'),
];

/** The fields of every item, and those of the schema. Without a collection, only the former. */
export const listFields = (collection: CollectionDto | undefined): readonly ListField[] => [
  ...systemFields,
  ...(collection === undefined
    ? []
    : [...schemaFields(collection.schema)].map(([path, { field, schema }]) => ({
        path,
        label: labelsAt(path.slice(dataPrefix.length), collection.schema.properties).join(' › '),
        kind: field.kind,
        isList: field.isList,
        isIndexed: schema.indexed === true || schema.unique === true,
        schema,
      }))),
];

export const isDataField = ({ path }: Pick<ListField, 'path'>): boolean =>
  path.startsWith(dataPrefix);

/** Whether a path names one of these fields. Without `data.`, every path counts as known: it is not of the schema. */
export const knownPaths =
  (fields: readonly ListField[]) =>
  (path: string): boolean =>
    !isDataField({ path }) || fields.some((field) => field.path === path);

/** The columns besides the title, unless the user chooses others. */
export const usualColumns: readonly string[] = ['status', 'author', 'updated_at'];

/** The fields of the columns, in the order of the fields: the title first. */
export const columnFields = (
  fields: readonly ListField[],
  columns: readonly string[] = usualColumns,
): readonly ListField[] => fields.filter(({ path }) => path === 'title' || columns.includes(path));
