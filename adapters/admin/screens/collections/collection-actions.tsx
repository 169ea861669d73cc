import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { sentence } from '../../api/issues.ts';
import { t } from '../../catalogue/texts.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { showToast } from '../../components/show-toast.ts';
import { navigate } from '../../shell/router.ts';
import { listUrl } from '../content/list-state.ts';
import { totalOf } from '../content/totals.ts';
import { countedTotal } from '../content/format-total.ts';

/** What “inactive” means. */
export const inactiveMeaning = t.collections.inactiveMeaning;

const fail = (error: unknown): false => {
  showToast({ kind: 'failed', text: messageOf(error) });
  return false;
};

/** Activates or deactivates a collection. @returns whether it was changed. */
export const setActive = async (
  { name, displayName }: CollectionDto,
  isActive: boolean,
): Promise<boolean> => {
  const isConfirmed =
    isActive ||
    (await confirm({
      title: t.collections.deactivateQuestion(displayName),
      text: inactiveMeaning,
      action: t.collections.deactivate,
    }));
  if (!isConfirmed) return false;
  try {
    await api.updateCollection({ params: { name }, body: { isActive } });
  } catch (error) {
    return fail(error);
  }
  showToast({
    text: isActive ? t.collections.nowActive(displayName) : t.collections.nowInactive(displayName),
  });
  return true;
};

/** Deletes an empty collection; explains why another one cannot be deleted. @returns whether it is gone. */
export const removeCollection = async (collection: CollectionDto): Promise<boolean> => {
  const { name, displayName } = collection;
  let trash = '';
  try {
    const total = totalOf((await api.countContent()).body.data, { collection: name });
    if (total.count > 0) {
      await explainItems(collection, countedTotal(total, t.collections.itemsFirst));
      return false;
    }
    trash = trashText(await api.countTrash({ query: { collection: name } }));
  } catch (error) {
    return fail(error);
  }
  const isConfirmed = await confirm({
    title: t.collections.deleteQuestion(displayName),
    text: `${t.collections.hasNoItems} ${trash}${t.collections.accessLost}`,
    action: t.common.delete,
    danger: true,
  });
  if (!isConfirmed) return false;
  try {
    await api.deleteCollection({ params: { name } });
  } catch (error) {
    if (!hasCode(error, 'collection_not_empty')) return fail(error);
    // Somebody has created an item meanwhile.
    await explainItems(collection, sentence(messageOf(error)));
    return false;
  }
  showToast({ text: t.collections.deleted(displayName) });
  return true;
};

/** A sentence about the deleted items of the collection, with a space after it; empty without any. */
const trashText = ({
  body: {
    data: [total],
  },
}: Awaited<ReturnType<typeof api.countTrash>>): string =>
  total === undefined || total.count === 0
    ? ''
    : `${countedTotal(total, t.collections.trashLost)} `;

const explainItems = async (
  { name, displayName, isActive }: CollectionDto,
  reason: string,
): Promise<void> => {
  const advice = isActive ? t.collections.hideInstead : t.collections.amongAll;
  const wantsItems = await confirm({
    title: t.collections.notYet(displayName),
    text: `${reason} ${advice}`,
    action: isActive ? t.collections.showItems : t.collections.showAllItems,
  });
  if (wantsItems) await navigate(listUrl(isActive ? { collection: name } : {}));
};
