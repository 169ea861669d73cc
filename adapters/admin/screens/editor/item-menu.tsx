import type { ContentInfoDto } from '../../../../contracts/operations/content.ts';
import { lenientApi, messageOf } from '../../api/client.ts';
import { t } from '../../catalogue/texts.ts';
import { Menu, type MenuEntry } from '../../components/menu.tsx';
import { phone, useMedia } from '../../components/use-media.ts';
import { showToast } from '../../components/show-toast.ts';
import { dropOwn, storeCopy } from '../../shell/unsaved/unsaved-copies.ts';
import { listOf } from '../../shell/last-list.ts';
import { navigate, urlOf } from '../../shell/router.ts';
import { isAdmin, may } from '../../shell/session.ts';
import { deleteItem } from '../trash/delete-item.tsx';
import { groupEntries } from './languages/group-entries.ts';
import type { Translations } from './languages/use-translations.ts';
import type { ContentStatus, StoredItem } from './model/editing.ts';
import { placeOf, type OpenedItem } from './model/open-item.ts';

/** What is shown over the form on request. */
export type ItemPanel =
  | 'api'
  | 'details'
  | 'history'
  | 'changes'
  | 'note'
  | 'language'
  | 'template';

interface ItemMenuProps {
  readonly opened: OpenedItem;
  readonly info: ContentInfoDto | undefined;
  readonly translations: Translations;
  readonly isRaw: boolean;
  /** More entries. */
  readonly others: readonly MenuEntry[];
  readonly onView: (isRaw: boolean) => void;
  readonly onShow: (panel: ItemPanel) => void;
  readonly onDiscard: () => void;
  readonly onStatus: (status: ContentStatus) => Promise<void>;
  readonly onSave: () => void;
}

/** The entry that moves an item to a status. */
const changeTo = (from: ContentStatus, to: ContentStatus): Pick<MenuEntry, 'label' | 'icon'> => {
  if (to === 'archived') return { label: t.editor.menu.archive, icon: 'archive' };
  return {
    label: from === 'published' ? t.editor.menu.unpublish : t.editor.menu.unarchive,
    icon: 'undo',
  };
};

const duplicate = async ({ item }: StoredItem): Promise<void> => {
  const { collectionId, title, data, locale } = item;
  try {
    const copy = {
      collectionId,
      title: t.editor.menu.copyOf(title),
      data,
      ...(locale !== undefined && { locale }),
    };
    // The item may have keys that the schema does not have any more.
    const { id } = (await lenientApi.createContent({ body: copy })).body.data;
    await navigate(urlOf(`/content/${id}`));
  } catch (error) {
    showToast({ text: t.editor.menu.notDuplicated(messageOf(error)), kind: 'failed' });
  }
};

/** What can be done with an item besides saving it. */
export const ItemMenu = (props: ItemMenuProps) => {
  const { opened, info, translations, isRaw, others, onView, onShow, onDiscard, onStatus, onSave } =
    props;
  const { editing, isReadOnly } = opened;
  const { collection } = editing;
  const stored = editing.stored.value;

  const remove = async ({ item }: StoredItem): Promise<void> => {
    const work = editing.unsaved();
    const keepWork = async (): Promise<void> => {
      if (work !== undefined) await storeCopy(placeOf(opened), work);
    };
    if (!(await deleteItem(item, keepWork))) return;
    await dropOwn(placeOf(opened).what);
    await navigate(listOf(collection, item.id), { force: true, isReturn: true });
  };

  const isPhone = useMedia(phone);
  const isDraft = stored === undefined || stored.item.status === 'draft';
  // The bar has it elsewhere.
  const save: readonly MenuEntry[] =
    isPhone && isDraft && !isReadOnly
      ? [{ label: t.common.save, icon: 'check', onSelect: onSave }]
      : [];
  const view: MenuEntry = isRaw
    ? { label: t.editor.formView, icon: 'list', onSelect: () => onView(false) }
    : { label: t.editor.menu.jsonView, icon: 'file', onSelect: () => onView(true) };
  const ofChanges: readonly MenuEntry[] = editing.isUnpublished.value
    ? [
        { label: t.editor.menu.compare, icon: 'columns', onSelect: () => onShow('changes') },
        { label: t.editor.menu.discard, icon: 'undo', onSelect: onDiscard },
      ]
    : [];
  const noteLabel = editing.note.value === '' ? t.editor.menu.addNote : t.editor.menu.changeNote;
  const ofStored = (item: StoredItem): readonly MenuEntry[] => [
    { label: t.history.title, icon: 'clock', onSelect: () => onShow('history') },
    ...(isReadOnly
      ? []
      : [
          ...ofChanges,
          { label: noteLabel, icon: 'edit' as const, onSelect: () => onShow('note') },
        ]),
    { label: t.editor.menu.showApi, icon: 'api', onSelect: () => onShow('api') },
    ...(may('create', collection.name, item.item.locale) && collection.singleton !== true
      ? [
          {
            label: t.editor.menu.duplicate,
            icon: 'copy' as const,
            onSelect: () => void duplicate(item),
          },
        ]
      : []),
    ...(isAdmin.value && collection.name !== '' && collection.singleton !== true
      ? [
          {
            label: t.templates.menu,
            icon: 'copy' as const,
            onSelect: () => onShow('template'),
          },
        ]
      : []),
    ...(isReadOnly ? [] : groupEntries(editing, translations, () => onShow('language'))),
    // The bar has Publish.
    ...(isReadOnly ? [] : (info?.statuses ?? []))
      .filter((next) => next !== 'published')
      .map((next) => ({
        ...changeTo(item.item.status, next),
        onSelect: () => void onStatus(next),
      })),
    ...(info?.canDelete === true
      ? [
          {
            label: t.common.delete,
            icon: 'trash' as const,
            isDanger: true,
            onSelect: () => void remove(item),
          },
        ]
      : []),
  ];
  return (
    <Menu
      name={t.common.actions}
      kind="quiet"
      icon="more"
      label={t.editor.menu.more}
      entries={[...save, view, ...others, ...(stored === undefined ? [] : ofStored(stored))]}
    />
  );
};
