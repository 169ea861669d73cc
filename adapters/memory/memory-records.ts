import { copyOf } from './copy-of.ts';
import type { MemoryAccess, MemoryTables } from './memory-tables.ts';

export interface Listing<T> {
  /** All records by default. */
  readonly where?: (record: T) => boolean;
  readonly offset?: number;
  /** Without a limit by default. */
  readonly limit?: number;
}

/** The records of one kind, which a table has by id. What is returned are copies. */
export interface MemoryRecords<T, Tables = MemoryTables> {
  /**
   * Stores a copy.
   *
   * @param check throws for a record that must not be stored.
   */
  insert(record: T, check?: (tables: Tables, record: T) => void): Promise<void>;
  /**
   * Replaces a record.
   *
   * @param change returns what is stored instead, which no caller can modify; undefined to leave the record.
   * @returns what was stored.
   */
  change(id: string, change: (stored: T, tables: Tables) => T | undefined): Promise<T | undefined>;
  find(id: string): Promise<T | undefined>;
  findWhere(matches: (record: T) => boolean): Promise<T | undefined>;
  /** @param order a comparison for `sort`. */
  list(order: (left: T, right: T) => number, listing?: Listing<T>): Promise<readonly T[]>;
  /** Removes a record, with what belongs to it. @returns whether there was one. */
  remove(id: string): Promise<boolean>;
  /** Removes all records that match. Writes nothing if there are none. @returns their number. */
  removeWhere(matches: (record: T) => boolean): Promise<number>;
}

/**
 * Removes what a read finds. Writes nothing if that is nothing: a write changes the snapshot, and so ends what is cached.
 *
 * @returns how many were removed.
 */
export const removeFound = async <T, Tables>(
  access: MemoryAccess<Tables>,
  find: (tables: Tables) => readonly T[],
  remove: (tables: Tables, found: T) => void,
): Promise<number> => {
  if ((await access.read(find)).length === 0) return 0;
  return access.write((tables) => {
    const found = find(tables);
    for (const each of found) remove(tables, each);
    return found.length;
  });
};

/** @param removeOthers removes what belongs to a record, or throws to keep the record. */
export const memoryRecords = <T extends { readonly id: string }, Tables = MemoryTables>(
  access: MemoryAccess<Tables>,
  tableOf: (tables: Tables) => Map<string, T>,
  removeOthers: (tables: Tables, id: string) => void = () => undefined,
): MemoryRecords<T, Tables> => {
  const all = (tables: Tables): readonly T[] => [...tableOf(tables).values()];
  const remove = (tables: Tables, id: string): boolean => {
    removeOthers(tables, id);
    return tableOf(tables).delete(id);
  };
  return {
    async insert(record, check) {
      const stored = copyOf(record);
      await access.write((tables) => {
        check?.(tables, stored);
        tableOf(tables).set(stored.id, stored);
      });
    },
    change: (id, change) =>
      access.write((tables) => {
        const stored = tableOf(tables).get(id);
        const changed = stored && change(stored, tables);
        if (changed !== undefined) tableOf(tables).set(id, changed);
        return copyOf(changed);
      }),
    find: (id) => access.read((tables) => tableOf(tables).get(id)),
    findWhere: (matches) => access.read((tables) => all(tables).find(matches)),
    list: (order, { where = () => true, offset = 0, limit = Infinity } = {}) =>
      access.read((tables) =>
        all(tables)
          .filter(where)
          .toSorted(order)
          .slice(offset, offset + limit),
      ),
    remove: (id) => access.write((tables) => remove(tables, id)),
    removeWhere: (matches) =>
      removeFound(
        access,
        (tables) => all(tables).filter(matches),
        (tables, { id }) => remove(tables, id),
      ),
  };
};
