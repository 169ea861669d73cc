import type { CollectionDto } from '../../../../contracts/collections.ts';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { showToast } from '../../components/toasts.tsx';
import { navigate, urlOf } from '../../shell/router.ts';

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
export const removeCollection = async ({ name, displayName }: CollectionDto): Promise<boolean> => {
  const isConfirmed = await confirm({
    title: `Delete the collection “${displayName}”?`,
    text: 'Only an empty collection can be deleted. Roles and API tokens that name it lose their meaning, also if a new collection gets the same name.',
    action: 'Delete',
    danger: true,
  });
  if (!isConfirmed) return false;
  try {
    await api.deleteCollection({ params: { name } });
  } catch (error) {
    if (!hasCode(error, 'collection_not_empty')) return fail(error);
    await explainItems(name, displayName);
    return false;
  }
  showToast({ text: `“${displayName}” is deleted.` });
  return true;
};

const explainItems = async (name: string, displayName: string): Promise<void> => {
  const wantsItems = await confirm({
    title: `“${displayName}” still has items`,
    text: 'Delete its items first, also archived ones. To hide them and keep them, deactivate the collection instead.',
    action: 'Show its items',
  });
  if (wantsItems) await navigate(urlOf('/content', { collection: name }));
};
