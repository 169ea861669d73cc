import { createCollection, type CreateCollection } from '../collections/create-collection.ts';
import { deleteCollection } from '../collections/delete-collection.ts';
import { readAccess, type AccessReport } from '../collections/read-access.ts';
import {
  getCollection,
  getFieldIndexes,
  listCollections,
  type ListCollections,
} from '../collections/read-collections.ts';
import { checkSchema, type SchemaCheck } from '../collections/schema/check-schema.ts';
import type { ExpectedCollection, UpdateCollection } from '../collections/update-collection.ts';
import type { Actor } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import type { FieldIndexStatus } from '../model/content/item-query.ts';
import type { JsonObject } from '../primitives/json.ts';
import { shareFields } from '../translations/share-fields.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Collections and their schemas. */
export interface CollectionUseCases {
  /**
   * The active collections that exist for the caller, by ascending name. An API token gets those in its scope. Administrators
   * can include inactive collections. Only users get URLs of previews: websites put secrets into them. Only users who may edit
   * items in a collection get its templates. References do not name a collection that does not exist for the caller.
   *
   * @throws DomainError only if inactive collections are included: `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly list: (actor: Actor, command?: ListCollections) => Promise<readonly Collection[]>;

  /**
   * A collection by its name, also an inactive one. For administrators.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`.
   */
  readonly get: (actor: Actor, name: string) => Promise<Collection>;

  /**
   * Who sees a collection if it is private, whether it is or not, and what is in it. For administrators. Of a very large
   * collection, the number of referrers can be lower than it is.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`.
   */
  readonly readAccess: (actor: Actor, name: string) => Promise<AccessReport>;

  /** The state of the indexes that the schema of a collection asks for. Checks no permission. */
  readonly getIndexes: (collection: Collection) => Promise<readonly FieldIndexStatus[]>;

  /**
   * Creates a collection.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`, `invalid_text`,
   *   `invalid_schema`, `collection_name_taken`.
   */
  readonly create: (actor: Actor, command: CreateCollection) => Promise<Collection>;

  /**
   * Changes a collection. Of a new schema, stored items are checked for unique and shared fields only: see `checkSchema`.
   *
   * @param shareFrom a locale. Translations that differ in a field which becomes common to them get its value in this locale,
   *   each by a write, in one transaction with the change: at most 1,000. By default such translations prevent the change.
   * @param isExpected whether the stored collection may be changed. By default, any may.
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`, `invalid_input`,
   *   `invalid_text`, `invalid_schema`, `collection_name_taken`; `version_mismatch` if the stored collection is not expected;
   *   `not_singleton` if a collection with several items should contain one; `not_unique` if stored items have the same value
   *   of a field that should be unique; `not_shared` with up to ten groups whose items differ or, with `shareFrom`, that lack
   *   the locale; `bulk_too_large` for more items; `siblings_failed` if one of them cannot be written; `overloaded`.
   */
  readonly update: (
    actor: Actor,
    name: string,
    command: UpdateCollection,
    shareFrom?: string,
    isExpected?: ExpectedCollection,
  ) => Promise<Collection>;

  /**
   * Checks the stored items of a collection against a new schema, and changes nothing. An item fails if a write that
   * validates it would fail: with its present status, so a draft can lack required fields. Checks at most 10,000 items,
   * for at most 10 seconds.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_schema`, `invalid_text`,
   *   `not_found`.
   */
  readonly checkSchema: (actor: Actor, name: string, schema: JsonObject) => Promise<SchemaCheck>;

  /**
   * Deletes an empty collection. Grants and token scopes refer to its id, so a later collection with the same name does
   * not inherit them.
   *
   * @returns the id of the deleted collection.
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`, `collection_not_empty`.
   */
  readonly delete: (actor: Actor, name: string) => Promise<string>;
}

export const collectionUseCases = (dependencies: UseCaseDependencies): CollectionUseCases => ({
  list: listCollections(dependencies),
  get: getCollection(dependencies),
  readAccess: readAccess(dependencies),
  getIndexes: getFieldIndexes(dependencies),
  create: createCollection(dependencies),
  update: shareFields(dependencies),
  checkSchema: checkSchema(dependencies),
  delete: deleteCollection(dependencies),
});
