import type { JsonText } from '../../../core/vocabulary.ts';
import type { Value } from '../connection/statement.ts';

/** A column, as its table declares it. */
export interface Column {
  readonly name: string;
  /** As PostgreSQL names it: `bigint`, `uuid[]`. */
  readonly type: string;
  readonly isNullable: boolean;
  /** Selected as text, so that it is neither parsed nor serialized. */
  readonly isText: boolean;
  /** A column for conditions and indexes: the record does not have its value. */
  readonly isOnlyWritten: boolean;
}

/** Finds the cell of a column in a row: by its name, or by its place if rows are arrays. */
export type CellKey = string | number;

/** How a member of a record is stored: in one column, or in several. */
export interface Field<T> {
  readonly columns: readonly Column[];
  /** For each column, what a write stores. */
  readonly values: (member: T) => readonly Value[];
  /** Prepares the reading of rows. @param keys of the columns that are read, in their order. */
  readonly reader: (keys: readonly CellKey[]) => (row: object) => T;
}

/** A field whose member the record leaves out if it is undefined. */
export interface OptionalField<T> extends Field<T | undefined> {
  readonly isOptional: true;
}

/** A field for each member of a record: an optional one for a member that may be left out. */
export type Fields<T> = {
  readonly [Member in keyof T]-?: object extends Pick<T, Member>
    ? OptionalField<Exclude<T[Member], undefined>>
    : Field<T[Member]>;
};

const column = (name: string, type: string, rest: Partial<Column> = {}): Column => ({
  name,
  type,
  isNullable: false,
  isText: false,
  isOnlyWritten: false,
  ...rest,
});

const cellAt =
  ([key = '']: readonly CellKey[]) =>
  (row: object): unknown =>
    (row as Readonly<Record<CellKey, unknown>>)[key];

/** A field of one column. */
const field = <T>(
  of: Column,
  toValue: (member: T) => Value,
  fromCell: (cell: unknown) => T,
): Field<T> => ({
  columns: [of],
  values: (member) => [toValue(member)],
  reader: (keys) => {
    const cell = cellAt(keys);
    return (row) => fromCell(cell(row));
  },
});

/** A member that is stored as it is. */
export const plain = <T extends Value>(name: string, type: string): Field<T> =>
  field(
    column(name, type),
    (member) => member,
    (cell) => cell as T,
  );

/** A number. The driver returns `bigint` as digits. */
export const numeric = (name: string, type = 'bigint'): Field<number> =>
  field(column(name, type), (member) => member, Number);

/** A time in epoch milliseconds. */
export const time = (name: string): Field<number> => numeric(name);

/**
 * A member that is stored as JSON, which the driver parses.
 *
 * @param parse restores what JSON leaves out.
 */
export const json = <T, Stored = T>(
  name: string,
  parse?: (stored: Stored) => T,
  type: 'json' | 'jsonb' = 'json',
): Field<T> =>
  field(
    column(name, type),
    (member) => JSON.stringify(member),
    (cell) => (parse === undefined ? (cell as T) : parse(cell as Stored)),
  );

/** JSON that stays a text. */
export const jsonText = (name: string): Field<JsonText> =>
  field(
    column(name, 'json', { isText: true }),
    (member) => member,
    (cell) => cell as JsonText,
  );

const nullable = (columns: readonly Column[]): readonly Column[] =>
  columns.map((each) => ({ ...each, isNullable: true }));

/** A member with a value that is stored as null, in all columns of the field. */
export const nullAs = <const Absent, T>(absent: Absent, stored: Field<T>): Field<T | Absent> => {
  const nulls = stored.columns.map(() => null);
  return {
    columns: nullable(stored.columns),
    values: (member) => (member === absent ? nulls : stored.values(member as T)),
    reader: (keys) => {
      const [first, read] = [cellAt(keys), stored.reader(keys)];
      return (row) => (first(row) === null ? absent : read(row));
    },
  };
};

/** A member that can be undefined, which is stored as null. */
export const orNull = <T>(stored: Field<T>): Field<T | undefined> =>
  nullAs<undefined, T>(undefined, stored);

/** A member that can be left out, which is stored as null. */
export const optional = <T>(stored: Field<T>): OptionalField<T> => ({
  ...orNull(stored),
  isOptional: true,
});

/** A member that is left out if it has a value, which is stored for it. */
export const unless = <T>(usual: NoInfer<T>, stored: Field<T>): OptionalField<T> => ({
  ...stored,
  values: (member) => stored.values(member ?? usual),
  reader: (keys) => {
    const read = stored.reader(keys);
    return (row) => {
      const member = read(row);
      return member === usual ? undefined : member;
    };
  },
  isOptional: true,
});

/** A member that has another column, for conditions and indexes, with a value that follows from it. */
export const withKey = <T>(
  stored: Field<T>,
  name: string,
  keyOf: (member: T) => string,
): Field<T> => ({
  ...stored,
  columns: [...stored.columns, column(name, 'text', { isOnlyWritten: true })],
  values: (member) => [...stored.values(member), keyOf(member)],
});

interface Part {
  readonly member: string;
  readonly field: Field<unknown> & Partial<Pick<OptionalField<unknown>, 'isOptional'>>;
}

const partsOf = <T>(fields: Fields<T>): readonly Part[] =>
  Object.entries(fields).map(([member, each]) => ({ member, field: each as Part['field'] }));

/** The columns of all fields, in their order. */
export const columnsOf = <T>(fields: Fields<T>): readonly Column[] =>
  partsOf(fields).flatMap((part) => part.field.columns);

/** For each column of the fields, what a write stores of a record. */
export const cellsOf = <T>(fields: Fields<T>): readonly ((record: T) => Value)[] =>
  partsOf(fields).flatMap((part) =>
    part.field.columns.map((_, index) => (record: T) => {
      const member = (record as Readonly<Record<string, unknown>>)[part.member];
      return part.field.values(member)[index] ?? null;
    }),
  );

/** @param keys of the columns that are read, in their order. */
export const recordOf = <T>(fields: Fields<T>, keys: readonly CellKey[]): ((row: object) => T) => {
  let place = 0;
  const parts = partsOf(fields).map(
    ({ member, field: { columns, reader, isOptional = false } }) => {
      const start = place;
      place += columns.filter(({ isOnlyWritten }) => !isOnlyWritten).length;
      return { member, isOptional, read: reader(keys.slice(start, place)) };
    },
  );
  return (row) => {
    const record: Record<string, unknown> = {};
    for (const { member, isOptional, read } of parts) {
      const value = read(row);
      if (value !== undefined || !isOptional) record[member] = value;
    }
    return record as T;
  };
};

/** A member that is a record itself, whose members have columns of their own. */
export const group = <T>(fields: Fields<T>): Field<T> => {
  const cells = cellsOf(fields);
  return {
    columns: columnsOf(fields),
    values: (member) => cells.map((cell) => cell(member)),
    reader: (keys) => recordOf(fields, keys),
  };
};

/** The same fields with other columns: the prefix comes before their names. */
export const prefixed = <T>(prefix: string, fields: Fields<T>): Fields<T> =>
  Object.fromEntries(
    partsOf(fields).map(({ member, field: stored }) => [
      member,
      {
        ...stored,
        columns: stored.columns.map((each) => ({ ...each, name: `${prefix}${each.name}` })),
      },
    ]),
  ) as unknown as Fields<T>;
