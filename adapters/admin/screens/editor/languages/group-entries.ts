import type { ApiError } from '../../../../../contracts/client/index.ts';
import { hasCode } from '../../../api/client.ts';
import { t } from '../../../catalogue/texts.ts';
import { confirm } from '../../../components/dialogs/confirm.tsx';
import type { MenuEntry } from '../../../components/menu.tsx';
import { showToast } from '../../../components/show-toast.ts';
import { pickItem } from '../../../references/pick-item.ts';
import { placeLabel } from '../error-links.ts';
import type { Editing } from '../model/editing.ts';
import { groupFailure } from '../../../translations/group-failure.ts';
import { hasSiblings, type Translations } from './use-translations.ts';

const attempt = async (change: () => Promise<void>, done: string): Promise<void> => {
  try {
    await change();
    showToast({ text: done });
  } catch (error) {
    showToast({ kind: 'failed', text: groupFailure(error) });
  }
};

/** Asks whether all translations get the shared values of this item. */
const mayShare = (error: ApiError, { collection }: Editing): Promise<boolean> => {
  const names = (error.issues ?? []).map(({ path }) => placeLabel(path, collection.schema));
  return confirm({
    title: t.itemLanguages.join.differ,
    text: t.itemLanguages.join.differing(names.join(', ')),
    action: t.itemLanguages.join.takeValues,
    cancel: t.common.goBack,
    danger: true,
  });
};

const join = async (editing: Editing): Promise<void> => {
  const other = await pickItem({
    label: t.itemLanguages.join.other,
    collection: editing.collection.name,
  });
  if (other === undefined || other === editing.stored.peek()?.item.id) return;
  const own = editing.stored.peek()?.item.id;
  await attempt(async () => {
    try {
      await editing.joinGroup(other);
    } catch (error) {
      if (!hasCode(error, 'not_shared') || !(await mayShare(error, editing))) throw error;
      await editing.joinGroup(other, own);
    }
  }, t.itemLanguages.join.done);
};

const leave = async (editing: Editing): Promise<void> => {
  const isSure = await confirm({
    title: t.itemLanguages.leave.question,
    text: t.itemLanguages.leave.explanation,
    action: t.itemLanguages.leave.confirm,
  });
  if (isSure) await attempt(editing.leaveGroup, t.itemLanguages.leave.done);
};

/** What can be done with the language of an item and its translations. None for an item without a language. */
export const groupEntries = (
  editing: Editing,
  translations: Translations,
  onLanguage: () => void,
): readonly MenuEntry[] => {
  if (editing.stored.value?.item.locale === undefined) return [];
  return [
    { label: t.itemLanguages.change.title, icon: 'language', onSelect: onLanguage },
    { label: t.itemLanguages.join.action, icon: 'link', onSelect: () => void join(editing) },
    ...(hasSiblings(translations.value)
      ? [
          {
            label: t.itemLanguages.leave.action,
            icon: 'external' as const,
            onSelect: () => void leave(editing),
          },
        ]
      : []),
  ];
};
