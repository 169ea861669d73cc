import { useEffect, useState } from 'preact/hooks';
import type { SavedViewDto } from '../../../../../contracts/schemas/saved-view-schemas.ts';
import { api } from '../../../api/client.ts';
import type { Resource } from '../../../api/resource.ts';
import { t } from '../../../catalogue/texts.ts';
import { Icon } from '../../../components/icon.tsx';
import { late } from '../../../components/dialogs/late.tsx';
import { Menu, type MenuEntry } from '../../../components/menu.tsx';
import { offerUndo } from '../../../components/undo.ts';
import { useBusy } from '../../../components/use-busy.ts';
import { chooseLanguage } from '../../../shell/chosen-language.ts';
import type { ListState } from '../list-state.ts';
import { browserViews } from './browser-views.ts';
import { isOwn, mayChangeView, mayDeleteView, type ViewQuery } from './saved-views.ts';
import { isShown, urlOfQuery, viewQueryOf } from './shown-view.ts';

const SaveViewDialog = late(async () => (await import('./save-view-dialog.tsx')).SaveViewDialog);
const ManageViewsDialog = late(
  async () => (await import('./manage-views-dialog.tsx')).ManageViewsDialog,
);

interface ViewsMenuProps {
  readonly state: ListState;
  /** Of the table, so that a view shows them to everybody. */
  readonly columns: readonly string[];
  readonly saved: Resource<readonly SavedViewDto[]>;
}

/** Opens, saves and changes views. Names the one that is shown. */
export const ViewsMenu = ({ state, columns, saved }: ViewsMenuProps) => {
  const [open, setOpen] = useState<'save' | 'manage'>();
  /** The view that was shown last. */
  const [lastId, setLastId] = useState<string>();
  const [, run] = useBusy();
  const shown = { ...state, ...(state.collection !== '' && { columns }) };
  const query = viewQueryOf(shown);
  const views = saved.value ?? [];
  const last = views.find(({ id }) => id === lastId);
  const fitting = views.filter((view) => isShown(view, shown));
  const current = fitting.find((view) => view === last) ?? fitting[0];
  useEffect(() => {
    if (current !== undefined) setLastId(current.id);
  }, [current?.id]);

  const change = async ({ id }: SavedViewDto, next: ViewQuery): Promise<void> => {
    await api.updateView({ params: { id }, body: { query: next } });
    saved.reload();
  };

  const update = (view: SavedViewDto): Promise<void> =>
    run(async () => {
      await change(view, query);
      offerUndo(
        t.contentList.views.updated(view.name),
        () => void run(() => change(view, view.query)),
      );
    });

  const link = (name: string, of: ViewQuery): MenuEntry => ({
    label: name,
    href: urlOfQuery(of),
    onSelect: () => chooseLanguage(of['locale'] ?? ''),
  });
  const action = (label: string, icon: MenuEntry['icon'], onSelect: () => void) => [
    { label, icon, onSelect } as MenuEntry,
  ];
  return (
    <>
      <Menu
        name={t.contentList.views.label}
        icon="list"
        align="end"
        entries={[
          ...views.map((view) => ({
            ...link(view.name, view.query),
            note: noteOf(view),
            isCurrent: view === current,
          })),
          ...browserViews().map((view) => ({
            ...link(view.name, Object.fromEntries(new URLSearchParams(view.query))),
            note: t.contentList.views.inThisBrowser,
          })),
          ...(last !== undefined && current === undefined && mayChangeView(last)
            ? action(t.contentList.views.update(last.name), 'check', () => void update(last))
            : []),
          ...action(t.contentList.views.save, 'add', () => setOpen('save')),
          ...(views.some(mayDeleteView) || browserViews().length > 0
            ? action(t.contentList.views.manage, 'edit', () => setOpen('manage'))
            : []),
        ]}
      >
        <span class="ellipsis" dir="auto">
          {current?.name ??
            (last === undefined
              ? t.contentList.views.label
              : t.contentList.views.changed(last.name))}
        </span>
        <Icon name="down" size={14} />
      </Menu>
      {open === 'save' && (
        <SaveViewDialog
          query={query}
          views={views}
          onSaved={({ id }) => {
            setLastId(id);
            saved.reload();
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'manage' && (
        <ManageViewsDialog
          views={views}
          onChange={saved.reload}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
};

/** Whose view it is, or that others see it. */
const noteOf = (view: SavedViewDto): string | undefined => {
  if (isOwn(view)) return view.shared ? t.contentList.views.shared : undefined;
  return view.owner?.name ?? t.contentList.views.ownerless;
};
