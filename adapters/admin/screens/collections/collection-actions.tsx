import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { sentence } from '../../api/issues.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { showToast } from '../../components/show-toast.ts';
import { readSingletons } from '../../shell/rail/singletons.ts';
import { navigate } from '../../shell/router.ts';
import { listUrl } from '../content/list-state.ts';
import { formatTotal } from '../content/format-total.ts';
import { totalOf } from '../content/totals.ts';

/** What “inactive” means. */
export const inactiveMeaning =
  'An inactive collection is hidden from the public: only signed-in users can read its items, and nobody can create new ones in it. Nothing is deleted.';

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
      title: `Deactivate “${displayName}”?`,
      text: inactiveMeaning,
      action: 'Deactivate',
    }));
  if (!isConfirmed) return false;
  try {
    await api.updateCollection({ params: { name }, body: { isActive } });
    void readSingletons();
  } catch (error) {
    return fail(error);
  }
  showToast({
    text: isActive
      ? `“${displayName}” is active: the public can read its items again.`
      : `“${displayName}” is inactive: only signed-in users can read its items.`,
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
      const items = total.count === 1 ? '1 item' : `${formatTotal(total)} items`;
      await explainItems(
        collection,
        `${items} must be deleted or moved first, also archived ones.`,
      );
      return false;
    }
    trash = trashText(await api.countTrash({ query: { collection: name } }));
  } catch (error) {
    return fail(error);
  }
  const isConfirmed = await confirm({
    title: `Delete the collection “${displayName}”?`,
    text: `It has no items. ${trash}Roles and API tokens that name it lose their meaning, also if a new collection gets the same name.`,
    action: 'Delete',
    danger: true,
  });
  if (!isConfirmed) return false;
  try {
    await api.deleteCollection({ params: { name } });
    void readSingletons();
  } catch (error) {
    if (!hasCode(error, 'collection_not_empty')) return fail(error);
    // Somebody has created an item meanwhile.
    await explainItems(collection, sentence(messageOf(error)));
    return false;
  }
  showToast({ text: `“${displayName}” is deleted.` });
  return true;
};

/** A sentence about the deleted items of the collection, with a space after it; empty without any. */
const trashText = ({
  body: {
    data: [counted],
  },
}: Awaited<ReturnType<typeof api.countTrash>>): string => {
  if (counted === undefined || counted.count === 0) return '';
  const items = counted.count === 1 ? '1 deleted item' : `${formatTotal(counted)} deleted items`;
  return `${items} in the trash can then no longer be restored. `;
};

const explainItems = async (
  { name, displayName, isActive }: CollectionDto,
  reason: string,
): Promise<void> => {
  const advice = isActive
    ? 'To hide them and keep them, deactivate the collection instead.'
    : 'The list of an inactive collection is empty: its items are among all items.';
  const wantsItems = await confirm({
    title: `“${displayName}” cannot be deleted yet`,
    text: `${reason} ${advice}`,
    action: isActive ? 'Show its items' : 'Show all items',
  });
  if (wantsItems) await navigate(listUrl(isActive ? { collection: name } : {}));
};
