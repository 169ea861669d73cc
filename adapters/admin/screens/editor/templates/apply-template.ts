import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';
import { blockTypeOf, withNewId } from '../fields/blocks/blocks.ts';
import type { ItemText } from '../model/item-text.ts';
import { isObject, type Json, type JsonObject } from '../model/json-path.ts';

/** What new items of a collection can begin with. */
export type Template = NonNullable<CollectionDto['templates']>[number];

type Inside = Pick<FieldDto, 'properties'>;

/** The values of an object with a change of those that a schema names. */
const mapFields = (value: JsonObject, { properties = {} }: Inside): JsonObject =>
  Object.fromEntries(
    Object.entries(value).map(([name, each]): readonly [string, Json] => [
      name,
      Object.hasOwn(properties, name) ? withNewIds(each, properties[name]) : each,
    ]),
  );

/** A value in which each block has an id of its own: two items must not have the same block. */
const withNewIds = (value: Json, field: FieldDto | undefined): Json => {
  if (field === undefined) return value;
  if (isObject(value)) return mapFields(value, field);
  if (!Array.isArray(value)) return value;
  const entries: readonly Json[] = value;
  return entries.map((entry) => {
    if (field.type !== 'blocks' || !isObject(entry)) return withNewIds(entry, field.items);
    return withNewId(mapFields(entry, blockTypeOf(entry, field) ?? {}));
  });
};

/** A new item with the title and the values of a template; what it does not name is as in an empty item. */
export const applyTemplate = (
  empty: ItemText,
  { title = '', data }: Template,
  { schema }: Pick<CollectionDto, 'schema'>,
): ItemText => ({
  ...empty,
  title,
  data: { ...empty.data, ...mapFields(data, schema) },
});

/** The templates with an item as one of them: in the place of the one with its name, else as the last. */
export const withTemplate = (
  templates: readonly Template[],
  template: Template,
): readonly Template[] =>
  templates.some(({ name }) => name === template.name)
    ? templates.map((each) => (each.name === template.name ? template : each))
    : [...templates, template];

/** The values of fields that a schema has. */
export const knownValues = (
  data: Template['data'],
  { properties }: CollectionDto['schema'],
): Template['data'] =>
  Object.fromEntries(Object.entries(data).filter(([key]) => Object.hasOwn(properties, key)));

/** A template with the title and the values of an item, as far as the schema knows them. */
export const templateOf = (
  name: string,
  { title, data }: Pick<ItemText, 'title' | 'data'>,
  { schema }: Pick<CollectionDto, 'schema'>,
): Template => ({
  name,
  ...(title.trim() !== '' && { title }),
  data: knownValues(data, schema),
});
