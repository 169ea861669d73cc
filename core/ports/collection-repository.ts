import type { Collection } from '../collections/collection.ts';

/** Collections. Every name exists once. */
export interface CollectionRepository {
  /** @throws DomainError `collection_name_taken`, also when two inserts race; `id_taken`. */
  insert(collection: Collection): Promise<void>;

  /**
   * Replaces a stored collection.
   *
   * @returns whether there was one.
   * @throws DomainError `collection_name_taken`.
   */
  update(collection: Collection): Promise<boolean>;

  /**
   * Removes the collection and every grant for it.
   *
   * @returns whether there was one.
   * @throws DomainError `collection_not_empty` while content lives in it, also when an insert of
   *   content races.
   */
  delete(id: string): Promise<boolean>;

  findById(id: string): Promise<Collection | undefined>;
  findByName(name: string): Promise<Collection | undefined>;

  /** All of them, by ascending name. */
  list(): Promise<readonly Collection[]>;
}
