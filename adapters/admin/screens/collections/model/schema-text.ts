import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';
import {
  comparisonOf,
  deletionRules,
  shapeOf,
} from '../../../../../contracts/client/vocabulary.ts';
import { readJson } from '../../editor/model/read-json.ts';
import { readFields, type DraftField } from './draft.ts';

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
  'indexed',
  'indexedWith',
  'unique',
  'searchable',
  'onDelete',
] satisfies (keyof FieldDto)[]);

const rootNames = new Set(['type', 'properties', 'required']);

const membersOf = {
  schema: rootNames,
  field: memberNames,
  'type of block': new Set(['title', 'properties', 'required']),
};

/** What a field says about indexes and the search that the builder would lose. @param isAlone see {@link writeSchema}. */
const mistakeOfIndexing = (
  field: Readonly<Record<string, unknown>>,
  path: string,
  isAlone: boolean,
): string | undefined => {
  const { indexed, indexedWith, unique, searchable, onDelete } = field;
  for (const [name, value] of Object.entries({ indexed, unique, searchable })) {
    if (value !== undefined && typeof value !== 'boolean') {
      return `${path}.${name} must be true or false.`;
    }
  }
  if (indexedWith !== undefined && !isTexts(indexedWith)) {
    return `${path}.indexedWith must list paths of fields.`;
  }
  if (onDelete !== undefined && !deletionRules.some((rule) => rule === onDelete)) {
    return `${path}.onDelete must be one of ${deletionRules.join(', ')}.`;
  }
  if (indexed !== true && unique !== true && indexedWith === undefined) return undefined;
  const comparison = isAlone ? comparisonOf(field as unknown as FieldDto) : undefined;
  if (comparison === undefined) return `${path} cannot have an index.`;
  if (comparison.isList && (unique === true || indexedWith !== undefined)) {
    return `${path} is a list: it can only be indexed.`;
  }
  return indexedWith !== undefined && indexed !== true
    ? `${path}.indexedWith needs indexed: true.`
    : undefined;
};

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** What the builder cannot show, and would lose. The service checks everything else. */
const mistakeOf = (
  value: unknown,
  path: string,
  kind: keyof typeof membersOf = 'field',
  isAlone = kind === 'schema',
): string | undefined => {
  if (!isObject(value)) return `${path} must be an object.`;
  const { properties = {}, required = [], items, type, enum: choices = [], blocks = {} } = value;
  const unknown = Object.keys(value).find((name) => !membersOf[kind].has(name));
  if (unknown !== undefined) return `${path}.${unknown} is not a member of a ${kind}.`;
  if (kind === 'field' && !(typeof type === 'string' && Object.hasOwn(shapeOf, type))) {
    return `${path}.type must be one of ${Object.keys(shapeOf).join(', ')}.`;
  }
  const misplaced = kind === 'field' ? mistakeOfIndexing(value, path, isAlone) : undefined;
  if (misplaced !== undefined) return misplaced;
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
    ...(items === undefined ? [] : [mistakeOf(items, `${path}.items`, 'field', false)]),
    ...names.map((name) =>
      mistakeOf(properties[name], `${path}.properties.${name}`, 'field', isAlone),
    ),
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
