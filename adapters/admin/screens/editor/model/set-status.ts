import { hasStatus } from '../../../api/client.ts';
import { accept, rebase, type EditedItem } from './edited-item.ts';
import type { ContentStatus } from './editing.ts';
import { updateItem } from './item-requests.ts';
import type { TakeOver } from './take-over.ts';
import type { WorkingCopy } from './working-copy.ts';

/** Sets only the status: what is typed stays unsaved. @returns a function that throws ApiError, OfflineError. */
export const statusSetter = (
  edited: EditedItem,
  theirs: TakeOver,
  draft: WorkingCopy,
): ((status: ContentStatus) => Promise<void>) => {
  const { stored, copy, base, etag, text } = edited;
  return async (status) => {
    const before = stored.peek();
    if (before === undefined) return;
    const { id } = before.item;
    const isOnCopy = before.item.status === 'published' && copy.peek() !== undefined;
    const version = isOnCopy ? before.etag : etag.peek();
    const next = await updateItem(id, { status }, { version, isMerging: true }).catch(
      async (error: unknown) => {
        if (!hasStatus(error, 412)) throw error;
        return { ...(await updateItem(id, { status })), isMerged: true };
      },
    );
    const state = { stored: next, copy: copy.peek() };
    if (isOnCopy) await theirs.leaveCopy(next);
    else if (status === 'published' && draft.isTaken()) rebase(edited, state, text.peek());
    // The base stays: the next save of the text takes over what somebody else has saved.
    else if (next.isMerged) stored.value = next;
    else accept(edited, state, base.peek());
    if (status === 'published') edited.isCopyTaken.value = false;
  };
};
