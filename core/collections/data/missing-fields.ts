import type { CollectionSchema, Field } from '../../model/field.ts';
import { isJsonObject, type Json } from '../../primitives/json.ts';
import { isMissing } from './check-data.ts';

/**
 * The way from `data` to a field: the names of fields, and of the types of block. Lists on the way have no index: the
 * field is in each of their entries.
 */
type FieldPath = readonly (string | BlockStep)[];

/** To the blocks of one type. */
interface BlockStep {
  readonly block: string;
}

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
  const before = new Set(requiredPaths(former).map(keyOf));
  const added = requiredPaths(schema).filter((path) => !before.has(keyOf(path)));
  // Blocks of different types can have fields of the same name.
  const counted = [...Map.groupBy(added, nameOf)].map(([path, ways]) => ({
    path,
    ways,
    drafts: 0,
  }));
  return {
    add: (data) => {
      for (const each of counted) if (each.ways.some((way) => lacks(data, way))) each.drafts += 1;
    },
    list: () =>
      counted.filter(({ drafts }) => drafts > 0).map(({ path, drafts }) => ({ path, drafts })),
  };
};

const keyOf = (path: FieldPath): string => JSON.stringify(path);

const nameOf = (path: FieldPath): string =>
  ['data', ...path.filter((step) => typeof step === 'string')].join('.');

const requiredPaths = (
  { properties = {}, required = [] }: Pick<Field, 'properties' | 'required'>,
  parent: FieldPath = [],
): readonly FieldPath[] =>
  Object.entries(properties).flatMap(([name, field]) => {
    const path = [...parent, name];
    const entry = entryOf(field);
    return [
      ...(required.includes(name) ? [path] : []),
      ...requiredPaths(entry, path),
      ...Object.entries(entry.blocks ?? {}).flatMap(([block, type]) =>
        requiredPaths(type, [...path, { block }]),
      ),
    ];
  });

/** The field of the entries, for a list of lists of the innermost ones. */
const entryOf = (field: Field): Field => (field.items === undefined ? field : entryOf(field.items));

/** A group that is absent lacks nothing: only its own field can be required. */
const lacks = (value: Json, path: FieldPath): boolean => {
  if (Array.isArray(value)) return value.some((entry: Json) => lacks(entry, path));
  const [step, ...rest] = path;
  if (!isJsonObject(value) || step === undefined) return false;
  if (typeof step !== 'string') return value['type'] === step.block && lacks(value, rest);
  const inner = Object.hasOwn(value, step) ? value[step] : undefined;
  return rest.length === 0 ? isMissing(inner) : inner !== undefined && lacks(inner, rest);
};
