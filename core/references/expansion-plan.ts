import { inScope } from '../access/policy.ts';
import type { Audience } from '../access/visibility.ts';
import { referringFields } from '../collections/referring-fields.ts';
import type { Field } from '../model/field.ts';
import type { CollectionFields } from '../ports/repositories/site-repository.ts';
import { invalid, type Issue } from '../primitives/errors.ts';

/** The most fields that one read expands. */
export const expandedFieldsMax = 20;

/** The fields whose targets are read, by their path. */
export interface ExpansionPlan {
  /** Of the items themselves. */
  readonly first: ReadonlySet<string>;
  /** Of the items to which a field of the first level refers, by the path of that field. */
  readonly second: ReadonlyMap<string, ReadonlySet<string>>;
}

export const noExpansion: ExpansionPlan = { first: new Set(), second: new Map() };

/** @returns the paths that `expand` names, each once. @throws DomainError `invalid_input`. */
export const parseExpand = (text: string): readonly string[] => {
  const paths = [...new Set(text.split(',').map((path) => path.trim()))];
  if (paths.length > expandedFieldsMax) {
    throw notExpandable([`must name at most ${expandedFieldsMax} fields`]);
  }
  return paths;
};

/**
 * Finds the fields of the paths. A path is a field of the items or, after the path of one that refers to items and a dot, a
 * field of those.
 *
 * @param base the collections of the items.
 * @throws DomainError `invalid_input` for a path that is neither.
 */
export const planExpansion = (
  paths: readonly string[],
  base: readonly CollectionFields[],
  all: readonly CollectionFields[],
  audience: Audience,
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
  return { first, second };
};

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
  { type, collection }: Field,
  rest: string,
  all: readonly CollectionFields[],
  { shown, scope }: Audience,
): boolean => {
  if (type === 'media' || type === 'file') return false;
  const named = type === 'reference' ? all.filter(({ name }) => name === collection) : all;
  const readable = named.filter(({ id }) => inScope(shown, id) && inScope(scope, id));
  if (type === 'reference' && readable.length === 0) return true;
  return fieldsByPath(readable).has(rest);
};
