import type { Collection } from '../../model/collection.ts';

/** Collections. Names are unique. */
export interface CollectionRepository {
  /** @throws DomainError `collection_name_taken`, also for concurrent inserts; `id_taken`. */
  insert(collection: Collection): Promise<void>;

  /**
   * Replaces a stored collection.
   *
   * @returns whether it existed.
   * Items of a collection that becomes localised get its base locale and are groups of their own; they lose both when it stops
   * to be. Items in the trash, too. Their versions stay.
   *
   * @throws DomainError `collection_name_taken`; `not_singleton` for a collection that becomes a singleton and contains
   *   several items, and `has_translations` for one that stops being localised and has an item in another locale than the
   *   base locale, also in the trash; both also for concurrent changes of items.
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
