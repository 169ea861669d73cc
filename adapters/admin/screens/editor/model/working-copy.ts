import { batch } from '@preact/signals';
import { hasStatus } from '../../../api/client.ts';
import { rebase, versionOf, type EditedItem } from './edited-item.ts';
import type { Editing, StoredCopy } from './editing.ts';
import { changedMembers, deleteCopy, restoreCopy, restoreItem, saveCopy } from './item-requests.ts';
import { isSameText, textOf, type ItemText } from './item-text.ts';
import type { SaveQueue } from './save-queue.ts';
import type { TakeOver } from './take-over.ts';

/** The working copy of a published item, which gets what is typed. */
export interface WorkingCopy extends Pick<Editing, 'discardCopy' | 'restoreVersion'> {
  /** @throws ApiError, OfflineError. */
  readonly write: (id: string, sent: ItemText, isLenient: boolean) => Promise<StoredCopy>;
  /** Whether the form has the text of the copy of an item that is no longer published. */
  readonly isTaken: () => boolean;
  /** Removes a copy; it may be gone. @throws ApiError, OfflineError. */
  readonly remove: (removed: StoredCopy) => Promise<void>;
  /** Removes the copy that {@link WorkingCopy.isTaken} once the item has its text. @returns the copy that is left. */
  readonly dropTaken: () => Promise<StoredCopy | undefined>;
}

export const workingCopy = (
  edited: EditedItem,
  enqueue: SaveQueue['enqueue'],
  theirs: TakeOver,
): WorkingCopy => {
  const { stored, copy, base, etag, isCopyTaken } = edited;

  /**
   * The version that a write of the copy expects. Begins a copy if there is none. One that somebody else began
   * meanwhile, or that is based on another text, has another version.
   */
  const expected = async (id: string): Promise<string | undefined> => {
    if (copy.peek() !== undefined) return etag.peek();
    const begun = await saveCopy(id, {});
    if (isSameText(textOf(begun.copy), base.peek())) {
      batch(() => {
        copy.value = begun;
        etag.value = begun.etag;
      });
    }
    return etag.peek();
  };

  const write: WorkingCopy['write'] = async (id, sent, isLenient) => {
    const isNew = copy.peek() === undefined;
    const version = await expected(id);
    try {
      return await saveCopy(id, changedMembers(sent, base.peek()), version, { isLenient });
    } catch (error) {
      const begun = copy.peek();
      // A copy without changes says nothing.
      if (isNew && begun !== undefined && hasStatus(error, 400)) {
        await remove(begun);
        copy.value = undefined;
        etag.value = stored.peek()?.etag;
      }
      throw error;
    }
  };

  const remove = async (removed: StoredCopy): Promise<void> => {
    await deleteCopy(removed).catch((error: unknown) => {
      if (!hasStatus(error, 404)) throw error;
    });
  };

  const isTaken = (): boolean => isCopyTaken.peek() && copy.peek() !== undefined;

  const dropTaken = async (): Promise<StoredCopy | undefined> => {
    const taken = copy.peek();
    if (taken === undefined || !isCopyTaken.peek()) return taken;
    isCopyTaken.value = false;
    try {
      await remove(taken);
      return undefined;
    } catch {
      // It stays, and the form offers it.
      return taken;
    }
  };

  /** Shows what somebody else has saved, so that the user can decide again. */
  const takeOverStale = async (id: string, error: unknown): Promise<never> => {
    if (hasStatus(error, 412)) await theirs.fromStored(id, undefined);
    throw error;
  };

  const discardOnce = async (): Promise<void> => {
    const [current, discarded] = [stored.peek(), copy.peek()];
    if (current === undefined) return;
    if (discarded !== undefined) {
      await remove(discarded).catch((error: unknown) => takeOverStale(current.item.id, error));
    }
    batch(() => {
      const isForm = current.item.status === 'published' || isCopyTaken.peek();
      isCopyTaken.value = false;
      if (!isForm) {
        copy.value = undefined;
        return;
      }
      const text = textOf(current.item);
      rebase(edited, { stored: current, copy: undefined }, text);
      edited.replace(text);
    });
  };

  const restoreOnce = async (version: number): Promise<void> => {
    const current = stored.peek();
    if (current === undefined) return;
    const { id, status } = current.item;
    const isPublic = status === 'published';
    const write = async () =>
      isPublic
        ? { stored: current, copy: await restoreCopy(id, version, await expected(id)) }
        : { stored: await restoreItem(id, version, etag.peek()), copy: copy.peek() };
    const next = await write().catch((error: unknown) => takeOverStale(id, error));
    const { text } = versionOf(next);
    batch(() => {
      rebase(edited, next, text);
      edited.replace(text);
    });
  };

  return {
    write,
    remove,
    isTaken,
    dropTaken,
    discardCopy: () => enqueue(discardOnce),
    restoreVersion: (version) => enqueue(() => restoreOnce(version)),
  };
};
