import type { Collection } from '../../model/collection.ts';

/** Collections. Names are unique. */
export interface CollectionRepository {
  /** @throws DomainError `collection_name_taken`, also for concurrent inserts; `id_taken`. */
  insert(collection: Collection): Promise<void>;

  /**
   * Replaces a stored collection.
   *
   * @returns whether it existed.
   * @throws DomainError `collection_name_taken`; `not_singleton` for a collection that becomes a singleton and contains
   *   several items, also for concurrent changes of items.
   */
  update(collection: Collection): Promise<boolean>;

  /**
   * Removes the collection and every grant for it. Former slugs were not seen in a private one any more, so that they do not
   * become public without it.
   *
   * @returns whether it existed.
   * @throws DomainError `collection_not_empty` if it contains items, also for concurrent inserts of items.
   */
  delete(id: string): Promise<boolean>;

  findById(id: string): Promise<Collection | undefined>;
  findByName(name: string): Promise<Collection | undefined>;

  /** All collections, by ascending name. */
  list(): Promise<readonly Collection[]>;
}
