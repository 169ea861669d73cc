import type { Collection } from '../../model/collection.ts';
import type { ContentStatus } from '../../model/content/content-item.ts';
import type { CollectionSchema, Field } from '../../model/field.ts';
import type { PatternCompiler } from '../../ports/pattern-compiler.ts';
import { rejectAll, type Issue } from '../../primitives/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../primitives/json.ts';
import { lengthOf } from '../../primitives/text.ts';
import { blockTypeOf, mistakeOfBlockId } from '../fields/blocks.ts';
import { formatOf, shapeOf, type FieldShape } from '../fields/field-rules.ts';
import { choiceMatcher, matcher, type Match, type MatchChoice } from '../fields/matchers.ts';

/**
 * Checks the data of an item. Required fields are enforced for published items only, because a draft can
 * be unfinished.
 *
 * @throws DomainError `invalid_data`, one issue per field.
 */
export const checkItemData = (
  patterns: PatternCompiler,
  { schema }: Pick<Collection, 'schema'>,
  data: JsonObject,
  status: ContentStatus,
): void => {
  checkData(data, schema, { patterns, enforceRequired: status === 'published' });
};

export interface DataRules {
  readonly patterns: PatternCompiler;
  /** Whether required fields must have a value. */
  readonly enforceRequired: boolean;
  /** Path of the object in the input. Defaults to `data`. */
  readonly path?: string;
}

/**
 * Checks an object against a schema, with at most one issue per field. Members that the schema does not
 * name are allowed.
 *
 * @throws DomainError `invalid_data` with at most a hundred issues.
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
  rejectAll('invalid_data', checkObject(data, schema, path, rules));
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
  // Iterates over the data, not over the schema: lists can contain many almost empty objects.
  for (const [name, value] of Object.entries(data)) {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (field === undefined || missing.has(name)) continue;
    yield* checkField(value, field, `${path}.${name}`, rules);
  }
}

const read = (data: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(data, name) ? data[name] : undefined;

/** Whether a value counts as none, which a required field must have. */
export const isMissing = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** Shapes that consist of fields, each with issues of its own. */
const composed: ReadonlySet<FieldShape> = new Set<FieldShape>(['object', 'blocks']);

/**
 * Yields the first issue of a field; for an object or blocks, the first issue of each of their fields. Null and the
 * empty text mean that the field has no value, which only `required` forbids.
 */
function* checkField(value: Json, field: Field, path: string, rules: Rules): Generator<Issue> {
  const shape = shapeOf[field.type];
  if (value === null || (value === '' && shape !== 'boolean')) return;
  for (const issue of checks[shape](value, field, path, rules)) {
    yield issue;
    if (!composed.has(shape)) return;
  }
}

function* checkText(value: Json, field: Field, path: string, rules: Rules): Generator<Issue> {
  if (typeof value !== 'string') {
    yield { path, message: 'must be text' };
    return;
  }
  yield* checkLength(lengthOf(value), field, path, 'characters');
  const format = formatOf[field.type];
  if (format !== undefined && !format.matches(value)) yield { path, message: format.message };
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

function* checkBlocks(value: Json, field: Field, path: string, rules: Rules): Generator<Issue> {
  if (!Array.isArray(value)) {
    yield { path, message: 'must be a list of blocks' };
    return;
  }
  const { minItems = 0, maxItems = Infinity } = field;
  if (value.length < minItems) yield { path, message: `must have at least ${minItems} blocks` };
  if (value.length > maxItems) yield { path, message: `must have at most ${maxItems} blocks` };
  const names = Object.keys(field.blocks ?? {});
  const ids = new Set<Json>();
  for (const [index, block] of (value as readonly Json[]).entries()) {
    const blockPath = `${path}.${index}`;
    if (!isJsonObject(block)) {
      yield { path: blockPath, message: 'must be an object with the type of a block' };
      continue;
    }
    const unknownType =
      names.length === 0
        ? 'must name a type of block, of which the field has none'
        : rules.matchChoice(names, block['type'] ?? null);
    if (unknownType !== undefined) yield { path: `${blockPath}.type`, message: unknownType };
    const idMistake = isMissing(block['id']) ? undefined : mistakeOfBlockId(block['id'], ids);
    if (idMistake !== undefined) yield { path: `${blockPath}.id`, message: idMistake };
    yield* checkObject(block, blockTypeOf(block, field) ?? {}, blockPath, rules);
  }
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
  blocks: checkBlocks,
};
