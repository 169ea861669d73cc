import type { MemoryAccess, MemoryTables } from './memory-tables.ts';

interface Entries<K, V> {
  entries(): Iterable<[K, V]>;
  delete(key: K): boolean;
}

/**
 * Removes the entries that match. Writes nothing if there are none: a write changes the snapshot, and so ends what is
 * cached.
 */
export const removeEntries = async <K, V>(
  access: MemoryAccess,
  entriesOf: (tables: MemoryTables) => Entries<K, V>,
  matches: (entry: V) => boolean,
): Promise<void> => {
  const hasMatch = await access.read((tables) =>
    [...entriesOf(tables).entries()].some(([, entry]) => matches(entry)),
  );
  if (!hasMatch) return;
  await access.write((tables) => {
    const entries = entriesOf(tables);
    for (const [key, entry] of entries.entries()) if (matches(entry)) entries.delete(key);
  });
};
