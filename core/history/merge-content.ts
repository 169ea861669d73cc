import { withBlockIds } from '../collections/data/block-ids.ts';
import { checkItemData } from '../collections/data/check-data.ts';
import { changeItem, type ChangeDependencies, type ItemDecision } from '../content/change-item.ts';
import type { WriteRemarks } from '../content/parts/write-remarks.ts';
import { versionMismatch, type StoredItem } from '../content/stored-item.ts';
import {
  assertMayMove,
  findTarget,
  parserOf,
  type Target,
  type UpdateContent,
} from '../content/update-content.ts';
import type { Actor } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { MergeOptions } from '../model/content/merge-states.ts';
import type { ContentState } from '../model/content/revision.ts';
import type { Dependencies } from '../ports/ports.ts';
import { decodeJson } from '../primitives/json.ts';
import { findItemAt } from './item-at.ts';
import {
  describeConflicts,
  fitOrConflict,
  mergeStored,
  type MergeRequest,
} from './merge-stored.ts';

/** The state of an item that a change is based on, and how the change is merged if that is not the current one. */
export interface MergeBase extends MergeRequest {
  readonly version: number;
  /** Whether the item is in this state. Also called with earlier versions of it. */
  readonly isExpected: (item: ContentItem) => boolean;
}

export interface MergedContent {
  readonly item: ContentItem;
  /** Whether the item had changed since the base. */
  readonly isMerged: boolean;
}

export const mergeContent =
  (dependencies: ChangeDependencies & Pick<Dependencies, 'revisions'>) =>
  async (
    actor: Actor,
    id: string,
    command: UpdateContent,
    base: MergeBase,
    remarks?: WriteRemarks,
  ): Promise<MergedContent> => {
    const parseOnce = parserOf(command);
    let isMerged = false;
    const decide = async (stored: StoredItem): Promise<ItemDecision> => {
      const { item } = stored;
      const changes = parseOnce();
      isMerged = !base.isExpected(item);
      const before = isMerged ? await findBase(dependencies, item, base) : item;
      const target = await findTarget(dependencies, actor, stored, command);
      const collectionId = target?.collection.id ?? before.collectionId;
      const mine = { ...before, ...changes, collectionId };
      const place: Place = (state) => ({
        state,
        collection: mergedCollection(actor, stored, target, state),
      });
      const { state, collection } = !isMerged
        ? place(mine)
        : base.blocks === true
          ? await mergeByBlock(dependencies, { stored, target, before, mine }, place)
          : place(mergeOrThrow(before, mine, item));
      return { changes: changesFor(item, state, command), collection };
    };
    const item = await changeItem(dependencies, actor, id, decide, remarks);
    return { item, isMerged };
  };

const findBase = async (
  { revisions }: Pick<Dependencies, 'revisions'>,
  item: ContentItem,
  { version, isExpected }: MergeBase,
): Promise<ContentItem> => {
  const earlier = await findItemAt(revisions, item, version);
  if (earlier === undefined || !isExpected(earlier)) throw versionMismatch(item);
  return earlier;
};

const mergeOrThrow = (
  base: ContentState,
  mine: ContentState,
  theirs: ContentItem,
  schemaOf?: MergeOptions<ContentState>['schemaOf'],
): ContentState => {
  const { merged, conflicts } = mergeStored({ base, mine, theirs }, { schemaOf });
  if (conflicts.length === 0) return merged;
  throw versionMismatch(theirs, describeConflicts(conflicts));
};

interface Placed {
  readonly state: ContentState;
  /** That of the state. */
  readonly collection: Collection;
}

/** @throws DomainError if the actor may not move the item to the collection of the state. */
type Place = (state: ContentState) => Placed;

interface BlockMerge {
  readonly stored: StoredItem;
  readonly target: Target | undefined;
  readonly before: ContentState;
  readonly mine: ContentState;
}

/** Data is checked by the schema of the collection that the item has now, or to which the command moves it. */
const mergeByBlock = (
  { ids, patterns }: Pick<ChangeDependencies, 'ids' | 'patterns'>,
  { stored, target, before, mine }: BlockMerge,
  place: Place,
): Promise<Placed> => {
  const { item, collection: current } = stored;
  const collectionOf = ({ collectionId }: Pick<ContentState, 'collectionId'>): Collection =>
    target === undefined || collectionId === current.id ? current : target.collection;
  const check = (state: ContentState): void => {
    const isMoved = state.collectionId !== item.collectionId;
    if (state.data === item.data && !isMoved && state.status !== 'published') return;
    checkItemData(patterns, collectionOf(state), decodeJson(state.data), state.status);
  };
  return fitOrConflict(
    () => {
      const data = withBlockIds(ids, collectionOf(mine), mine.data, before.data);
      const schemaOf = (state: Pick<ContentState, 'collectionId'>) => collectionOf(state).schema;
      const merged = place(mergeOrThrow(before, { ...mine, data }, item, schemaOf));
      check(merged.state);
      return merged;
    },
    () => check(mine),
    (context) => versionMismatch(item, context),
  );
};

/** Only the command can move the item to another collection than its current one. */
const mergedCollection = (
  actor: Actor,
  stored: StoredItem,
  target: Target | undefined,
  { collectionId }: ContentState,
): Collection => {
  if (target === undefined || collectionId === stored.collection.id) return stored.collection;
  assertMayMove(actor, stored, target);
  return target.collection;
};

/** Data is checked against the schema if the command contains it, or if it changes. */
const changesFor = (
  item: ContentItem,
  { title, slug, status, data }: ContentState,
  command: UpdateContent,
): ItemDecision['changes'] => ({
  title,
  slug,
  status,
  ...((command.data !== undefined || data !== item.data) && { data }),
});
