import { deleteContent, type DeleteDependencies } from '../content/delete-content.ts';
import { findEditable } from '../content/stored-item.ts';
import { updateContent } from '../content/update-content.ts';
import { publishDraft } from '../drafts/publish-draft.ts';
import { removeCopy } from '../drafts/stored-draft.ts';
import type { Actor } from '../model/actor.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { Dependencies } from '../ports/ports.ts';
import { readUuid } from '../primitives/uuid.ts';
import { restoreFromTrash, type RestoreDependencies } from '../trash/restore-from-trash.ts';

export const bulkActions = [
  'publish',
  'unpublish',
  'archive',
  'delete',
  'restore',
  'move',
] as const;
export type BulkAction = (typeof bulkActions)[number];

export type ActionDependencies = RestoreDependencies &
  DeleteDependencies &
  Pick<Dependencies, 'ids' | 'timer' | 'copies' | 'store'>;

/**
 * Does the action to one item.
 *
 * @param remove removes a working copy that equals its item.
 */
export const actOn = (
  dependencies: ActionDependencies,
  {
    action,
    collectionId,
  }: { readonly action: BulkAction; readonly collectionId?: string | undefined },
  remove: typeof removeCopy = removeCopy,
): ((actor: Actor, id: string) => Promise<ContentItem | void>) => {
  const update = updateContent(dependencies);
  switch (action) {
    case 'publish':
      return async (actor, id) =>
        (await rewrites(dependencies, actor, id))
          ? publishDraft(dependencies, remove)(actor, id, {})
          : update(actor, id, { status: 'published' });
    case 'unpublish':
      return (actor, id) => update(actor, id, { status: 'draft' });
    case 'archive':
      return (actor, id) => update(actor, id, { status: 'archived' });
    case 'move':
      return (actor, id) => update(actor, id, { collectionId });
    case 'delete':
      return deleteContent(dependencies);
    case 'restore':
      return (actor, id) => restoreFromTrash(dependencies)(actor, id);
  }
};

/** Whether an item is published, and has a working copy. */
const rewrites = async (
  dependencies: Pick<ActionDependencies, 'contents' | 'collections' | 'copies'>,
  actor: Actor,
  id: string,
): Promise<boolean> => {
  const known = readUuid(id);
  if (known === undefined || (await dependencies.copies.find(known)) === undefined) return false;
  return (await findEditable(dependencies, actor, known)).item.status === 'published';
};
