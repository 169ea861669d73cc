import {
  fieldTypes,
  type BlockType,
  type CollectionSchema,
  type Field,
  type FieldType,
} from '../../model/field.ts';
import type { PatternCompiler } from '../../ports/pattern-compiler.ts';
import { invalid, type Issue } from '../../primitives/errors.ts';
import { encodeBounded, isJsonObject, type Json, type JsonObject } from '../../primitives/json.ts';
import { blockMembers } from '../fields/blocks.ts';
import { checkData } from '../data/check-data.ts';
import { readConstraints, readTexts, type SchemaReader } from './parse-constraints.ts';
import { checkIndexing, readIndexing } from './parse-indexing.ts';
import { readLayout, type FieldPosition } from './parse-layout.ts';

export const emptySchema: CollectionSchema = { type: 'object', properties: {}, required: [] };

const schemaLimits = { bytes: 64 * 1024, depth: 24, code: 'invalid_schema' } as const;
const fieldName = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u;

const nameRule =
  'must have a name of up to 64 letters, digits, hyphens or underscores that starts with a letter or underscore';

export const isFieldName = (name: string): boolean => fieldName.test(name);

/**
 * Parses the schema of a collection. Ignores unknown members, and keeps the order of the fields.
 *
 * @throws DomainError `invalid_schema` with one issue per mistake, or one issue if the schema is too large
 *   or nested too deeply; `invalid_text`.
 */
export const parseSchema = (raw: JsonObject, patterns: PatternCompiler): CollectionSchema => {
  encodeBounded(raw, 'schema', schemaLimits);
  const issues: Issue[] = [];
  const reader: Reader = {
    patterns,
    report: (path, message) => issues.push({ path, message }),
    isInBlock: false,
    position: 'item',
  };
  const { type, properties, required } = raw;
  if (type !== undefined && type !== 'object') reader.report('schema.type', "must be 'object'");
  const fields = readFields(properties, 'schema', reader);
  const schema: CollectionSchema = {
    type: 'object',
    properties: fields,
    required: readRequired(required, fields, 'schema', reader),
  };
  checkIndexing(schema, reader.report);
  if (issues.length > 0) throw invalid('invalid_schema', issues);
  return schema;
};

interface Reader extends SchemaReader {
  /** Whether the fields are those of a block, or inside of one. */
  readonly isInBlock: boolean;
  readonly position: FieldPosition;
}

type Fields = Readonly<Record<string, Field>>;

const readFields = (raw: Json | undefined, path: string, reader: Reader): Fields => {
  if (raw === undefined) return {};
  if (!isJsonObject(raw)) {
    reader.report(`${path}.properties`, 'must be an object');
    return {};
  }
  const entries = Object.entries(raw).flatMap(([name, value]) => {
    const fieldPath = `${path}.properties.${name}`;
    if (!isFieldName(name)) {
      reader.report(fieldPath, nameRule);
      return [];
    }
    const field = readField(value, fieldPath, reader);
    return field === undefined ? [] : [[name, field] as const];
  });
  return Object.fromEntries(entries);
};

const readField = (raw: Json, path: string, reader: Reader): Field | undefined => {
  if (!isJsonObject(raw)) {
    reader.report(path, 'must be an object');
    return undefined;
  }
  const type = fieldTypes.find((candidate) => candidate === raw['type']);
  if (type === undefined) {
    reader.report(`${path}.type`, `must be one of ${fieldTypes.join(', ')}`);
    return undefined;
  }
  if (type === 'blocks' && reader.isInBlock) {
    reader.report(`${path}.type`, 'must not be blocks inside of a block');
    return undefined;
  }
  const field: Field = {
    type,
    ...readConstraints(raw, type, path, reader),
    ...readIndexing(raw, path, reader.report),
    ...readLocalized(raw, path, reader),
    ...readLayout(raw, path, reader),
    ...readParts(raw, type, path, { ...reader, position: 'member' }),
  };
  return withDefault(field, raw['default'], path, reader);
};

const readLocalized = (
  { localized }: JsonObject,
  path: string,
  { report, position }: Reader,
): Pick<Field, 'localized'> => {
  if (localized === undefined || localized === true) return {};
  if (localized === false && position === 'item') return { localized };
  report(
    `${path}.localized`,
    localized === false
      ? 'must not be false: only a field of the item itself can be common to its translations'
      : 'must be true or false',
  );
  return {};
};

const readParts = (
  raw: JsonObject,
  type: FieldType,
  path: string,
  reader: Reader,
): Partial<Field> => {
  if (type === 'array' && raw['items'] !== undefined) {
    const items = readField(raw['items'], `${path}.items`, { ...reader, position: 'entry' });
    return items === undefined ? {} : { items };
  }
  if (type === 'blocks') return readBlocks(raw['blocks'], `${path}.blocks`, reader);
  return type === 'object' ? readMembers(raw, path, reader) : {};
};

const readMembers = (
  raw: JsonObject,
  path: string,
  reader: Reader,
): Pick<BlockType, 'properties' | 'required'> => {
  const properties = readFields(raw['properties'], path, reader);
  const required = readRequired(raw['required'], properties, path, reader);
  return { properties, ...(required.length > 0 && { required }) };
};

const readBlocks = (raw: Json | undefined, path: string, reader: Reader): Partial<Field> => {
  if (raw === undefined) return {};
  if (!isJsonObject(raw)) {
    reader.report(path, 'must be an object');
    return {};
  }
  const blocks = Object.entries(raw).flatMap(([name, value]) => {
    const block = readBlock(name, value, `${path}.${name}`, reader);
    return block === undefined ? [] : [[name, block] as const];
  });
  return { blocks: Object.fromEntries(blocks) };
};

const readBlock = (
  name: string,
  raw: Json,
  path: string,
  reader: Reader,
): BlockType | undefined => {
  if (!isFieldName(name)) reader.report(path, nameRule);
  if (!isJsonObject(raw)) {
    reader.report(path, 'must be an object');
    return undefined;
  }
  const members = readMembers(raw, path, { ...reader, isInBlock: true });
  for (const member of blockMembers) {
    if (!Object.hasOwn(members.properties, member)) continue;
    reader.report(`${path}.properties.${member}`, 'must have another name: every block has it');
  }
  return { ...readTexts(raw, ['title'], path, reader), ...members };
};

const readRequired = (
  raw: Json | undefined,
  fields: Fields,
  path: string,
  { report }: Reader,
): readonly string[] => {
  if (raw === undefined) return [];
  const names = Array.isArray(raw) ? (raw as readonly Json[]) : undefined;
  const isField = (name: Json): name is string =>
    typeof name === 'string' && Object.hasOwn(fields, name);
  if (names?.every(isField)) return [...new Set(names)];
  report(`${path}.required`, 'must list names of fields');
  return [];
};

/** Reports a default that the field itself would reject. */
const withDefault = (field: Field, raw: Json | undefined, path: string, reader: Reader): Field => {
  if (raw === undefined) return field;
  try {
    const schema = { ...emptySchema, properties: { default: field } };
    checkData({ default: raw }, schema, {
      patterns: reader.patterns,
      enforceRequired: false,
      path,
    });
  } catch {
    reader.report(`${path}.default`, 'must be a value that the field accepts');
  }
  return { ...field, default: raw };
};
