import type { CollectionSchema, Field } from '../model/field.ts';
import type { SchemaChange } from '../model/site/site-schema.ts';

/** A field that differs between two schemas. */
export interface ChangedField {
  readonly name: string;
  readonly change: SchemaChange;
  /** Whether values that were accepted can be rejected now. */
  readonly isStricter: boolean;
}

/** What no value is rejected for, with the type of the field or without. */
const withoutEffect: ReadonlySet<string> = new Set<keyof Field>([
  'title',
  'description',
  'default',
  'collection',
  'indexed',
  'indexedWith',
  'unique',
  'onDelete',
  'group',
  'help',
  'searchable',
  'localized',
  'width',
  'place',
]);

/** The fields that differ, in the order of the new schema. @param before, after as `orderedSchema` returns them. */
export const changedFields = (
  before: CollectionSchema,
  after: CollectionSchema,
): readonly ChangedField[] => {
  const changed = Object.entries(after.properties).flatMap(
    ([name, field]): readonly ChangedField[] => {
      const former = Object.hasOwn(before.properties, name) ? before.properties[name] : undefined;
      const [was, is] = [before.required.includes(name), after.required.includes(name)];
      // Values under the name of a new field were not checked before.
      if (former === undefined) return [{ name, change: 'create', isStricter: true }];
      if (isSameText(former, field) && was === is) return [];
      const isStricter = (is && !was) || !isSameText(rulesOf(former), rulesOf(field));
      return [{ name, change: 'update', isStricter }];
    },
  );
  const removed = Object.keys(before.properties).filter(
    (name) => !Object.hasOwn(after.properties, name),
  );
  return [
    ...changed,
    ...removed.map((name) => ({ name, change: 'delete', isStricter: false }) as const),
  ];
};

/** Whether the fields that both schemas have are in another order. */
export const hasOtherOrder = (before: CollectionSchema, after: CollectionSchema): boolean => {
  const common = (one: CollectionSchema, other: CollectionSchema) =>
    Object.keys(one.properties).filter((name) => Object.hasOwn(other.properties, name));
  return !isSameText(common(before, after), common(after, before));
};

const rulesOf = (field: Field): object =>
  Object.fromEntries(Object.entries(field).filter(([name]) => !withoutEffect.has(name)));

/** Whether the values are equal as JSON, the order of members included. */
export const isSameText = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
