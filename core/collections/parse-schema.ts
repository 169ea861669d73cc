import { fieldTypes, type CollectionSchema, type Field, type FieldType } from '../model/field.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import { invalid, type Issue } from '../primitives/errors.ts';
import { encodeBounded, isJsonObject, type Json, type JsonObject } from '../primitives/json.ts';
import { checkData } from './check-data.ts';
import { constraintsOf, shapeOf } from './field-rules.ts';

export const emptySchema: CollectionSchema = { type: 'object', properties: {}, required: [] };

const schemaLimits = { bytes: 64 * 1024, depth: 24, code: 'invalid_schema' } as const;
const fieldName = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u;

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
  const reader: Reader = { patterns, report: (path, message) => issues.push({ path, message }) };
  const { type, properties, required } = raw;
  if (type !== undefined && type !== 'object') reader.report('schema.type', "must be 'object'");
  const fields = readFields(properties, 'schema', reader);
  const schema: CollectionSchema = {
    type: 'object',
    properties: fields,
    required: readRequired(required, fields, 'schema', reader),
  };
  if (issues.length > 0) throw invalid('invalid_schema', issues);
  return schema;
};

interface Reader {
  readonly patterns: PatternCompiler;
  readonly report: (path: string, message: string) => void;
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
      reader.report(
        fieldPath,
        'must have a name of up to 64 letters, digits, hyphens or underscores that starts with a letter or underscore',
      );
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
  const field: Field = {
    type,
    ...readTexts(raw, path, reader),
    ...readSearchable(raw, path, reader),
    ...readNumbers(raw, type, path, reader),
    ...readPattern(raw, type, path, reader),
    ...readChoices(raw, type, path, reader),
    ...readParts(raw, type, path, reader),
  };
  return withDefault(field, raw['default'], path, reader);
};

const knows = (type: FieldType, constraint: string): boolean =>
  constraintsOf[shapeOf[type]].includes(constraint);

const readTexts = (raw: JsonObject, path: string, { report }: Reader): Partial<Field> => {
  const { type, collection } = raw;
  const texts = (['title', 'description', 'collection'] as const).flatMap((key) => {
    const value = raw[key];
    if (value === undefined || (key === 'collection' && type !== 'reference')) return [];
    if (typeof value === 'string') return [[key, value] as const];
    report(`${path}.${key}`, 'must be text');
    return [];
  });
  if (type === 'reference' && (collection === undefined || collection === '')) {
    report(`${path}.collection`, 'must name the referenced collection');
  }
  return Object.fromEntries(texts);
};

const readSearchable = (
  { searchable }: JsonObject,
  path: string,
  { report }: Reader,
): Partial<Field> => {
  if (typeof searchable === 'boolean') return { searchable };
  if (searchable !== undefined) report(`${path}.searchable`, 'must be true or false');
  return {};
};

const readNumbers = (
  raw: JsonObject,
  type: FieldType,
  path: string,
  { report }: Reader,
): Partial<Field> => {
  const numbers = (['minLength', 'maxLength', 'minimum', 'maximum'] as const).flatMap((key) => {
    const value = raw[key];
    if (value === undefined || !knows(type, key)) return [];
    const isCount = key === 'minLength' || key === 'maxLength';
    if (typeof value === 'number' && (!isCount || (Number.isSafeInteger(value) && value >= 0))) {
      return [[key, value] as const];
    }
    report(`${path}.${key}`, isCount ? 'must be a whole number from 0' : 'must be a number');
    return [];
  });
  const bounds: Partial<Record<string, number>> = Object.fromEntries(numbers);
  for (const [low, high] of [
    ['minLength', 'maxLength'],
    ['minimum', 'maximum'],
  ] as const) {
    if ((bounds[low] ?? -Infinity) > (bounds[high] ?? Infinity)) {
      report(`${path}.${high}`, `must not be below ${low}`);
    }
  }
  return bounds;
};

/** As in JavaScript: the slashes would be a part of the pattern, which then matches no text that was meant. */
const literal = /^\/.+\/[dgimsuvy]*$/s;

const readPattern = (
  { pattern }: JsonObject,
  type: FieldType,
  path: string,
  { patterns, report }: Reader,
): Partial<Field> => {
  if (pattern === undefined || !knows(type, 'pattern')) return {};
  if (typeof pattern === 'string' && literal.test(pattern)) {
    report(
      `${path}.pattern`,
      'write the pattern without slashes around it and without flags. To match a slash at the start, write \\/',
    );
    return {};
  }
  if (typeof pattern === 'string' && patterns.compile(pattern) !== undefined) return { pattern };
  report(`${path}.pattern`, 'must be a regular expression that runs in linear time');
  return {};
};

const readChoices = (
  raw: JsonObject,
  type: FieldType,
  path: string,
  { report }: Reader,
): Partial<Field> => {
  const choices = raw['enum'];
  const shape = shapeOf[type];
  if (choices === undefined || !knows(type, 'enum')) {
    if (shape === 'choice' || shape === 'choices') report(`${path}.enum`, 'must list the choices');
    return {};
  }
  const fits = (choice: Json): choice is string | number =>
    (typeof choice === 'string' && shape !== 'number') ||
    (typeof choice === 'number' && shape !== 'text');
  if (Array.isArray(choices) && choices.length > 0 && choices.every(fits)) {
    return { enum: choices };
  }
  report(`${path}.enum`, 'must be a list of at least one choice that fits the type');
  return {};
};

const readParts = (
  raw: JsonObject,
  type: FieldType,
  path: string,
  reader: Reader,
): Partial<Field> => {
  if (type === 'array' && raw['items'] !== undefined) {
    const items = readField(raw['items'], `${path}.items`, reader);
    return items === undefined ? {} : { items };
  }
  if (type !== 'object') return {};
  const properties = readFields(raw['properties'], path, reader);
  const required = readRequired(raw['required'], properties, path, reader);
  return { properties, ...(required.length > 0 && { required }) };
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
