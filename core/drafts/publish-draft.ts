import type { Actor } from '../model/actor.ts';
import { checkItemData } from '../collections/data/check-data.ts';
import type { ChangeDependencies } from '../content/change-item.ts';
import type { WriteRemarks } from '../content/parts/write-remarks.ts';
import { placeIn } from '../content/place-in.ts';
import { retryOnConflict, type StoredItem } from '../content/stored-item.ts';
import { assertMayMove } from '../content/update-content.ts';
import {
  describeConflicts,
  fitOrConflict,
  mergeStored,
  type MergeRequest,
} from '../history/merge-stored.ts';
import { noActiveCollection, type Collection } from '../model/collection.ts';
import {
  assertTransition,
  reviseContentItem,
  type ContentItem,
} from '../model/content/content-item.ts';
import type { Side } from '../model/content/merge-blocks.ts';
import type { MergeOptions } from '../model/content/merge-states.ts';
import type { ContentState } from '../model/content/revision.ts';
import {
  copyStateOf,
  draftOutdated,
  type CopyState,
  type WorkingCopy,
} from '../model/content/working-copy.ts';
import type { Dependencies } from '../ports/ports.ts';
import { decodeJson } from '../primitives/json.ts';
import {
  assertExpectedCopy,
  findExistingDraft,
  removeCopy,
  type CopyExpectation,
} from './stored-draft.ts';

export interface PublishDraft extends MergeRequest {
  /** Whose value a path gets that the copy and the item both changed: the copy's is `mine`. With `blocks`, also a block. */
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
    { merge, blocks }: PublishDraft,
    expected?: CopyExpectation,
    remarks?: WriteRemarks,
  ): Promise<ContentItem> =>
    retryOnConflict(dependencies, id, async () => {
      const { copy, ...stored } = await findExistingDraft(dependencies, actor, id);
      const { item: before } = stored;
      assertTransition(before.status, 'published');
      assertExpectedCopy(copy, expected);
      const publish = async (options: CopyMerge): Promise<Publication> => {
        const state = mergeCopy(copy, before, options);
        // Publishing a copy that moves the item requires the rights to move it.
        const collection = await collectionOf(dependencies, stored, state);
        assertMayMove(actor, stored, { collection, path: 'collectionId' });
        const placement = await placeIn(dependencies, before, collection);
        const changes = { ...placement, ...state, status: 'published' } as const;
        const item = reviseContentItem(before, changes, dependencies.clock.now());
        if (item !== before) checkPublished(dependencies, collection, item);
        return { item, collection };
      };
      const { item, collection } =
        blocks === true
          ? await publishByBlock(dependencies, { copy, ...stored }, (schemaOf) =>
              publish({ winner: merge, schemaOf }),
            )
          : await publish({ winner: merge });
      if (item === before) {
        return (await remove(dependencies, actor, item, copy)) ? item : undefined;
      }
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

/** An item whose copy is published, and its collection then. */
interface Publication {
  readonly item: ContentItem;
  readonly collection: Collection;
}

type CopyMerge = MergeOptions<ContentState>;

const checkPublished = (
  { patterns }: Pick<Dependencies, 'patterns'>,
  collection: Collection,
  { data }: CopyState,
): void => checkItemData(patterns, collection, decodeJson(data), 'published');

/** Fields of blocks are those of the collection that the item has now, or to which the copy moves it. */
const publishByBlock = async (
  dependencies: Pick<Dependencies, 'collections' | 'patterns'>,
  { copy, collection: current }: StoredItem & { readonly copy: WorkingCopy },
  publish: (schemaOf: CopyMerge['schemaOf']) => Promise<Publication>,
): Promise<Publication> => {
  const { collectionId } = copy;
  const ofCopy =
    collectionId === current.id ? current : await dependencies.collections.findById(collectionId);
  return fitOrConflict(
    () => publish((state) => (state.collectionId === current.id ? current : ofCopy)?.schema),
    () => ofCopy && checkPublished(dependencies, ofCopy, copy),
    draftOutdated,
  );
};

/**
 * The state of an item whose copy is published.
 *
 * @throws DomainError `draft_outdated` if both changed a path, and nothing says which value it gets; `invalid_data` if the
 *   merged data is too large.
 */
export const mergeCopy = (
  copy: WorkingCopy,
  item: ContentItem,
  options: CopyMerge = {},
): CopyState => {
  const { status } = item;
  const versions = { base: { ...copy.base, status }, mine: { ...copy, status }, theirs: item };
  const { merged, conflicts } = mergeStored(versions, options);
  if (options.winner !== undefined || conflicts.length === 0) return copyStateOf(merged);
  throw draftOutdated(describeConflicts(conflicts));
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
