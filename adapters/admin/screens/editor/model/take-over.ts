import { batch } from '@preact/signals';
import type {
  ContentStatus,
  PendingConflicts,
  StoredCopy,
  StoredItem,
  StoredState,
} from './editing.ts';
import { rebase, versionOf, type EditedItem } from './edited-item.ts';
import { readBase, readItem, readState } from './item-requests.ts';
import { differencesOf, mergeTexts, textOf, type ItemText } from './item-text.ts';

/** How the text of the form meets what is stored meanwhile. What both changed is pending until the user decides. */
export interface TakeOver {
  /**
   * Takes over what only somebody else changed.
   *
   * @param before the text before both changes. @returns whether a save can go on; here and below.
   */
  readonly adopt: (
    theirs: StoredState,
    before: ItemText,
    status: ContentStatus | undefined,
  ) => boolean;
  /** Reads what is stored, and takes that over. */
  readonly fromStored: (id: string, status: ContentStatus | undefined) => Promise<boolean>;
  /** The item is no longer published: what the copy contains is unsaved text of the item. */
  readonly leaveCopy: (next: StoredItem) => Promise<boolean>;
  /**
   * Asks about what both the copy and the published text have changed since the copy was begun.
   *
   * @returns whether there is anything to decide.
   */
  readonly askAboutPublished: (outdated: StoredCopy) => Promise<boolean>;
}

/** A text that shares no member with another one: each difference is a conflict. */
const nothing: ItemText = { title: '', slug: '', data: {} };

const isPublic = ({ item }: StoredItem): boolean => item.status === 'published';

export const takeOver = (edited: EditedItem): TakeOver => {
  const { collection, stored, copy, base, text, pending, takenOver, isCopyTaken } = edited;

  /** @returns the merged text; undefined if the user has to decide. */
  const mergeOrAsk = (asked: Omit<PendingConflicts, 'conflicts'>): ItemText | undefined => {
    const { base: before, theirs } = asked;
    const texts = { base: before, mine: text.peek(), theirs: versionOf(theirs).text };
    // Without a base, a block that one text lacks may be added by one or removed by the other.
    const schema = before === nothing ? undefined : collection.schema;
    const { merged, conflicts } = mergeTexts(texts, schema);
    if (conflicts.length === 0) return merged;
    pending.value = { ...asked, conflicts };
    return undefined;
  };

  const adopt: TakeOver['adopt'] = (theirs, before, status) => {
    const mine = text.peek();
    const merged = mergeOrAsk({ theirs, base: before, status });
    if (merged === undefined) return false;
    batch(() => {
      rebase(edited, theirs, merged);
      pending.value = undefined;
      takenOver.value = differencesOf(mine, merged).map(({ path }) => path);
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
    askAboutPublished: async (outdated) => {
      const [stored, base = nothing] = await Promise.all([
        readItem(outdated.copy.id),
        readBase(outdated),
      ]);
      const theirs = { stored, copy: undefined };
      return mergeOrAsk({ theirs, base, status: 'published', isOutdated: true }) === undefined;
    },
  };
};
