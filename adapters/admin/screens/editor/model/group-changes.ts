import { api, hasStatus } from '../../../api/client.ts';
import { accept, type EditedItem } from './edited-item.ts';
import type { Editing, StoredItem } from './editing.ts';
import type { SaveQueue } from './save-queue.ts';

interface Answer {
  readonly body: { readonly data: StoredItem['item'] };
  readonly headers: { readonly ETag?: string | undefined };
}

export type GroupChanges = Pick<Editing, 'setLocale' | 'joinGroup' | 'leaveGroup'>;

/** Changes of the language of an item and of its translations: what is typed stays unsaved. */
export const groupChanges = (edited: EditedItem, enqueue: SaveQueue['enqueue']): GroupChanges => {
  const { stored, copy, base, etag } = edited;

  /** @param write the item, if it has a version; undefined for any. */
  const change = (
    write: (id: string, version: string | undefined) => Promise<Answer>,
  ): Promise<void> =>
    enqueue(async () => {
      const before = stored.peek();
      if (before === undefined) return;
      const { id, status } = before.item;
      const isOnCopy = status === 'published' && copy.peek() !== undefined;
      let isMerged = false;
      const { body, headers } = await write(id, isOnCopy ? before.etag : etag.peek()).catch(
        (error: unknown) => {
          if (!hasStatus(error, 412)) throw error;
          isMerged = true;
          return write(id, undefined);
        },
      );
      const next = { item: body.data, etag: headers.ETag ?? '' };
      // The base stays: the next save of the text takes over what somebody else has saved.
      if (isOnCopy || isMerged) stored.value = next;
      else accept(edited, { stored: next, copy: copy.peek() }, base.peek());
    });

  return {
    setLocale: (locale) =>
      change((id, version) =>
        api.updateContent({ params: { id }, headers: { 'If-Match': version }, body: { locale } }),
      ),
    joinGroup: (other, shareFrom) =>
      change((id, version) =>
        api.joinGroups({
          params: { id },
          headers: { 'If-Match': version },
          body: { with: other, ...(shareFrom !== undefined && { shareFrom }) },
        }),
      ),
    leaveGroup: () =>
      change((id, version) => api.leaveGroup({ params: { id }, headers: { 'If-Match': version } })),
  };
};
