import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';
import {
  comparisonOf,
  deletionRules,
  shapeOf,
} from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';
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
  'localized',
  'width',
  'place',
  'onDelete',
] satisfies (keyof FieldDto)[]);

const rootNames = new Set(['type', 'properties', 'required']);

const membersOf = {
  schema: rootNames,
  field: memberNames,
  block: new Set(['title', 'properties', 'required']),
};

/** What a field says about indexes, the search and translations that the builder would lose. @param isAlone see {@link writeSchema}. */
const mistakeOfIndexing = (
  field: Readonly<Record<string, unknown>>,
  path: string,
  isAlone: boolean,
): string | undefined => {
  const { indexed, indexedWith, unique, searchable, localized, onDelete } = field;
  for (const [name, value] of Object.entries({ indexed, unique, searchable, localized })) {
    if (value !== undefined && typeof value !== 'boolean') {
      return t.schemaText.notBoolean(`${path}.${name}`);
    }
  }
  if (indexedWith !== undefined && !isTexts(indexedWith)) {
    return t.schemaText.notPaths(path);
  }
  if (onDelete !== undefined && !deletionRules.some((rule) => rule === onDelete)) {
    return t.schemaText.notOneOf(`${path}.onDelete`, deletionRules.join(', '));
  }
  if (indexed !== true && unique !== true && indexedWith === undefined) return undefined;
  const comparison = isAlone ? comparisonOf(field as unknown as FieldDto) : undefined;
  if (comparison === undefined) return t.schemaText.noIndex(path);
  if (comparison.isList && (unique === true || indexedWith !== undefined)) {
    return t.schemaText.onlyIndexed(path);
  }
  return indexedWith !== undefined && indexed !== true
    ? t.schemaText.needsIndexed(path)
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
  if (!isObject(value)) return t.schemaText.notObject(path);
  const { properties = {}, required = [], items, type, enum: choices = [], blocks = {} } = value;
  const unknown = Object.keys(value).find((name) => !membersOf[kind].has(name));
  if (unknown !== undefined) return t.schemaText.notMember[kind](`${path}.${unknown}`);
  if (kind === 'field' && !(typeof type === 'string' && Object.hasOwn(shapeOf, type))) {
    return t.schemaText.notOneOf(`${path}.type`, Object.keys(shapeOf).join(', '));
  }
  const misplaced = kind === 'field' ? mistakeOfIndexing(value, path, isAlone) : undefined;
  if (misplaced !== undefined) return misplaced;
  for (const name of ['title', 'description', 'pattern', 'collection', 'group', 'help']) {
    const text = value[name];
    if (text !== undefined && typeof text !== 'string')
      return t.schemaText.notText(`${path}.${name}`);
  }
  if (!Array.isArray(choices)) return t.schemaText.notList(`${path}.enum`);
  if (!isObject(properties)) return t.schemaText.notObject(`${path}.properties`);
  if (!isObject(blocks)) return t.schemaText.notObject(`${path}.blocks`);
  const names = Object.keys(properties);
  if (!Array.isArray(required) || !required.every((name) => names.includes(String(name)))) {
    return t.schemaText.notFieldNames(path);
  }
  const inside = [
    ...(items === undefined ? [] : [mistakeOf(items, `${path}.items`, 'field', false)]),
    ...names.map((name) =>
      mistakeOf(properties[name], `${path}.properties.${name}`, 'field', isAlone),
    ),
    ...Object.entries(blocks).map(([name, block]) =>
      mistakeOf(block, `${path}.blocks.${name}`, 'block'),
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
