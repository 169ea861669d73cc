import type { CollectionSchema, Field, FieldMap } from '../../model/field.ts';

/** A schema whose references do not say that they refer to one of these collections. @param hidden their names. */
export const withoutTargets = (
  schema: CollectionSchema,
  hidden: ReadonlySet<string>,
): CollectionSchema => {
  const inMap = (fields: FieldMap): FieldMap => mapValues(fields, inField);
  const inField = (field: Field): Field => {
    const { collection, items, properties, blocks, ...rest } = field;
    return {
      ...rest,
      ...(collection !== undefined && !hidden.has(collection) && { collection }),
      ...(items && { items: inField(items) }),
      ...(properties && { properties: inMap(properties) }),
      ...(blocks && {
        blocks: mapValues(blocks, (block) => ({ ...block, properties: inMap(block.properties) })),
      }),
    };
  };
  return { ...schema, properties: inMap(schema.properties) };
};

const mapValues = <T>(
  record: Readonly<Record<string, T>>,
  change: (value: T) => T,
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
