import type { CollectionSchema, Field } from '../model/field.ts';
import { isJsonObject, type Json } from '../primitives/json.ts';
import { isMissing } from './check-data.ts';

/** The names from `data` to a field. Lists on the way have none: the field is in each of their entries. */
type FieldPath = readonly string[];

/** A field that drafts lack. */
export interface MissingField {
  /** Such as `data.place.name`, without the indexes of lists. */
  readonly path: string;
  /** The number of drafts that cannot be published without it. */
  readonly drafts: number;
}

export interface MissingFields {
  /** Counts a draft at each field that it lacks. */
  readonly add: (data: Json) => void;
  /** The fields that at least one draft lacks, in the order of the schema. */
  readonly list: () => readonly MissingField[];
}

/** Counts what drafts lack of the fields that one schema requires and another one does not. */
export const countMissingFields = (
  schema: CollectionSchema,
  former: CollectionSchema,
): MissingFields => {
  const before = new Set(requiredPaths(former).map(nameOf));
  const counted = requiredPaths(schema)
    .filter((path) => !before.has(nameOf(path)))
    .map((path) => ({ path, drafts: 0 }));
  return {
    add: (data) => {
      for (const each of counted) if (lacks(data, each.path)) each.drafts += 1;
    },
    list: () =>
      counted
        .filter(({ drafts }) => drafts > 0)
        .map(({ path, drafts }) => ({ path: nameOf(path), drafts })),
  };
};

const nameOf = (path: FieldPath): string => ['data', ...path].join('.');

const requiredPaths = (
  { properties = {}, required = [] }: Pick<Field, 'properties' | 'required'>,
  parent: FieldPath = [],
): readonly FieldPath[] =>
  Object.entries(properties).flatMap(([name, field]) => {
    const path = [...parent, name];
    return [...(required.includes(name) ? [path] : []), ...requiredPaths(entryOf(field), path)];
  });

/** The field of the entries, for a list of lists of the innermost ones. */
const entryOf = (field: Field): Field => (field.items === undefined ? field : entryOf(field.items));

/** A group that is absent lacks nothing: only its own field can be required. */
const lacks = (value: Json, path: FieldPath): boolean => {
  if (Array.isArray(value)) return value.some((entry: Json) => lacks(entry, path));
  const [name, ...rest] = path;
  if (!isJsonObject(value) || name === undefined) return false;
  const inner = Object.hasOwn(value, name) ? value[name] : undefined;
  return rest.length === 0 ? isMissing(inner) : inner !== undefined && lacks(inner, rest);
};
