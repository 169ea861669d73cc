import type { Collection } from 'quoin/core/vocabulary';
import type { Db } from '../work/db.ts';

interface CollectionRow {
  readonly doc: string;
}

const collectionOf = ({ doc }: CollectionRow): Collection => JSON.parse(doc) as Collection;

export const listCollections = (db: Db): readonly Collection[] =>
  db.all<CollectionRow>('select doc from collections order by name').map(collectionOf);

export const collectionBy = (
  db: Db,
  column: 'id' | 'name',
  value: string,
): Collection | undefined => {
  const row = db.get<CollectionRow>(`select doc from collections where ${column} = ?`, value);
  return row && collectionOf(row);
};
