import type { Actor } from '../model/actor.ts';
import { checkItemData } from '../collections/data/check-data.ts';
import type { ChangeDependencies } from '../content/change-item.ts';
import type { WriteRemarks } from '../model/content/write-remarks.ts';
import { retryOnConflict, type StoredItem } from '../content/stored-item.ts';
import { assertMayMove } from '../content/update-content.ts';
import { describeConflicts, mergeStates, type Side } from '../history/merge-states.ts';
import { noActiveCollection, type Collection } from '../model/collection.ts';
import {
  assertTransition,
  reviseContentItem,
  type ContentItem,
} from '../model/content/content-item.ts';
import { copyStateOf, type CopyState, type WorkingCopy } from '../model/content/working-copy.ts';
import type { Dependencies } from '../ports/ports.ts';
import { DomainError } from '../primitives/errors.ts';
import { decodeJson } from '../primitives/json.ts';
import {
  assertExpectedCopy,
  findExistingDraft,
  removeCopy,
  type CopyExpectation,
} from './stored-draft.ts';

export interface PublishDraft {
  /** Whose value a path gets that the copy and the item both changed: the copy's is `mine`. */
  readonly merge?: Side | undefined;
}

/** @param remove removes a copy that has the state of its item. */
export const publishDraft =
  (
    dependencies: ChangeDependencies & Pick<Dependencies, 'copies' | 'store'>,
    remove: typeof removeCopy = removeCopy,
  ) =>
  async (
    actor: Actor,
    id: string,
    { merge }: PublishDraft,
    expected?: CopyExpectation,
    remarks?: WriteRemarks,
  ): Promise<ContentItem> =>
    retryOnConflict(dependencies, id, async () => {
      const { copy, ...stored } = await findExistingDraft(dependencies, actor, id);
      const { item: before } = stored;
      assertTransition(before.status, 'published');
      assertExpectedCopy(copy, expected);
      const state = mergeCopy(copy, before, merge);
      // Publishing a copy that moves the item requires the rights to move it.
      const collection = await collectionOf(dependencies, stored, state);
      assertMayMove(actor, stored, { collection, path: 'collectionId' });
      const changes = { ...state, status: 'published' } as const;
      const item = reviseContentItem(before, changes, dependencies.clock.now());
      if (item === before) {
        return (await remove(dependencies, actor, item, copy)) ? item : undefined;
      }
      checkItemData(dependencies.patterns, collection, decodeJson(item.data), item.status);
      const change = {
        kind: 'update',
        before,
        item,
        collection,
        expected: { copy: copy.version },
        parts: { unscheduled: ['publish'] },
      } as const;
      return dependencies.contentWriter.write(actor, change, remarks);
    });

/**
 * The state of an item whose copy is published.
 *
 * @throws DomainError `draft_outdated` if both changed a path, and nothing says which value it gets.
 */
export const mergeCopy = (copy: WorkingCopy, item: ContentItem, merge?: Side): CopyState => {
  const { status } = item;
  const { merged, conflicts } = mergeStates(
    { ...copy.base, status },
    { ...copy, status },
    item,
    merge,
  );
  if (merge !== undefined || conflicts.length === 0) return copyStateOf(merged);
  throw new DomainError(
    'draft_outdated',
    'The content has changed since the working copy was begun',
    describeConflicts(conflicts),
  );
};

/**
 * The collection of an item whose copy is published.
 *
 * @throws DomainError `collection_not_found` if the copy moves the item to one that is deleted or inactive.
 */
export const collectionOf = async (
  { collections }: Pick<Dependencies, 'collections'>,
  { collection: current }: Pick<StoredItem, 'collection'>,
  { collectionId }: CopyState,
): Promise<Collection> => {
  if (collectionId === current.id) return current;
  const collection = await collections.findById(collectionId);
  if (collection?.isActive !== true) throw noActiveCollection('collectionId');
  return collection;
};
