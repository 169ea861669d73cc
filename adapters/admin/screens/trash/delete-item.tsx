import type { ContentItemDto } from '../../../../contracts/schemas/content-schemas.ts';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { trashDays, trashSentence } from '../../api/trash-days.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { showToast } from '../../components/show-toast.ts';
import { offerUndo } from '../../components/undo.ts';
import { referrersOf, readUsage } from '../../references/read-usage.ts';
import { ReferrerList, UsageWarning } from '../../references/used-in.tsx';
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
    const [days, usage] = await Promise.all([trashDays(), readUsage({ kind: 'item', id })]);
    const isWanted = await confirm({
      title: `Delete “${title}”?`,
      text: (
        <>
          <p>
            {days === 0
              ? 'The item is removed for everybody. It cannot be brought back.'
              : `${status === 'published' ? 'Readers no longer find the item. ' : ''}${trashSentence(days, 1)}`}
          </p>
          <UsageWarning
            usage={usage}
            effect="References to it break, unless their collection removes them or prevents the deletion."
          />
        </>
      ),
      action: 'Delete',
      danger: true,
    });
    if (!isWanted || !(await deleteUnlessReferenced(item))) return false;
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

/** Deletes an item. While other items prevent that, shows them and offers to try again. @returns whether it was deleted. */
const deleteUnlessReferenced = async (item: Pick<Deleted, 'id' | 'title'>): Promise<boolean> => {
  const { id, title } = item;
  try {
    await api.deleteContent({ params: { id } });
    return true;
  } catch (error) {
    if (!hasCode(error, 'referenced')) throw error;
    const referrers = await referrersOf(error.referrers ?? []);
    const triesAgain = await confirm({
      title: `“${title}” is needed by other content`,
      text: (
        <>
          <p>It can be deleted once these items no longer refer to it.</p>
          <ReferrerList referrers={referrers} />
        </>
      ),
      action: 'Try again',
      cancel: 'Close',
    });
    return triesAgain && deleteUnlessReferenced(item);
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
