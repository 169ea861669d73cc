import { invalid, type Issue } from '../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import { lengthOf } from '../text.ts';
import type { CollectionSchema, Field } from './field.ts';
import { formOf, shapeOf, type FieldShape } from './field-rules.ts';
import { choiceMatcher, type MatchChoice } from './match-choices.ts';
import { matcher, type Match } from './match-patterns.ts';

export interface DataRules {
  readonly patterns: PatternCompiler;
  /** Whether fields marked as required must be there. */
  readonly enforceRequired: boolean;
  /** Where the object stands in what the caller sent; `data` unless told. */
  readonly path?: string;
}

/** Nobody reads more, and a list of a million mistakes would be an answer of a hundred megabytes. */
const maxIssues = 100;

/**
 * Holds an object against a schema: every field that the schema names, one issue each. Keys that it
 * does not name are free.
 *
 * @throws DomainError `invalid_data` with the issues, the first hundred if there are more.
 */
export const checkData = (
  data: JsonObject,
  schema: CollectionSchema,
  { patterns, enforceRequired, path = 'data' }: DataRules,
): void => {
  const rules: Rules = {
    enforceRequired,
    match: matcher(patterns),
    matchChoice: choiceMatcher(),
  };
  const issues: Issue[] = [];
  for (const issue of checkObject(data, schema, path, rules)) {
    if (issues.length === maxIssues) {
      throw invalid('invalid_data', issues, `There are more than the ${maxIssues} that are listed`);
    }
    issues.push(issue);
  }
  if (issues.length > 0) throw invalid('invalid_data', issues);
};

interface Rules extends Pick<DataRules, 'enforceRequired'> {
  readonly match: Match;
  readonly matchChoice: MatchChoice;
}

type Check = (value: Json, field: Field, path: string, rules: Rules) => Iterable<Issue>;

function* checkObject(
  data: JsonObject,
  { properties, required }: Pick<Field, 'properties' | 'required'>,
  path: string,
  rules: Rules,
): Generator<Issue> {
  const needed = rules.enforceRequired ? (required ?? []) : [];
  const missing = new Set(needed.filter((name) => isMissing(read(data, name))));
  for (const name of missing) {
    yield { path: `${path}.${name}`, message: 'is required for published content' };
  }
  if (properties === undefined) return;
  // A list may hold a great many objects that are all but empty: fields they do not have cost nothing.
  for (const [name, value] of Object.entries(data)) {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (field === undefined || missing.has(name)) continue;
    yield* checkField(value, field, `${path}.${name}`, rules);
  }
}

const read = (data: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(data, name) ? data[name] : undefined;

const isMissing = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/**
 * The first mistake of a field; of an object, the first of each of its fields. Null and the empty
 * text mean that a field is not filled in, which is a question of `required`.
 */
function* checkField(value: Json, field: Field, path: string, rules: Rules): Generator<Issue> {
  const shape = shapeOf[field.type];
  if (value === null || (value === '' && shape !== 'boolean')) return;
  for (const issue of checks[shape](value, field, path, rules)) {
    yield issue;
    if (shape !== 'object') return;
  }
}

function* checkText(value: Json, field: Field, path: string, rules: Rules): Generator<Issue> {
  if (typeof value !== 'string') {
    yield { path, message: 'must be text' };
    return;
  }
  yield* checkLength(lengthOf(value), field, path, 'characters');
  const form = formOf[field.type];
  if (form !== undefined && !form.fits(value)) yield { path, message: form.message };
  const { pattern } = field;
  if (pattern !== undefined) {
    const mismatch = rules.match(pattern, value);
    if (mismatch !== undefined) yield { path, message: mismatch };
  }
  yield* checkChoice(value, field, path, rules);
}

function* checkNumber(value: Json, field: Field, path: string, rules: Rules): Generator<Issue> {
  if (typeof value !== 'number') {
    yield { path, message: 'must be a number' };
    return;
  }
  const { minimum, maximum } = field;
  if (minimum !== undefined && value < minimum)
    yield { path, message: `must be at least ${minimum}` };
  if (maximum !== undefined && value > maximum)
    yield { path, message: `must be at most ${maximum}` };
  yield* checkChoice(value, field, path, rules);
}

function* checkChoice(value: Json, field: Field, path: string, rules: Rules): Generator<Issue> {
  if (field.enum === undefined) return;
  const mismatch = rules.matchChoice(field.enum, value);
  if (mismatch !== undefined) yield { path, message: mismatch };
}

function* checkList(
  value: Json,
  field: Field,
  path: string,
  checkItem: (item: Json, path: string) => Iterable<Issue>,
): Generator<Issue> {
  if (!Array.isArray(value)) {
    yield { path, message: 'must be a list' };
    return;
  }
  yield* checkLength(value.length, field, path, 'items');
  for (const [index, item] of value.entries()) yield* checkItem(item as Json, `${path}.${index}`);
}

function* checkLength(length: number, field: Field, path: string, unit: string): Generator<Issue> {
  const { minLength, maxLength } = field;
  if (minLength !== undefined && length < minLength) {
    yield { path, message: `must have at least ${minLength} ${unit}` };
  }
  if (maxLength !== undefined && length > maxLength) {
    yield { path, message: `must have at most ${maxLength} ${unit}` };
  }
}

const checks: Readonly<Record<FieldShape, Check>> = {
  text: checkText,
  number: checkNumber,
  boolean: (value, _, path) =>
    typeof value === 'boolean' ? [] : [{ path, message: 'must be true or false' }],
  choice: (value, field, path, rules) =>
    typeof value === 'string' || typeof value === 'number'
      ? checkChoice(value, field, path, rules)
      : [{ path, message: 'must be one of the choices' }],
  choices: (value, field, path, rules) =>
    checkList(value, field, path, (item, itemPath) => checkChoice(item, field, itemPath, rules)),
  any: () => [],
  list: (value, field, path, rules) =>
    checkList(value, field, path, (item, itemPath) =>
      field.items === undefined ? [] : checkField(item, field.items, itemPath, rules),
    ),
  object: (value, field, path, rules) =>
    isJsonObject(value)
      ? checkObject(value, field, path, rules)
      : [{ path, message: 'must be an object' }],
};
