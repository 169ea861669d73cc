import type { Collection } from './collection.ts';

/** What is stored names collections by their ids, which a new name does not change. */
export const namesById = (collections: readonly Collection[]): ReadonlyMap<string, string> =>
  new Map(collections.map(({ id, name }) => [id, name]));

/** What callers send names collections as they are called now. */
export const idsByName = (collections: readonly Collection[]): ReadonlyMap<string, string> =>
  new Map(collections.map(({ id, name }) => [name, id]));
