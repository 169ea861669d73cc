import { authorize, authorizeAnywhere } from '../access/policy.ts';
import { withBlockIds } from '../collections/data/block-ids.ts';
import { checkItemData } from '../collections/data/check-data.ts';
import { checkStrictly } from '../collections/data/check-strictly.ts';
import type { Hook } from '../hooks/hook.ts';
import type { KeyedGates } from '../limits/gate.ts';
import type { Actor } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import {
  reviseContentItem,
  type ContentChanges,
  type ContentItem,
} from '../model/content/content-item.ts';
import type { Dependencies } from '../ports/ports.ts';
import { decodeJson, type JsonObject } from '../primitives/json.ts';
import type { ContentWriting } from './content-writer.ts';
import type { WriteRemarks } from './parts/write-remarks.ts';
import { placeIn } from './place-in.ts';
import { findStoredItem, resourceOf, retryOnConflict, type StoredItem } from './stored-item.ts';

/** What a use case that changes items takes. */
export type ChangeDependencies = Pick<
  Dependencies,
  'contents' | 'collections' | 'site' | 'ids' | 'clock' | 'patterns'
> &
  ContentWriting & {
    readonly itemGates: KeyedGates;
    readonly hooks: readonly Hook[];
  };

/** How to change an item. */
export interface ItemDecision {
  readonly changes: Omit<ContentChanges, 'collectionId'>;
  /** The collection of the item after the change. */
  readonly collection: Collection;
  /** The changed data, if it is at hand as an object. */
  readonly data?: JsonObject | undefined;
}

/**
 * Changes an item that the actor may edit. If another write comes first, decides anew. Writes nothing if nothing
 * changes.
 *
 * @param decide may throw to reject the change. The actor has the rights to edit the item that it gets.
 * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`, `invalid_data`,
 *   `unknown_data`, `invalid_transition`, `collection_not_found`, `blocked_by_hook`, `slug_taken`, `value_taken`,
 *   `singleton_exists`, `overloaded`; what `decide` throws.
 */
export const changeItem = async (
  dependencies: ChangeDependencies,
  actor: Actor,
  id: string,
  decide: (stored: StoredItem) => Promise<ItemDecision>,
  remarks?: WriteRemarks,
): Promise<ContentItem> => {
  authorizeAnywhere(actor, 'edit');
  return retryOnConflict(dependencies, id, async () => {
    const stored = await findStoredItem(dependencies, actor, id);
    const { item: before } = stored;
    authorize(actor, 'edit', resourceOf(stored));
    const { changes, collection, data } = await decide(stored);
    const { ids, clock } = dependencies;
    const identified = withBlockIds(ids, collection, changes.data ?? before.data, before.data);
    const placement = { ...(await placeIn(dependencies, before, collection)), ...changes };
    const item = reviseContentItem(
      before,
      { ...placement, data: identified, collectionId: collection.id },
      clock.now(),
    );
    if (item === before) return item;
    const isMoved = item.collectionId !== before.collectionId;
    if (changes.data !== undefined || isMoved || item.status === 'published') {
      const checked = data ?? decodeJson(item.data);
      checkItemData(dependencies.patterns, collection, checked, item.status);
      if (remarks?.isStrict === true) checkStrictly(collection.schema, checked, [before.data]);
    }
    const change = { kind: 'update', before, item, collection } as const;
    return dependencies.contentWriter.write(actor, change, remarks);
  });
};
