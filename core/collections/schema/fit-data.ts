import { dataLimits } from '../../model/content/content-item.ts';
import type { CollectionSchema, Field, FieldMap } from '../../model/field.ts';
import type { PatternCompiler } from '../../ports/pattern-compiler.ts';
import { issuesOf } from '../../primitives/errors.ts';
import {
  encodeBounded,
  isJsonObject,
  shortenJson,
  type Json,
  type JsonObject,
} from '../../primitives/json.ts';
import { blockTypeOf, mistakeOfBlockId } from '../fields/blocks.ts';
import { checkData, isMissing } from '../data/check-data.ts';
import { convertValue } from '../data/convert-value.ts';
import { shapeOf } from '../fields/field-rules.ts';
import { emptySchema } from './parse-schema.ts';

/** What became of a value that a field rejects. */
export interface DataChange {
  readonly path: string;
  /**
   * `converted`: it has the same meaning in the type of the field. `guessed`: its meaning is likely. `missing_file`: it
   * names a file that is not a URL, and is left out. `left_out`: it means nothing in the field.
   */
  readonly kind: 'converted' | 'guessed' | 'missing_file' | 'left_out';
  /** A clause about the value, such as `must be a number`. */
  readonly message: string;
  /** The start of the value, as JSON. */
  readonly value: string;
}

export interface FittedData {
  readonly data: JsonObject;
  readonly changes: readonly DataChange[];
}

interface Rules {
  readonly patterns: PatternCompiler;
  readonly changes: DataChange[];
}

/**
 * Fits data into a schema: converts the values that a field rejects, and leaves out those that it rejects even then.
 * Also leaves out values that cannot be stored. The result passes the check of the schema, except for required fields.
 */
export const fitData = (
  patterns: PatternCompiler,
  { properties }: Pick<CollectionSchema, 'properties'>,
  data: JsonObject,
): FittedData => {
  const rules: Rules = { patterns, changes: [] };
  const storable = Object.entries(data).filter(([name, value]) => {
    const [issue] = issuesOf(() => encodeBounded({ [name]: value }, 'data', dataLimits));
    if (issue !== undefined) leaveOut(rules, `data.${name}`, value, issue.message);
    return issue === undefined;
  });
  const fitted = fitMembers(Object.fromEntries(storable), properties, 'data', rules);
  return { data: fitted, changes: rules.changes };
};

const fitMembers = (data: JsonObject, fields: FieldMap, path: string, rules: Rules): JsonObject =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const fitted =
        field === undefined
          ? value
          : fitValue(value, field, { name, path: `${path}.${name}`, rules });
      return fitted === undefined ? [] : [[name, fitted] as const];
    }),
  );

interface Place {
  /** Of the field, also for the items of its list. */
  readonly name: string;
  readonly path: string;
  readonly rules: Rules;
}

/** @returns undefined for a value that is left out. */
const fitValue = (value: Json, field: Field, place: Place): Json | undefined => {
  const { name, path, rules } = place;
  const mistake = mistakeOf(value, field, rules);
  if (mistake === undefined) return value;
  const converted = convertValue(value, field, name);
  const before = rules.changes.length;
  const fitted =
    converted?.value === undefined ? undefined : fitParts(converted.value, field, place);
  const problem = fitted === undefined ? undefined : mistakeOf(fitted, field, rules);
  // A single value that is not even an entry of a list.
  const isNoEntry = !Array.isArray(value) && Array.isArray(fitted) && fitted.length === 0;
  if (converted === undefined || problem !== undefined || isNoEntry) {
    rules.changes.splice(before);
    leaveOut(rules, path, value, problem ?? mistake, field);
    return undefined;
  }
  const { guess, part = value } = converted;
  if (guess !== undefined)
    rules.changes.push({ path, kind: 'guessed', message: guess, value: shortenJson(part) });
  else if (rules.changes.length === before) {
    rules.changes.push({ path, kind: 'converted', message: mistake, value: shortenJson(value) });
  }
  return fitted;
};

/** Fits the items of a list and the members of an object. */
const fitParts = (value: Json, field: Field, { name, path, rules }: Place): Json => {
  const shape = shapeOf[field.type];
  if (shape === 'object' && isJsonObject(value)) {
    return fitMembers(value, field.properties ?? {}, path, rules);
  }
  if (shape === 'blocks' && Array.isArray(value)) return fitBlocks(value, field, path, rules);
  const items =
    shape === 'choices' ? ({ type: 'select', enum: field.enum ?? [] } as const) : field.items;
  if (items === undefined || !Array.isArray(value)) return value;
  return (value as readonly Json[]).flatMap((item, index) => {
    const fitted = fitValue(item, items, { name, path: `${path}.${index}`, rules });
    return fitted === undefined ? [] : [fitted];
  });
};

/** Leaves out blocks of an unknown type, and ids that no block can have. */
const fitBlocks = (
  blocks: readonly Json[],
  field: Field,
  listPath: string,
  rules: Rules,
): readonly Json[] => {
  const ids = new Set<Json>();
  return blocks.flatMap((block, index) => {
    const path = `${listPath}.${index}`;
    const type = blockTypeOf(block, field);
    if (type === undefined || !isJsonObject(block)) {
      leaveOut(rules, path, block, mistakeOf([block], { ...field, minItems: 0 }, rules) ?? '');
      return [];
    }
    const { id = null, ...members } = fitMembers(block, type.properties, path, rules);
    if (isMissing(id)) return [members];
    const text = typeof id === 'number' ? String(id) : id;
    const mistake = mistakeOfBlockId(text, ids);
    if (mistake === undefined) return [{ ...members, id: text }];
    leaveOut(rules, `${path}.id`, id, mistake);
    return [members];
  });
};

/** @returns undefined if the field accepts the value. */
const mistakeOf = (value: Json, field: Field, { patterns }: Rules): string | undefined => {
  const schema = { ...emptySchema, properties: { value: field } };
  const rules = { patterns, enforceRequired: false };
  return issuesOf(() => {
    checkData({ value }, schema, rules);
  })[0]?.message;
};

/** Something that names a file of the source, and not a place on the web. */
const filePattern = /^(?![a-z][a-z\d+.-]*:|\/\/)[^\n]+$/i;

const leaveOut = (
  { changes }: Rules,
  path: string,
  value: Json,
  message: string,
  field?: Field,
): void => {
  const file = field && fileOf(value, field);
  changes.push(
    file === undefined
      ? { path, kind: 'left_out', message, value: shortenJson(value) }
      : { path, kind: 'missing_file', message, value: file },
  );
};

/** The file that the value of a field for files names. */
const fileOf = (value: Json, field: Field): string | undefined => {
  if (field.type !== 'media' && field.type !== 'file') return undefined;
  const text = typeof value === 'string' ? value : convertValue(value, field, '')?.value;
  return typeof text === 'string' && filePattern.test(text) ? text : undefined;
};
