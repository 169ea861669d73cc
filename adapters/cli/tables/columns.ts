import { parse } from 'csv-parse/sync';
import type { FieldDto } from '../../../contracts/index.ts';
import { CommandError, UsageError } from '../command-errors.ts';

/** The members of an item that a column can be. */
const members = [
  'id',
  'title',
  'slug',
  'status',
  'locale',
  'author',
  'created_at',
  'updated_at',
  'published_at',
] as const;
export type Member = (typeof members)[number];

/** A part of an item. */
export type Target = { readonly member: Member } | { readonly field: string };

/** A part of an item, and the column whose cells it gets. */
export interface AssignedColumn {
  readonly target: Target;
  /** From 0. */
  readonly index: number;
}

export interface ColumnPlan {
  readonly columns: readonly AssignedColumn[];
  /** The names of the other columns. */
  readonly unused: readonly string[];
}

/** A part of an item and the name of its column, as `--columns` assigns them. */
export type ColumnAssignment = readonly [target: Target, name: string];

const dataPrefix = 'data.';

/**
 * Reads the value of `--columns`: `title=Name,slug=Path,data.price=Price`. A name with a comma stands in quotation marks with its
 * part: `"data.size=Size, in cm"`.
 *
 * @throws UsageError
 */
export const parseColumns = (text: string): readonly ColumnAssignment[] => {
  const [pairs = []] = readPairs(text);
  return pairs.map((pair) => {
    const [, target = '', name = ''] = /^([^=]+)=(.+)$/s.exec(pair.trim()) ?? [];
    if (name === '') {
      throw new UsageError(`--columns: ${JSON.stringify(pair)} is not <part>=<column>.`);
    }
    return [parseTarget(target.trim()), name.trim()];
  });
};

const readPairs = (text: string): readonly (readonly string[])[] => {
  try {
    return parse(text, { trim: true });
  } catch {
    throw new UsageError('--columns: a quotation mark has no counterpart.');
  }
};

const parseTarget = (text: string): Target => {
  const member = members.find((each) => each === text);
  if (member !== undefined) return { member };
  const field = text.startsWith(dataPrefix) ? text.slice(dataPrefix.length) : '';
  if (field !== '') return { field };
  throw new UsageError(
    `--columns: there is no ${text}. The parts of an item are ${members.join(', ')} and data.<field>.`,
  );
};

interface PlanOptions {
  readonly assigned: readonly ColumnAssignment[] | undefined;
  /** The fields of the collection, by name. */
  readonly fields: ReadonlyMap<string, FieldDto>;
  /** Whether columns without a field become fields. */
  readonly inferSchema: boolean;
}

/**
 * Which columns are used. Without an assignment those that are called like a part of an item or a field, regardless of case.
 *
 * @throws CommandError if an assigned column does not exist, if no column is the title, or if two have one name.
 */
export const planColumns = (
  header: readonly string[],
  { assigned, fields, inferSchema }: PlanOptions,
): ColumnPlan => {
  const names = header.map((name) => name.trim());
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) throw new CommandError(`Two columns are called '${twice}'.`);
  const targets = names.map((name) =>
    assigned === undefined ? targetOf(name, fields, inferSchema) : assignedTo(name, assigned),
  );
  const missing = assigned?.find(([, name]) => !names.includes(name));
  if (missing !== undefined) {
    throw new CommandError(
      `There is no column '${missing[1]}'. There are: ${names.filter((name) => name !== '').join(', ')}.`,
    );
  }
  const columns = targets.flatMap(
    (target, index) => target?.map((each) => ({ target: each, index })) ?? [],
  );
  if (!columns.some(({ target }) => 'member' in target && target.member === 'title')) {
    throw new CommandError(
      `No column is called 'title'. Name the one that is: --columns title=<column>. There are: ${names.filter((name) => name !== '').join(', ')}.`,
    );
  }
  const unused = names.filter((name, index) => name !== '' && targets[index] === undefined);
  return { columns, unused };
};

const assignedTo = (
  name: string,
  assigned: readonly ColumnAssignment[],
): readonly Target[] | undefined => {
  const targets = assigned.filter(([, column]) => column === name).map(([target]) => target);
  return targets.length === 0 ? undefined : targets;
};

const targetOf = (
  name: string,
  fields: ReadonlyMap<string, FieldDto>,
  inferSchema: boolean,
): readonly Target[] | undefined => {
  const isCalled = (other: string): boolean => other.toLowerCase() === name.toLowerCase();
  const plain = name.toLowerCase().startsWith(dataPrefix) ? name.slice(dataPrefix.length) : name;
  const member = members.find(isCalled);
  if (member !== undefined) return [{ member }];
  const names = [...fields.keys()];
  const field =
    names.find((each) => each === plain) ??
    names.find((each) => each.toLowerCase() === plain.toLowerCase());
  if (field !== undefined) return [{ field }];
  return inferSchema && name !== '' ? [{ field: plain }] : undefined;
};
