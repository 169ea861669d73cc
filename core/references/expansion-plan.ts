import { inScope } from '../access/policy.ts';
import { readableCollections } from '../access/visibility.ts';
import { referringFields } from '../collections/referring-fields.ts';
import type { Audience } from '../model/content/view.ts';
import type { Field } from '../model/field.ts';
import type { CollectionFields } from '../ports/repositories/site-repository.ts';
import { invalid, type Issue } from '../primitives/errors.ts';
import {
  divideSelection,
  isSchemaField,
  selectIncluded,
  unknownSelection,
  type DividedSelection,
  type SelectedFields,
} from '../queries/select-fields.ts';

/** The most fields that one read expands. */
export const expandedFieldsMax = 20;

/** The fields whose targets are read, by their path. */
export interface ExpansionPlan {
  /** Of the items themselves. */
  readonly first: ReadonlySet<string>;
  /** Of the items to which a field of the first level refers, by the path of that field. */
  readonly second: ReadonlyMap<string, ReadonlySet<string>>;
  /** What is selected of the included items, by the path of `expand` that leads to them. */
  readonly selections: ReadonlyMap<string, SelectedFields>;
}

export const noExpansion: ExpansionPlan = {
  first: new Set(),
  second: new Map(),
  selections: new Map(),
};

/** @returns the paths that `expand` names, each once. @throws DomainError `invalid_input`. */
export const parseExpand = (text: string): readonly string[] => {
  const paths = [...new Set(text.split(',').map((path) => path.trim()))];
  if (paths.length > expandedFieldsMax) {
    throw notExpandable([`must name at most ${expandedFieldsMax} fields`]);
  }
  return paths;
};

/**
 * Divides what is selected between the items themselves and, with `expand`, those that they refer to.
 *
 * @throws DomainError `invalid_input`.
 */
export const dividedSelection = (
  fields: string | undefined,
  expand: string | undefined,
): Pick<DividedSelection, 'own'> & Partial<DividedSelection> =>
  expand === undefined ? { own: fields } : divideSelection(fields, parseExpand(expand));

/**
 * Finds the fields of the paths. A path is a field of the items or, after the path of one that refers to items and a dot, a
 * field of those.
 *
 * @param base the collections of the items. @param selected the names to select of included items, by their path.
 * @throws DomainError `invalid_input` for a path that is neither, and for a name that no included item can have.
 */
export const planExpansion = (
  paths: readonly string[],
  base: readonly CollectionFields[],
  all: readonly CollectionFields[],
  audience: Audience,
  selected: ReadonlyMap<string, readonly string[]> = new Map(),
): ExpansionPlan => {
  const first = new Set<string>();
  const second = new Map<string, Set<string>>();
  const unknown: string[] = [];
  const known = fieldsByPath(base);
  for (const path of paths) {
    if (known.has(path)) {
      first.add(path);
      continue;
    }
    const split = splitPath(path, known, (field, rest) => hasField(field, rest, all, audience));
    if (split === undefined) {
      unknown.push(`'${shown(path)}' is not a field that refers to content or media files`);
      continue;
    }
    const [prefix, rest] = split;
    first.add(prefix);
    second.set(prefix, (second.get(prefix) ?? new Set()).add(rest));
  }
  if (unknown.length > 0) throw notExpandable(unknown);
  const selections = [...selected].map(([path, names]) => {
    const fields = fieldsAt(path, { first, second }, known, (found) =>
      targetsOf(found, all, audience),
    );
    const targets = targetsOf(fields, all, audience);
    const isHidden = targets.length === 0 && fields.some(({ type }) => type === 'reference');
    if (targets.length === 0 && !isHidden) throw unknownSelection(path, names);
    const isField = (field: readonly string[]) =>
      isHidden || targets.some(({ schema }) => isSchemaField(schema.properties, field));
    return [path, selectIncluded(path, names, isField)] as const;
  });
  return { first, second, selections: new Map(selections) };
};

/** The fields at a path of the plan; none at another path. */
const fieldsAt = (
  path: string,
  { first, second }: Pick<ExpansionPlan, 'first' | 'second'>,
  known: FieldsByPath,
  targets: (fields: readonly Field[]) => readonly CollectionFields[],
): readonly Field[] => {
  if (first.has(path)) return known.get(path) ?? [];
  return [...second].flatMap(([prefix, rests]) => {
    const rest = path.slice(prefix.length + 1);
    return path.startsWith(`${prefix}.`) && rests.has(rest)
      ? (fieldsByPath(targets(known.get(prefix) ?? [])).get(rest) ?? [])
      : [];
  });
};

/** The collections of the items to which the fields can refer, without those that the caller cannot see. */
const targetsOf = (
  fields: readonly Field[],
  all: readonly CollectionFields[],
  audience: Audience,
): readonly CollectionFields[] => [
  ...new Set(fields.flatMap((field) => readableTargets(field, all, audience))),
];

/** In UTF-16 units, in messages. */
const shownMax = 100;

const shown = (path: string): string =>
  path.length > shownMax ? `${path.slice(0, shownMax).toWellFormed()}…` : path;

const notExpandable = (messages: readonly string[]) =>
  invalid(
    'invalid_input',
    messages.map((message): Issue => ({ path: 'expand', message })),
  );

type FieldsByPath = ReadonlyMap<string, readonly Field[]>;

const fieldsByPath = (collections: readonly CollectionFields[]): FieldsByPath => {
  const found = new Map<string, Field[]>();
  for (const { schema } of collections) {
    for (const { path, field } of referringFields(schema)) {
      const fields = found.get(path) ?? [];
      fields.push(field);
      found.set(path, fields);
    }
  }
  return found;
};

/** Fields inside of objects contain dots too, so that every dot can be the end of the first field. */
const splitPath = (
  path: string,
  known: FieldsByPath,
  isField: (field: Field, rest: string) => boolean,
): readonly [prefix: string, rest: string] | undefined => {
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const [prefix, rest] = [path.slice(0, dot), path.slice(dot + 1)];
    if (known.get(prefix)?.some((field) => isField(field, rest)) === true) return [prefix, rest];
  }
  return undefined;
};

/** Whether items to which the field refers can have the field. What the caller cannot see is not revealed. */
const hasField = (
  field: Field,
  rest: string,
  all: readonly CollectionFields[],
  audience: Audience,
): boolean => {
  const readable = readableTargets(field, all, audience);
  if (field.type === 'reference' && readable.length === 0) return true;
  return fieldsByPath(readable).has(rest);
};

/** The collections of the items to which the field can refer, without those that the caller cannot see. */
const readableTargets = (
  { type, collection }: Field,
  all: readonly CollectionFields[],
  audience: Audience,
): readonly CollectionFields[] => {
  if (type === 'media' || type === 'file') return [];
  const named = type === 'reference' ? all.filter(({ name }) => name === collection) : all;
  return named.filter(({ id }) => inScope(readableCollections(audience), id));
};
