import { deletionRules, type Field, type FieldType } from '../../model/field.ts';
import type { PatternCompiler } from '../../ports/pattern-compiler.ts';
import type { Json, JsonObject } from '../../primitives/json.ts';
import { constraintsOf, shapeOf } from '../fields/field-rules.ts';

export interface SchemaReader {
  readonly patterns: PatternCompiler;
  readonly report: (path: string, message: string) => void;
}

/** Reads the texts of a field and its constraints. Ignores what its type does not have. */
export const readConstraints = (
  raw: JsonObject,
  type: FieldType,
  path: string,
  reader: SchemaReader,
): Partial<Field> => ({
  ...readTexts(raw, ['title', 'description', 'group', 'help'], path, reader),
  ...readSearchable(raw, path, reader),
  ...readReference(raw, type, path, reader),
  ...readNumbers(raw, type, path, reader),
  ...readPattern(raw, type, path, reader),
  ...readChoices(raw, type, path, reader),
});

const knows = (type: FieldType, constraint: string): boolean =>
  constraintsOf[shapeOf[type]].includes(constraint);

type TextKey = 'title' | 'description' | 'collection' | 'group' | 'help';

/** Reads those of the texts that are present. */
export const readTexts = (
  raw: JsonObject,
  keys: readonly TextKey[],
  path: string,
  { report }: SchemaReader,
): Pick<Field, TextKey> =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = raw[key];
      if (typeof value === 'string') return [[key, value] as const];
      if (value !== undefined) report(`${path}.${key}`, 'must be text');
      return [];
    }),
  );

const readReference = (
  raw: JsonObject,
  type: FieldType,
  path: string,
  reader: SchemaReader,
): Partial<Field> => {
  if (type !== 'reference') return {};
  const { collection, onDelete } = raw;
  if (collection === undefined || collection === '') {
    reader.report(`${path}.collection`, 'must name the referenced collection');
  }
  const rule = deletionRules.find((each) => each === onDelete);
  if (onDelete !== undefined && rule === undefined) {
    reader.report(`${path}.onDelete`, `must be one of ${deletionRules.join(', ')}`);
  }
  return { ...readTexts(raw, ['collection'], path, reader), ...(rule && { onDelete: rule }) };
};

const readSearchable = (
  { searchable }: JsonObject,
  path: string,
  { report }: SchemaReader,
): Partial<Field> => {
  if (typeof searchable === 'boolean') return { searchable };
  if (searchable !== undefined) report(`${path}.searchable`, 'must be true or false');
  return {};
};

const counts = ['minLength', 'maxLength', 'minItems', 'maxItems'] as const;

const readNumbers = (
  raw: JsonObject,
  type: FieldType,
  path: string,
  { report }: SchemaReader,
): Partial<Field> => {
  const numbers = ([...counts, 'minimum', 'maximum'] as const).flatMap((key) => {
    const value = raw[key];
    if (value === undefined || !knows(type, key)) return [];
    const isCount = counts.some((count) => count === key);
    if (typeof value === 'number' && (!isCount || (Number.isSafeInteger(value) && value >= 0))) {
      return [[key, value] as const];
    }
    report(`${path}.${key}`, isCount ? 'must be a whole number from 0' : 'must be a number');
    return [];
  });
  const bounds: Partial<Record<string, number>> = Object.fromEntries(numbers);
  for (const [low, high] of [
    ['minLength', 'maxLength'],
    ['minItems', 'maxItems'],
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
  { patterns, report }: SchemaReader,
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
  { report }: SchemaReader,
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
