import type { DatabaseSession } from '../connection/database-session.ts';
import { jsonArray } from '../connection/json-array.ts';
import { query, type Statement, type Value } from '../connection/statement.ts';
import { cellsOf, columnsOf, recordOf, type Column, type Fields } from './fields.ts';

/** Columns as a statement selects them, and the records that its rows contain. */
export interface Selected<T> {
  readonly selection: string;
  readonly record: (row: object) => T;
}

/**
 * A table whose rows are records: the one description of its columns. Statements that do more than these are written out,
 * and take the columns from here.
 */
export interface Table<T> extends Selected<T> {
  readonly name: string;
  /** The columns that a read selects, in the order of the fields. */
  readonly selected: readonly Column[];
  /**
   * The columns that a write sets, in the order of its values. Texts of JSON come last, because the driver copies all values
   * before each one that its buffer has no room for.
   */
  readonly columns: readonly Column[];
  /** Their names. */
  readonly written: string;
  /** What a write sets for a column. */
  readonly value: (record: T, column: string) => Value;
  /** What it sets for each of the columns, or for some of them. */
  readonly values: (record: T, columns?: readonly Column[]) => readonly Value[];
  /** For each of the columns, an array with the values of all records. */
  readonly arrays: (records: readonly T[]) => readonly Value[];
  /**
   * The placeholders of the values, from `$1` on.
   *
   * @param expressionOf renders what is stored instead of a value.
   */
  readonly placeholders: (expressionOf?: (place: string, column: Column) => string) => string;
  /** Reads a row that is an array and begins with the columns. */
  readonly recordOfArray: (row: readonly unknown[]) => T;
  /**
   * The same columns in a statement with several tables.
   *
   * @param options.prefix of their names in the rows.
   * @param options.alias of the table.
   */
  readonly joined: (options?: { readonly prefix?: string; readonly alias?: string }) => Selected<T>;
  /** Takes the values of a record. */
  readonly insert: (name: string) => Statement;
  /** Takes the values of a record, and replaces the row that has the same value in the first column. */
  readonly replace: (name: string) => Statement;
  readonly select: (name: string, clauses: string) => Statement;
  /** @param condition by default, takes the value of the first column. */
  readonly remove: (name: string, condition?: string) => Statement;
  /** Runs a read that selects the columns. @throws what {@link query} throws. */
  readonly list: (
    database: DatabaseSession,
    statement: Statement,
    values?: readonly Value[],
  ) => Promise<readonly T[]>;
  /** Likewise; undefined if there is no row. */
  readonly find: (
    database: DatabaseSession,
    statement: Statement,
    values: readonly Value[],
  ) => Promise<T | undefined>;
}

/**
 * The select list of columns.
 *
 * @param expressionOf renders what is selected of a column.
 * @param prefix of the names in the rows.
 */
const selectionOf = (
  columns: readonly Column[],
  expressionOf: (column: Column) => string = ({ name }) => name,
  prefix = '',
): string =>
  columns
    .map((column) => {
      const expression = expressionOf(column);
      const name = `${prefix}${column.name}`;
      if (column.isText) return `${expression}::text as ${name}`;
      return expression === name ? name : `${expression} as ${name}`;
    })
    .join(', ');

const rankOf = ({ isText, isOnlyWritten }: Column): number => (isText ? 2 : Number(isOnlyWritten));

/** @param fields in the order of the columns in rows. The first one is the key. */
export const table = <T>(name: string, fields: Fields<T>): Table<T> => {
  const all = columnsOf(fields);
  const cells = new Map(cellsOf(fields).map((cell, index) => [all[index]?.name, cell]));
  const selected = all.filter(({ isOnlyWritten }) => !isOnlyWritten);
  const columns = all.toSorted((left, right) => rankOf(left) - rankOf(right));
  const written = columns.map((column) => column.name).join(', ');
  const key = `${columns[0]?.name} = $1`;
  const recordWith = (prefix: string) =>
    recordOf(
      fields,
      selected.map((column) => `${prefix}${column.name}`),
    );
  const value: Table<T>['value'] = (record, column) => cells.get(column)?.(record) ?? null;
  const values: Table<T>['values'] = (record, some = columns) =>
    some.map((column) => value(record, column.name));
  const placeholders: Table<T>['placeholders'] = (expressionOf = (place) => place) =>
    columns.map((column, index) => expressionOf(`$${index + 1}`, column)).join(', ');
  const selection = selectionOf(selected);
  const record = recordWith('');
  const list: Table<T>['list'] = async (database, statement, given) =>
    (await query<object>(database, statement, given)).map(record);
  return {
    name,
    selected,
    columns,
    written,
    selection,
    record,
    value,
    values,
    arrays: (records) =>
      columns.map(({ name: column, type }) => {
        const each = records.map((one) => value(one, column)) as readonly string[];
        return type === 'json' ? jsonArray(each) : each;
      }),
    placeholders,
    recordOfArray: recordOf(
      fields,
      selected.map((_, place) => place),
    ),
    joined: ({ prefix = '', alias = name } = {}) => ({
      selection: selectionOf(selected, (column) => `${alias}.${column.name}`, prefix),
      record: recordWith(prefix),
    }),
    insert: (statement) => ({
      name: statement,
      text: `insert into ${name} (${written}) values (${placeholders()})`,
    }),
    replace: (statement) => ({
      name: statement,
      text: `update ${name} set (${written}) = (${placeholders()}) where ${key}`,
    }),
    select: (statement, clauses) => ({
      name: statement,
      text: `select ${selection} from ${name} ${clauses}`,
    }),
    remove: (statement, condition = key) => ({
      name: statement,
      text: `delete from ${name} where ${condition}`,
    }),
    list,
    find: async (database, statement, given) => (await list(database, statement, given))[0],
  };
};
