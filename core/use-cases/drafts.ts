import type { WriteRemarks } from '../content/parts/write-remarks.ts';
import type { UpdateContent } from '../content/update-content.ts';
import { discardDraft } from '../drafts/discard-draft.ts';
import { publishDraft, type PublishDraft } from '../drafts/publish-draft.ts';
import { getDraft, listDrafts, type ListDrafts } from '../drafts/read-drafts.ts';
import { restoreDraft } from '../drafts/restore-draft.ts';
import { saveDraft, type DraftRemarks } from '../drafts/save-draft.ts';
import type { CopyExpectation } from '../drafts/stored-draft.ts';
import type { RestoreContent } from '../history/restore-content.ts';
import type { Actor } from '../model/actor.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { WorkingCopy, WorkingCopyEntry } from '../model/content/working-copy.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Working copies: changes of published items that are not published yet. */
export interface DraftUseCases {
  /**
   * The working copies of all items that the actor may edit, those with the latest change first. An unknown or inactive
   * collection gives an empty list.
   *
   * @throws DomainError `not_authenticated`, `forbidden`, `invalid_input`.
   */
  readonly list: (actor: Actor, command: ListDrafts) => Promise<readonly WorkingCopyEntry[]>;

  /**
   * The working copy of an item that the actor may edit.
   *
   * @throws DomainError `not_found`, also without a copy; `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly get: (actor: Actor, id: string) => Promise<WorkingCopy>;

  /**
   * Changes the working copy of a published item, or begins one with the changes. Writes nothing if an existing copy
   * does not change. Data is checked against the schema, but may lack required fields. The slug may be taken.
   *
   * @param expected rejects the change if the stored copy is another one. Without it, the last write wins.
   * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`, `not_published`,
   *   `version_mismatch`, `collection_not_found`, `invalid_input`, `invalid_text`, `invalid_slug`, `invalid_data`;
   *   `unknown_data` with `isStrict`; `overloaded`.
   */
  readonly save: (
    actor: Actor,
    id: string,
    command: UpdateContent,
    expected?: CopyExpectation,
    remarks?: DraftRemarks,
  ) => Promise<WorkingCopy>;

  /**
   * Gives a published item a working copy with the title, the slug and the data of an earlier version, based on the
   * current one. An existing copy is replaced.
   *
   * @throws DomainError `not_found`, also for a version that the history does not have; `not_authenticated`,
   *   `token_read_only`, `forbidden`, `not_published`, `version_mismatch`, `invalid_data`, `overloaded`.
   */
  readonly restore: (
    actor: Actor,
    id: string,
    command: RestoreContent,
    expected?: CopyExpectation,
  ) => Promise<WorkingCopy>;

  /**
   * Removes the working copy of an item, and its planned publication, which was for the copy.
   *
   * @param expected rejects the removal if the stored copy is another one.
   * @throws DomainError `not_found`, also without a copy; `not_authenticated`, `token_read_only`, `forbidden`,
   *   `version_mismatch`, `overloaded`.
   */
  readonly discard: (actor: Actor, id: string, expected?: CopyExpectation) => Promise<void>;

  /**
   * Makes the working copy of an item its content, published, and removes the copy: in one write. What changed in the
   * item since the base of the copy stays, unless the copy changes the same path or, with `blocks`, the same block. If the
   * item has the state of the copy already, only removes the copy.
   *
   * @param expected rejects the publication if the stored copy is another one.
   * @throws DomainError `not_found`, also without a copy; `not_authenticated`, `token_read_only`, `forbidden`,
   *   `version_mismatch`, `invalid_transition`; `has_translations` for a copy that moves the item; `draft_outdated` with the
   *   paths that both changed and, if it merges blocks, for data that is valid in the copy and invalid once it is merged;
   *   `collection_not_found`, `invalid_data`, `blocked_by_hook`, `slug_taken`, `value_taken`, `singleton_exists`,
   *   `overloaded`; for shared fields `shared_field`, `siblings_failed`, `bulk_too_large`.
   */
  readonly publish: (
    actor: Actor,
    id: string,
    command: PublishDraft,
    expected?: CopyExpectation,
    remarks?: WriteRemarks,
  ) => Promise<ContentItem>;
}

export const draftUseCases = (dependencies: UseCaseDependencies): DraftUseCases => ({
  list: listDrafts(dependencies),
  get: getDraft(dependencies),
  save: saveDraft(dependencies),
  restore: restoreDraft(dependencies),
  discard: discardDraft(dependencies),
  publish: publishDraft(dependencies),
});
