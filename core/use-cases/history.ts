import type { WriteRemarks } from '../content/parts/write-remarks.ts';
import type { Expectation } from '../content/stored-item.ts';
import type { UpdateContent } from '../content/update-content.ts';
import { mergeContent, type MergeBase, type MergedContent } from '../history/merge-content.ts';
import { pruneHistory } from '../history/prune-history.ts';
import { getRevision, listRevisions } from '../history/read-history.ts';
import { restoreContent, type RestoreContent } from '../history/restore-content.ts';
import type { Actor } from '../model/actor.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { RevisionEntry } from '../model/content/revision.ts';
import type { PageRequest } from '../primitives/paging.ts';
import type { Signal } from '../primitives/signal.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Earlier versions of items. */
export interface HistoryUseCases {
  /**
   * The revisions of an item, newest first.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found`, `invalid_input`.
   */
  readonly list: (
    actor: Actor,
    id: string,
    request: PageRequest,
  ) => Promise<readonly RevisionEntry[]>;

  /**
   * The item as of a version: with what the history records, and the time of that version as `updatedAt`.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found`.
   */
  readonly get: (actor: Actor, id: string, version: number) => Promise<ContentItem>;

  /**
   * Writes the title, the slug and the data of an earlier version as a new version. The status, the collection and the
   * fields that translations have in common do not change. Writes nothing if these members are the same.
   *
   * @param expected rejects the change if the stored item is another one. Without it, the last write wins.
   * @throws DomainError `not_found`, also for a version that the history does not have; `not_authenticated`,
   *   `token_read_only`, `forbidden`, `version_mismatch`, `collection_not_found`, `invalid_data`; `unknown_data` with
   *   `isStrict`; `blocked_by_hook`, `slug_taken`, `value_taken`, `singleton_exists`, `overloaded`; if a hook replaces
   *   shared fields, `shared_field`, `siblings_failed`, `bulk_too_large`.
   */
  readonly restore: (
    actor: Actor,
    id: string,
    command: RestoreContent,
    expected?: Expectation,
    remarks?: WriteRemarks,
  ) => Promise<ContentItem>;

  /**
   * Changes an item like `content.update`. If the item has changed since the base, but at other paths, applies the
   * change to the current version. With `blocks`, also if both changed other blocks of a field.
   *
   * @throws DomainError `version_mismatch`, with the paths that both changed, or if the history does not have the base;
   *   if it merges blocks, also for data that is valid by itself and invalid once it is merged;
   *   `not_found`, `not_authenticated`, `token_read_only`, `forbidden`, `collection_not_found`, `invalid_input`,
   *   `invalid_text`, `invalid_slug`, `invalid_data`; `unknown_data` with `isStrict`; `invalid_transition`,
   *   `blocked_by_hook`, `slug_taken`, `value_taken`, `singleton_exists`, `overloaded`; for shared fields `shared_field`,
   *   `siblings_failed`, `bulk_too_large`.
   */
  readonly merge: (
    actor: Actor,
    id: string,
    command: UpdateContent,
    base: MergeBase,
    remarks?: WriteRemarks,
  ) => Promise<MergedContent>;

  /**
   * Removes revisions beyond the limits of the settings, in small steps. Call it periodically: each run handles the
   * items that have been written since the last one. The first run also begins a walk through all items, which the next
   * ones continue. The walk begins again when the limits change, and every six hours.
   *
   * Several instances can run it at the same time. A call during a run of the same function does nothing.
   *
   * @param signal ends the work after the current step. Accepts an AbortSignal.
   * @throws DomainError `dependency_unavailable`; the next run does the work again.
   */
  readonly prune: (signal?: Signal) => Promise<void>;
}

export const historyUseCases = (dependencies: UseCaseDependencies): HistoryUseCases => ({
  list: listRevisions(dependencies),
  get: getRevision(dependencies),
  restore: restoreContent(dependencies),
  merge: mergeContent(dependencies),
  prune: pruneHistory(dependencies),
});
