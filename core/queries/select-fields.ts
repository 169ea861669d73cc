import { shownItemMembers } from '../model/content/content-item.ts';
import type { FieldMap } from '../model/field.ts';
import { invalid, type DomainError } from '../primitives/errors.ts';
import { queryLimits, shown } from './parse-query.ts';

const itemMembers: readonly string[] = shownItemMembers
  .map(({ name }) => name)
  .filter((name) => name !== 'data');

/** Which members of an item are returned. */
export interface SelectedFields {
  /** Members of the item itself. Always contains `id`. */
  readonly members: readonly string[];
  /** Paths within `data`; undefined for the whole of it. */
  readonly data: readonly (readonly string[])[] | undefined;
}

/**
 * Parses `title,data.price`. A path in `data` can name any field of the schema: `isField` says whether it does.
 *
 * @throws DomainError `invalid_input`.
 */
export const parseSelection = (
  text: string | undefined,
  isField: (path: readonly string[]) => boolean,
): SelectedFields | undefined => {
  if (text === undefined) return undefined;
  const names = namesIn(text);
  const unknown = names.find(
    (name) =>
      !itemMembers.includes(name) &&
      name !== 'data' &&
      !(name.startsWith('data.') && isField(name.split('.').slice(1))),
  );
  if (unknown !== undefined) throw unknownField(unknown);
  return selectedFields(names);
};

/** @param names that are known. */
const selectedFields = (names: readonly string[]): SelectedFields => ({
  members: itemMembers.filter((name) => name === 'id' || names.includes(name)),
  data: names.includes('data')
    ? undefined
    : names.filter((name) => name.startsWith('data.')).map((name) => name.split('.').slice(1)),
});

const reject = (message: string) => invalid('invalid_input', [{ path: 'fields', message }]);

const unknownField = (name: string) => reject(`names an unknown field: ${shown(name)}`);

const namesIn = (text: string): readonly string[] => {
  const names = text.split(',', queryLimits.selectedFields + 1);
  if (names.length > queryLimits.selectedFields)
    throw reject(`must have at most ${queryLimits.selectedFields} fields`);
  return names;
};

/** What `fields` says about the items themselves, and about those that fields of `expand` refer to. */
export interface DividedSelection {
  /** Undefined if it says nothing about the items themselves: they are whole. */
  readonly own: string | undefined;
  /** By the path in `expand`: names of members, or of fields of `data`. */
  readonly included: ReadonlyMap<string, readonly string[]>;
}

/**
 * Divides `title,author.name` by the paths of `expand`, of which the longest one counts. Members of the items themselves come
 * before paths of the same name.
 *
 * @throws DomainError `invalid_input`.
 */
export const divideSelection = (
  text: string | undefined,
  expanded: readonly string[],
): DividedSelection => {
  const own: string[] = [];
  const included = new Map<string, string[]>();
  // A path of the second level also expands that of the first.
  const paths = expanded.flatMap((path) => {
    const names = path.split('.');
    return names.map((_, at) => names.slice(0, at + 1).join('.'));
  });
  for (const name of text === undefined ? [] : namesIn(text)) {
    const [path] = name.startsWith('data.')
      ? []
      : paths
          .filter((each) => name.startsWith(`${each}.`))
          .sort((one, other) => other.length - one.length);
    if (path === undefined) own.push(name);
    else included.set(path, [...(included.get(path) ?? []), name.slice(path.length + 1)]);
  }
  return { own: own.length === 0 ? undefined : own.join(','), included };
};

/**
 * The selection of included items. Their fields are named without `data`.
 *
 * @throws DomainError `invalid_input`.
 */
export const selectIncluded = (
  path: string,
  names: readonly string[],
  isField: (path: readonly string[]) => boolean,
): SelectedFields => {
  const isMember = (name: string): boolean => name === 'data' || itemMembers.includes(name);
  const unknown = names.find((name) => !isMember(name) && !isField(name.split('.')));
  if (unknown !== undefined) throw unknownSelection(path, [unknown]);
  const named = names.map((name) => (isMember(name) ? name : `data.${name}`));
  return selectedFields(named);
};

/** What is selected by any of the selections. */
export const mergeSelections = (selections: readonly SelectedFields[]): SelectedFields => ({
  members: itemMembers.filter((name) => selections.some(({ members }) => members.includes(name))),
  data: selections.some(({ data }) => data === undefined)
    ? undefined
    : selections.flatMap(({ data = [] }) => data),
});

/** The error for names after a path that leads to no items with them. */
export const unknownSelection = (path: string, [name = '']: readonly string[]): DomainError =>
  unknownField(`${path}.${name}`);

/** Whether the schema has the field, of any type. */
export const isSchemaField = (
  fields: FieldMap,
  [name = '', ...rest]: readonly string[],
): boolean => {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field === undefined || rest.length === 0) return field !== undefined;
  return isSchemaField(field.properties ?? {}, rest);
};
