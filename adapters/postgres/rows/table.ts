import type { Database } from '../connection/connections.ts';
import { query, type Statement, type Value } from '../connection/statement.ts';
import { columnsOf, readOf, recordOf, valuesOf, type Column, type Fields } from './fields.ts';

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
  readonly columns: readonly Column[];
  /** The names of the columns that a write sets. */
  readonly written: string;
  /** The values that a write sets, in the order of the columns. */
  readonly values: (record: T) => readonly Value[];
  /** The placeholders of the values, from `$1` on. @param expressionOf renders one of them; by default, the placeholder. */
  readonly placeholders: (expressionOf?: (place: string, column: Column) => string) => string;
  /** The same columns in a statement with several tables. @param prefix of their names in the rows. */
  readonly joined: (prefix?: string) => Selected<T>;
  /** Takes the values of a record. */
  readonly insert: (name: string) => Statement;
  /** Takes the values of a record, and replaces the row that has the same value in the first column. */
  readonly replace: (name: string) => Statement;
  readonly select: (name: string, clauses: string) => Statement;
  readonly remove: (name: string, condition?: string) => Statement;
  /** Runs a read that selects the columns. @throws what {@link query} throws. */
  readonly list: (
    database: Database,
    statement: Statement,
    values?: readonly Value[],
  ) => Promise<readonly T[]>;
  /** Likewise; undefined if there is no row. */
  readonly find: (
    database: Database,
    statement: Statement,
    values: readonly Value[],
  ) => Promise<T | undefined>;
}

/** The names of columns, or what selects them. */
export const selectionOf = (
  columns: readonly Column[],
  nameOf: (column: Column) => string = ({ name }) => name,
  prefix = '',
): string =>
  readOf(columns)
    .map((column) => {
      const name = nameOf(column);
      const shown = `${prefix}${column.name}`;
      if (column.isText) return `${name}::text as ${shown}`;
      return prefix === '' ? name : `${name} as ${shown}`;
    })
    .join(', ');

/** @param fields in the order of the columns in statements. */
export const table = <T>(name: string, fields: Fields<T>): Table<T> => {
  const columns = columnsOf(fields);
  const selection = selectionOf(columns);
  const recordWith = (prefix: string) =>
    recordOf(
      fields,
      readOf(columns).map((column) => `${prefix}${column.name}`),
    );
  const record = recordWith('');
  const written = columns.map((column) => column.name).join(', ');
  const placeholders: Table<T>['placeholders'] = (expressionOf = (place) => place) =>
    columns.map((column, index) => expressionOf(`$${index + 1}`, column)).join(', ');
  const list: Table<T>['list'] = async (database, statement, values) =>
    (await query<object>(database, statement, values)).map(record);
  return {
    name,
    columns,
    selection,
    record,
    written,
    values: valuesOf(fields),
    placeholders,
    joined: (prefix = '') => ({
      selection: selectionOf(columns, (column) => `${name}.${column.name}`, prefix),
      record: recordWith(prefix),
    }),
    insert: (statement) => ({
      name: statement,
      text: `insert into ${name} (${written}) values (${placeholders()})`,
    }),
    replace: (statement) => ({
      name: statement,
      text: `update ${name} set (${written}) = (${placeholders()}) where ${columns[0]?.name} = $1`,
    }),
    select: (statement, clauses) => ({
      name: statement,
      text: `select ${selection} from ${name} ${clauses}`,
    }),
    remove: (statement, condition = `${columns[0]?.name} = $1`) => ({
      name: statement,
      text: `delete from ${name} where ${condition}`,
    }),
    list,
    find: async (database, statement, values) => (await list(database, statement, values))[0],
  };
};
