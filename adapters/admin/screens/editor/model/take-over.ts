import { batch } from '@preact/signals';
import type { MergedValues } from '../../../../../contracts/client/merge-states.ts';
import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import { hasStatus } from '../../../api/client.ts';
import type {
  ContentStatus,
  PendingConflicts,
  StoredCopy,
  StoredItem,
  StoredState,
} from './editing.ts';
import { rebase, versionOf, type EditedItem } from './edited-item.ts';
import { readBase, readItem, readState } from './item-requests.ts';
import { readSavers } from './read-savers.ts';
import { differencesOf, mergeTexts, textOf, type ItemText } from './item-text.ts';

/** How the text of the form meets what is stored meanwhile. What both changed is pending until the user decides. */
export interface TakeOver {
  /**
   * Takes over what only somebody else changed.
   *
   * @param before the text before both changes. @param isQuiet whether `takenOver` stays as it is. @returns whether a save can go
   *   on; here and below.
   */
  readonly adopt: (
    theirs: StoredState,
    before: ItemText,
    status: ContentStatus | undefined,
    isQuiet?: boolean,
  ) => boolean;
  /** Reads what is stored, and takes that over. @throws ApiError, OfflineError. */
  readonly fromStored: (id: string, status: ContentStatus | undefined) => Promise<boolean>;
  /**
   * The same outside of a save, unless something is pending: says who saved it instead of what was taken over. Finds that the
   * item was deleted. Does nothing without a connection.
   */
  readonly refresh: () => Promise<void>;
  /** The item is no longer published: what the copy contains is unsaved text of the item. */
  readonly leaveCopy: (next: StoredItem) => Promise<boolean>;
  /**
   * Asks about what both the copy and the published text have changed since the copy was begun. Paragraphs of a text that only
   * one of them changed are merged, which the service does not: then the form has the text of both, based on the published one.
   */
  readonly askAboutPublished: (outdated: StoredCopy) => Promise<'asked' | 'merged' | 'unknown'>;
}

/** A text that shares no member with another one: each difference is a conflict. */
const nothing: ItemText = { title: '', slug: '', data: {} };

/** What is stored meanwhile, merged with the text of a form: what is typed after a question can change it. */
export const mergeWith = (
  { base, theirs }: Pick<PendingConflicts, 'base' | 'theirs'>,
  mine: ItemText,
  { schema }: Pick<CollectionDto, 'schema'>,
): MergedValues<ItemText> =>
  // Without a base, a block that one text lacks may be added by one or removed by the other.
  mergeTexts({ base, mine, theirs: versionOf(theirs).text }, base === nothing ? undefined : schema);

const isPublic = ({ item }: StoredItem): boolean => item.status === 'published';

export const takeOver = (edited: EditedItem): TakeOver => {
  const { collection, stored, copy, base, text, pending, takenOver, isCopyTaken } = edited;
  const { savedByOthers, isGone } = edited;

  /** @returns the merged text; undefined if the user has to decide. */
  const mergeOrAsk = (asked: Omit<PendingConflicts, 'conflicts'>): ItemText | undefined => {
    const { theirs } = asked;
    const { merged, conflicts } = mergeWith(asked, text.peek(), collection);
    if (conflicts.length === 0) return merged;
    const waiting = { ...asked, conflicts };
    pending.value = waiting;
    readSavers(theirs).then(
      (savers) => {
        if (pending.peek() === waiting) pending.value = { ...waiting, savers };
      },
      // The question names nobody then.
      () => undefined,
    );
    return undefined;
  };

  const adopt: TakeOver['adopt'] = (theirs, before, status, isQuiet = false) => {
    const mine = text.peek();
    const merged = mergeOrAsk({ theirs, base: before, status });
    if (merged === undefined) return false;
    batch(() => {
      rebase(edited, theirs, merged);
      pending.value = undefined;
      const paths = differencesOf(mine, merged).map(({ path }) => path);
      if (paths.length > 0) edited.forgetSteps();
      if (!isQuiet) takenOver.value = paths;
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
    isQuiet?: boolean,
  ): Promise<boolean> => {
    const left = leftCopy(theirs.stored);
    if (left === undefined) return adopt(theirs, base.peek(), status, isQuiet);
    const before = (await readBase(left)) ?? textOf(theirs.stored.item);
    batch(() => {
      stored.value = theirs.stored;
      copy.value = theirs.copy;
      base.value = before;
      isCopyTaken.value = theirs.copy !== undefined;
    });
    return adopt(theirs, before, status, isQuiet);
  };

  const fromOthers = async (id: string): Promise<void> => {
    const theirs = await readState(id);
    const isKnown = theirs.stored.etag === stored.peek()?.etag;
    if (isKnown && theirs.copy?.etag === copy.peek()?.etag) return;
    const savers = await readSavers(theirs).catch(() => undefined);
    await adoptState(theirs, undefined, true);
    savedByOthers.value = savers;
  };

  return {
    adopt,
    fromStored: async (id, status) => adoptState(await readState(id), status),
    refresh: async () => {
      const id = stored.peek()?.item.id;
      if (id === undefined || isGone.peek() || pending.peek() !== undefined) return;
      try {
        await fromOthers(id);
      } catch (error) {
        // Without a connection, the next change or the next save finds it.
        isGone.value = hasStatus(error, 404);
      }
    },
    leaveCopy: (next) => adoptState({ stored: next, copy: copy.peek() }, undefined),
    askAboutPublished: async (outdated) => {
      const [stored, base = nothing] = await Promise.all([
        readItem(outdated.copy.id),
        readBase(outdated),
      ]);
      const theirs = { stored, copy: undefined };
      const merged = mergeOrAsk({ theirs, base, status: 'published', isOutdated: true });
      if (merged === undefined) return 'asked';
      const texts = { base, mine: text.peek(), theirs: versionOf(theirs).text };
      // Without paragraphs it is sound, too: then the service has another reason.
      const whole = mergeTexts(texts, collection.schema, false);
      if (whole.conflicts.length === 0) return 'unknown';
      rebase(edited, theirs, merged);
      return 'merged';
    },
  };
};
