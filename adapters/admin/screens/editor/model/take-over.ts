import { batch } from '@preact/signals';
import type { ContentStatus, StoredCopy, StoredItem, StoredState } from './editing.ts';
import { rebase, versionOf, type EditedItem } from './edited-item.ts';
import { readBase, readItem, readState } from './item-requests.ts';
import { differencesOf, merge, textOf, type ItemText } from './merge.ts';

/** How the text of the form meets what is stored meanwhile. Each returns whether a save can go on without asking. */
export interface TakeOver {
  /** Takes over what only somebody else changed. @param before the text before both changes. */
  readonly adopt: (
    theirs: StoredState,
    before: ItemText,
    status: ContentStatus | undefined,
  ) => boolean;
  /** Reads what is stored, and takes that over. */
  readonly fromStored: (id: string, status: ContentStatus | undefined) => Promise<boolean>;
  /** The item is no longer published: what the copy contains is unsaved text of the item. */
  readonly leaveCopy: (next: StoredItem) => Promise<boolean>;
  /** The published text has changed since the copy was begun, in the same members: takes that over. */
  readonly fromPublished: (outdated: StoredCopy) => Promise<boolean>;
}

/** A text that shares no member with another one: each difference is a conflict. */
const nothing: ItemText = { title: '', slug: '', data: {} };

const isPublic = ({ item }: StoredItem): boolean => item.status === 'published';

export const takeOver = (edited: EditedItem): TakeOver => {
  const { collection, stored, copy, base, text, pending, takenOver, isCopyTaken } = edited;

  const adopt = (
    theirs: StoredState,
    before: ItemText,
    status: ContentStatus | undefined,
    isOutdated = false,
  ): boolean => {
    const mine = text.peek();
    const their = versionOf(theirs).text;
    // Without a base, a block that one text lacks may be added by one or removed by the other.
    const schema = before === nothing ? undefined : collection.schema;
    const { text: merged, conflicts } = merge(before, mine, their, schema);
    if (conflicts.length > 0) {
      pending.value = {
        conflicts,
        theirs,
        base: before,
        status,
        ...(isOutdated && { isOutdated }),
      };
      return false;
    }
    batch(() => {
      rebase(edited, theirs, merged);
      pending.value = undefined;
      takenOver.value = differencesOf(mine, merged).map(({ name }) => name);
    });
    return true;
  };

  /** The copy whose text the form has, if the item was published and is so no longer. */
  const leftCopy = (next: StoredItem): StoredCopy | undefined => {
    const before = stored.peek();
    return before !== undefined && isPublic(before) && !isPublic(next) ? copy.peek() : undefined;
  };

  const adoptState = async (
    theirs: StoredState,
    status: ContentStatus | undefined,
  ): Promise<boolean> => {
    const left = leftCopy(theirs.stored);
    if (left === undefined) return adopt(theirs, base.peek(), status);
    const before = (await readBase(left)) ?? textOf(theirs.stored.item);
    batch(() => {
      stored.value = theirs.stored;
      copy.value = theirs.copy;
      base.value = before;
      isCopyTaken.value = theirs.copy !== undefined;
    });
    return adopt(theirs, before, status);
  };

  return {
    adopt,
    fromStored: async (id, status) => adoptState(await readState(id), status),
    leaveCopy: (next) => adoptState({ stored: next, copy: copy.peek() }, undefined),
    fromPublished: async (outdated) => {
      const [item, before] = await Promise.all([readItem(outdated.copy.id), readBase(outdated)]);
      const theirs = { stored: item, copy: undefined };
      return adopt(theirs, before ?? nothing, 'published', true);
    },
  };
};
