import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';
import { shapeOf } from '../../../../../contracts/client/vocabulary.ts';
import { readJson } from '../../editor/model/read-json.ts';
import { otherNames, readFields, type DraftField } from './draft.ts';

export interface ReadSchema {
  /** Undefined if the text is not a schema. */
  readonly fields: readonly DraftField[] | undefined;
  /** Why not, in a sentence. */
  readonly mistake: string | undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const memberNames = new Set<string>([
  'type',
  'title',
  'description',
  'default',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'pattern',
  'enum',
  'collection',
  'items',
  'properties',
  'required',
  'group',
  'help',
  'blocks',
  'minItems',
  'maxItems',
  ...otherNames,
] satisfies (keyof FieldDto)[]);

const rootNames = new Set(['type', 'properties', 'required']);

const membersOf = {
  schema: rootNames,
  field: memberNames,
  'type of block': new Set(['title', 'properties', 'required']),
};

/** What the builder cannot show, and would lose. The service checks everything else. */
const mistakeOf = (
  value: unknown,
  path: string,
  kind: keyof typeof membersOf = 'field',
): string | undefined => {
  if (!isObject(value)) return `${path} must be an object.`;
  const { properties = {}, required = [], items, type, enum: choices = [], blocks = {} } = value;
  const unknown = Object.keys(value).find((name) => !membersOf[kind].has(name));
  if (unknown !== undefined) return `${path}.${unknown} is not a member of a ${kind}.`;
  if (kind === 'field' && !(typeof type === 'string' && Object.hasOwn(shapeOf, type))) {
    return `${path}.type must be one of ${Object.keys(shapeOf).join(', ')}.`;
  }
  for (const name of ['title', 'description', 'pattern', 'collection', 'group', 'help']) {
    const text = value[name];
    if (text !== undefined && typeof text !== 'string') return `${path}.${name} must be text.`;
  }
  if (!Array.isArray(choices)) return `${path}.enum must be a list.`;
  if (!isObject(properties)) return `${path}.properties must be an object.`;
  if (!isObject(blocks)) return `${path}.blocks must be an object.`;
  const names = Object.keys(properties);
  if (!Array.isArray(required) || !required.every((name) => names.includes(String(name)))) {
    return `${path}.required must be a list of the names of fields.`;
  }
  const inside = [
    ...(items === undefined ? [] : [mistakeOf(items, `${path}.items`)]),
    ...names.map((name) => mistakeOf(properties[name], `${path}.properties.${name}`)),
    ...Object.entries(blocks).map(([name, block]) =>
      mistakeOf(block, `${path}.blocks.${name}`, 'type of block'),
    ),
  ];
  return inside.find((mistake) => mistake !== undefined);
};

/** Fields keep their identity by their keys, so that open panels stay open. */
const keepIds = (
  fields: readonly DraftField[],
  before: readonly DraftField[],
): readonly DraftField[] =>
  fields.map((field) => {
    const same = before.find(({ key }) => key === field.key);
    if (same === undefined) return { ...field, savedKey: undefined };
    const { id, savedKey, fields: inside, blocks } = same;
    return {
      ...field,
      id,
      savedKey,
      fields: keepIds(field.fields, inside),
      blocks: keepIds(field.blocks, blocks),
    };
  });

/** Reads the fields from the JSON text of a schema. @param before the fields that it replaces. */
export const readSchemaText = (text: string, before: readonly DraftField[]): ReadSchema => {
  const { value, mistake = mistakeOf(value, 'schema', 'schema') } = readJson(text, true);
  if (mistake !== undefined) return { fields: undefined, mistake };
  return { fields: keepIds(readFields(value as unknown as FieldDto), before), mistake: undefined };
};
