import type { Actor } from '../model/actor.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { TrashEntry } from '../model/content/trashed-item.ts';
import { emptyTrash, purgeFromTrash, type EmptyTrash } from '../trash/purge-trash.ts';
import {
  countTrash,
  listTrash,
  type CountTrash,
  type ListTrash,
  type TrashedCount,
} from '../trash/read-trash.ts';
import { restoreFromTrash, type RestoreFromTrash } from '../trash/restore-from-trash.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Deleted items, which can be restored for as long as the setting `trashDays` says. */
export interface TrashUseCases {
  /**
   * A page of the deleted items that the caller may restore, the latest deletion first. None for an unknown collection.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`; `forbidden`, also for a collection in which the caller
   *   may restore nothing; `invalid_input`.
   */
  readonly list: (actor: Actor, command: ListTrash) => Promise<readonly TrashEntry[]>;

  /**
   * Counts what `list` shows to the caller.
   *
   * @returns one entry for each collection in which the caller may delete, in the order of their names; with
   *   `collection`, only for this one.
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly count: (actor: Actor, command: CountTrash) => Promise<readonly TrashedCount[]>;

  /**
   * Restores a deleted item as it was, with its history, in its next version. A published item becomes a draft. Its
   * data is not checked against the schema, which may have changed: the next update or publication checks it.
   *
   * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`, `invalid_slug`,
   *   `collection_inactive`, `collection_not_found`, `blocked_by_hook`, `slug_taken`, `value_taken`,
   *   `singleton_exists`, `overloaded`; `locale_taken` and `has_translations`, if its group has an item in its locale or is in
   *   another collection. It can come back as a group of its own instead.
   */
  readonly restore: (actor: Actor, id: string, command?: RestoreFromTrash) => Promise<ContentItem>;

  /**
   * Deletes an item of the trash permanently, with its history.
   *
   * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly delete: (actor: Actor, id: string) => Promise<void>;

  /**
   * Deletes what the trash shows to the caller permanently; with `collection`, only the items of this one. Requires the
   * right to delete all content of the collection, or of any collection.
   *
   * @returns the number of deleted items.
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `collection_not_found`.
   */
  readonly empty: (actor: Actor, command?: EmptyTrash) => Promise<number>;
}

export const trashUseCases = (dependencies: UseCaseDependencies): TrashUseCases => ({
  list: listTrash(dependencies),
  count: countTrash(dependencies),
  restore: restoreFromTrash(dependencies),
  delete: purgeFromTrash(dependencies),
  empty: emptyTrash(dependencies),
});
