import { sharedKeysOf, type Collection } from '../../model/collection.ts';
import type { FieldIndex, QueryField } from '../../model/content/item-query.ts';
import { queryFields, schemaFields, systemFields } from './query-fields.ts';

/**
 * The indexes that a collection's schema asks for. An indexed field has one by its values, and one that lists the items
 * with a value newest first; a unique field needs the first one only. A list has a single index, which finds the items
 * with a value in no order. In a localised collection, a value is unique in its locale, and one that translations have in
 * common, in their group.
 */
export const fieldIndexesOf = ({
  id: collectionId,
  schema,
  baseLocale,
}: Pick<Collection, 'id' | 'schema' | 'baseLocale'>): readonly FieldIndex[] => {
  const all = queryFields(schema);
  const shared = sharedKeysOf({ schema, baseLocale });
  /** Whether translations have the field, or the object that contains it, in common. */
  const isShared = ({ path }: QueryField): boolean => shared.includes(path.split('.')[1] ?? '');
  const index = (fields: readonly QueryField[]): FieldIndex => ({
    collectionId,
    fields,
    isUnique: false,
  });
  const uniqueIndex = (field: QueryField): FieldIndex => ({
    ...index([field]),
    isUnique: true,
    ...(baseLocale !== undefined && { within: isShared(field) ? 'group' : 'locale' }),
  });
  return [...schemaFields(schema).values()].flatMap(({ field, schema: asked }) => {
    const isUnique = asked.unique === true;
    if (!isUnique && asked.indexed !== true) return [];
    if (field.isList) return [index([field])];
    const others = new Set(isUnique ? [] : [systemFields.created_at.path]);
    for (const path of asked.indexedWith ?? []) others.add(path);
    const pairs = [...others].flatMap((path) => all.get(path) ?? []);
    return [
      ...(isUnique ? [uniqueIndex(field)] : []),
      index([field]),
      ...pairs.map((other) => index([field, other])),
    ];
  });
};

/** The indexes that every collection has. They need not be built. */
export const systemIndexes = (collectionId: string): readonly FieldIndex[] =>
  (['created_at', 'updated_at', 'published_at', 'id', 'slug', 'title'] as const).map((name) => ({
    collectionId,
    fields: [systemFields[name]],
    isUnique: false,
  }));

/** Identifies an index: equal for indexes of equal content only. */
export const indexKey = ({ collectionId, fields, isUnique, within }: FieldIndex): string =>
  JSON.stringify([
    collectionId,
    isUnique,
    ...(within === undefined ? [] : [within]),
    ...fields.map(({ path, kind, isList }) => [path, kind, isList]),
  ]);
