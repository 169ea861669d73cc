import { assertSeen } from '../access/visibility.ts';
import { findEditable, type StoredItem } from '../content/stored-item.ts';
import { copyEvent } from '../events/stored-event.ts';
import type { Actor } from '../model/actor.ts';
import { auditNote, type AuditedActor } from '../model/audit-entry.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { copyStateOf, type CopyBase, type WorkingCopy } from '../model/content/working-copy.ts';
import type { Dependencies } from '../ports/ports.ts';
import { DomainError, notFound } from '../primitives/errors.ts';

type DraftDependencies = Pick<Dependencies, 'contents' | 'collections' | 'copies'>;

/** An item that the actor may edit, with its working copy if there is one. */
export interface StoredDraft extends StoredItem {
  readonly copy: WorkingCopy | undefined;
}

/**
 * An item whose copy moves it to a collection that does not exist for the actor is not found.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `not_found`, `forbidden`.
 */
export const findDraft = async (
  dependencies: DraftDependencies,
  actor: Actor,
  id: string,
): Promise<StoredDraft> => {
  const stored = await findEditable(dependencies, actor, id);
  const copy = await dependencies.copies.find(stored.item.id);
  if (copy !== undefined && copy.collectionId !== stored.collection.id) {
    const target = await dependencies.collections.findById(copy.collectionId);
    if (target !== undefined) assertSeen(actor, target, 'Content');
  }
  return { ...stored, copy };
};

/** @throws DomainError `not_found` if there is no copy; what {@link findDraft} throws. */
export const findExistingDraft = async (
  dependencies: DraftDependencies,
  actor: Actor,
  id: string,
): Promise<StoredDraft & { readonly copy: WorkingCopy }> => {
  const { copy, ...stored } = await findDraft(dependencies, actor, id);
  if (copy === undefined) throw notFound('Working copy');
  return { ...stored, copy };
};

/**
 * Removes a copy without changing its item, the planned publication, which was for the copy, and the planned
 * changes that have failed.
 *
 * @returns whether it was removed.
 */
export const removeCopy = (
  { store, clock }: Pick<Dependencies, 'store' | 'clock'>,
  by: AuditedActor,
  item: Pick<ContentItem, 'id' | 'createdAt' | 'slug' | 'collectionId' | 'locale' | 'group'>,
  copy: WorkingCopy,
): Promise<boolean> => {
  const { id: contentId, slug: detail } = item;
  const note = auditNote(by, { action: 'draft.discard', id: contentId, detail });
  const event = copyEvent(item, [copy, item], clock.now(), note);
  return store.atomically(async ({ repositories: { copies, schedules } }) => {
    // Locks the item before its copy, as every other write does.
    await schedules.revise(contentId, ({ changes }) => changes);
    if (!(await copies.remove(contentId, copy.version, event))) return false;
    await schedules.revise(contentId, ({ changes }) =>
      changes.filter(({ action, reason }) => action !== 'publish' && reason === undefined),
    );
    return true;
  });
};

/** Whether a caller accepts the stored copy, or that there is none; undefined accepts any state. */
export type CopyExpectation = ((copy: WorkingCopy | undefined) => boolean) | undefined;

/** @throws DomainError `version_mismatch` if the copy is not as expected. */
export const assertExpectedCopy = (
  copy: WorkingCopy | undefined,
  isExpected: CopyExpectation,
): void => {
  if (isExpected === undefined || isExpected(copy)) return;
  throw new DomainError('version_mismatch', 'The working copy has changed since you read it', {
    details:
      copy === undefined
        ? 'It was published or discarded'
        : 'Read it again, and repeat your change',
  });
};

/** @throws DomainError `not_published`. */
export const assertPublished = ({ item, copy }: StoredDraft): void => {
  if (item.status === 'published') return;
  throw new DomainError('not_published', 'Only published content is rewritten in a working copy', {
    details:
      copy === undefined
        ? 'Edit the item itself'
        : 'Publish or discard its working copy, or edit the item itself',
  });
};

/** The state on which a new copy is based. */
export const baseOf = (item: ContentItem): CopyBase => ({
  ...copyStateOf(item),
  version: item.version,
});
