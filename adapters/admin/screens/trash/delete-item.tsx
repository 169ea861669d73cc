import type { ContentItemDto } from '../../../../contracts/schemas/content-schemas.ts';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { trashDays, trashSentence } from '../../api/trash-days.ts';
import { t } from '../../catalogue/texts.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { showToast } from '../../components/show-toast.ts';
import { offerUndo } from '../../components/undo.ts';
import { readUsage } from '../../references/read-usage.ts';
import { referrersOf } from '../../references/referrers.ts';
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
      title: t.trash.ofItem.question(title),
      text: (
        <>
          <p>
            {days > 0 && status === 'published' && `${t.trash.ofItem.readers} `}
            {days === 0 ? t.trash.ofItem.forGood : trashSentence(days, 1)}
          </p>
          <UsageWarning usage={usage} effect={t.trash.ofItem.references} />
        </>
      ),
      action: t.common.delete,
      danger: true,
    });
    if (!isWanted || !(await deleteUnlessReferenced(item))) return false;
    const text = t.trash.ofItem.done(title);
    if (days === 0) showToast({ text });
    else {
      offerUndo(`${text} ${trashSentence(days, 1)}`, () => void bringBack(item, beforeReturn));
    }
    return true;
  } catch (error) {
    showToast({ text: t.trash.notDeleted(messageOf(error)), kind: 'failed' });
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
      title: t.trash.ofItem.needed(title),
      text: (
        <>
          <p>{t.trash.ofItem.neededHint}</p>
          <ReferrerList referrers={referrers} />
        </>
      ),
      action: t.common.tryAgain,
      cancel: t.common.close,
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
      text: t.trash.notRestored(messageOf(error)),
      kind: 'failed',
      action: { label: t.trash.ofItem.openTrash, run: () => void navigate(urlOf('/trash')) },
    });
    return;
  }
  await beforeReturn();
  const { restored, ofItem } = t.trash;
  showToast({ text: status === 'published' ? ofItem.restoredAsDraft(title) : restored(title) });
  await navigate(urlOf(`/content/${id}`));
};
