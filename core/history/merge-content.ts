import { changeItem, type ChangeDependencies, type ItemDecision } from '../content/change-item.ts';
import type { WriteRemarks } from '../model/content/write-remarks.ts';
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
import type { ContentState } from '../model/content/revision.ts';
import type { Dependencies } from '../ports/ports.ts';
import { findItemAt } from './item-at.ts';
import { describeConflicts, mergeStates } from './merge-states.ts';

/** The state of an item that a change is based on. */
export interface MergeBase {
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
      const merged = isMerged ? mergeOrThrow(before, mine, item) : mine;
      const collection = mergedCollection(actor, stored, target, merged);
      return { changes: changesFor(item, merged, command), collection };
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

const mergeOrThrow = (base: ContentState, mine: ContentState, item: ContentItem): ContentState => {
  const { merged, conflicts } = mergeStates(base, mine, item);
  if (conflicts.length === 0) return merged;
  throw versionMismatch(item, describeConflicts(conflicts));
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
