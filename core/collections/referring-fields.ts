import type { CollectionSchema, Field, FieldMap } from '../model/field.ts';
import type { Json } from '../primitives/json.ts';
import { canRefer } from './data/references-of.ts';

/** A field whose values can refer to something. */
export interface ReferringField {
  /** Without indexes: `sections.photo`. Two types of block can have fields with one path. */
  readonly path: string;
  readonly field: Field;
}

/** The fields of a schema that can refer to something, in its order; also those inside of objects, lists and blocks. */
export function* referringFields({
  properties,
}: Pick<CollectionSchema, 'properties'>): Generator<ReferringField> {
  for (const [name, field] of Object.entries(properties)) yield* fieldsIn(field, name);
}

function* fieldsIn(field: Field, path: string): Generator<ReferringField> {
  if (canRefer(field)) yield { path, field };
  if (field.items !== undefined) yield* fieldsIn(field.items, path);
  const groups = [
    field.properties ?? {},
    ...Object.values(field.blocks ?? {}).map(({ properties }) => properties),
  ];
  for (const group of groups) {
    for (const [name, each] of Object.entries(group)) yield* fieldsIn(each, `${path}.${name}`);
  }
}

/** Of {@link referencesOf}. A change makes the references of all items be found again. */
const rulesVersion = 2;

/**
 * Describes everything about a schema on which the references of its items depend: equal for equal rules, and empty if no
 * field can refer to anything.
 */
export const referringForm = (
  { properties }: Pick<CollectionSchema, 'properties'>,
  base: string,
): string => {
  const form = formOfFields(properties);
  return form === undefined ? '' : JSON.stringify([rulesVersion, base, form]);
};

const formOf = ({ type, onDelete, items, properties, blocks }: Field): Json | undefined => {
  if (canRefer({ type })) return onDelete === undefined ? type : [type, onDelete];
  const parts = [
    items && formOf(items),
    properties && formOfFields(properties),
    blocks && formOfAll(blocks, (block) => formOfFields(block.properties)),
  ];
  const inside = parts.filter((part) => part !== undefined);
  return inside.length === 0 ? undefined : [type, ...inside];
};

const formOfFields = (fields: FieldMap): Json | undefined => formOfAll(fields, formOf);

const formOfAll = <T>(
  parts: Readonly<Record<string, T>>,
  form: (part: T) => Json | undefined,
): Json | undefined => {
  const found = Object.entries(parts).flatMap(([name, part]): Json[] => {
    const inside = form(part);
    return inside === undefined ? [] : [[name, inside]];
  });
  return found.length === 0 ? undefined : found;
};

/** Whether a field of the schema can refer to something. */
export const refersToSomething = (schema: Pick<CollectionSchema, 'properties'>): boolean =>
  referringFields(schema).next().done !== true;
