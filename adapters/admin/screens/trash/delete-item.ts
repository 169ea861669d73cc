import type { ContentItemDto } from '../../../../contracts/schemas/content-schemas.ts';
import { api, messageOf } from '../../api/client.ts';
import { trashDays, trashSentence } from '../../api/trash-days.ts';
import { confirm } from '../../components/confirm.tsx';
import { showToast } from '../../components/toasts.tsx';
import { offerUndo } from '../../components/undo.ts';
import { navigate, urlOf } from '../../shell/router.ts';

type Deleted = Pick<ContentItemDto, 'id' | 'title' | 'status'>;

/**
 * Deletes an item after a question, and offers to undo it. Undoing opens the item again.
 *
 * @param beforeReturn called when it is undone, before the item is opened. @returns whether the item was deleted.
 */
export const deleteItem = async (
  item: Deleted,
  beforeReturn: () => Promise<void>,
): Promise<boolean> => {
  const { id, title, status } = item;
  try {
    const days = await trashDays();
    const isWanted = await confirm({
      title: `Delete “${title}”?`,
      text:
        days === 0
          ? 'The item is removed for everybody. It cannot be brought back.'
          : `${status === 'published' ? 'Readers no longer find the item. ' : ''}${trashSentence(days, 1)}`,
      action: 'Delete',
      danger: true,
    });
    if (!isWanted) return false;
    await api.deleteContent({ params: { id } });
    const text = `“${title}” was deleted.`;
    if (days === 0) showToast({ text });
    else {
      offerUndo(`${text} ${trashSentence(days, 1)}`, () => void bringBack(item, beforeReturn));
    }
    return true;
  } catch (error) {
    showToast({ text: `Not deleted: ${messageOf(error)}`, kind: 'failed' });
    return false;
  }
};

const bringBack = async (
  { id, title, status }: Deleted,
  beforeReturn: () => Promise<void>,
): Promise<void> => {
  try {
    await api.restoreFromTrash({ params: { id }, body: {} });
  } catch (error) {
    showToast({
      text: `Not restored: ${messageOf(error)}`,
      kind: 'failed',
      action: { label: 'Open the trash', run: () => void navigate(urlOf('/trash')) },
    });
    return;
  }
  await beforeReturn();
  showToast({
    text: `“${title}” was restored${status === 'published' ? ', as a draft' : ''}.`,
  });
  await navigate(urlOf(`/content/${id}`));
};
