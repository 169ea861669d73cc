import type { Value } from './db.ts';

/** How records are rows of a table. */
export interface Rows<T> {
  readonly recordOf: (row: object) => T;
  readonly rowOf: (record: T) => Readonly<Record<string, Value>>;
}

/**
 * @param columns the column of each member. Null stands for undefined.
 * @param documents the members that are stored as JSON.
 */
export const rowsOf = <T extends object>(
  columns: Readonly<Record<keyof T & string, string>>,
  documents: readonly (keyof T)[] = [],
): Rows<T> => {
  const members = (Object.keys(columns) as (keyof T & string)[]).map(
    (member) => [member, columns[member]] as const,
  );
  return {
    recordOf: (row) => {
      const cells = row as Readonly<Record<string, string | number | null>>;
      const entries = members.map(([member, column]) => {
        const cell = cells[column] ?? undefined;
        const isText = documents.includes(member) && cell !== undefined;
        return [member, isText ? (JSON.parse(String(cell)) as unknown) : cell];
      });
      return Object.fromEntries(entries) as T;
    },
    rowOf: (record) =>
      Object.fromEntries(
        members.map(([member, column]) => {
          const value = record[member];
          const isText = documents.includes(member) && value !== undefined;
          return [column, isText ? JSON.stringify(value) : (value as Value)];
        }),
      ),
  };
};
