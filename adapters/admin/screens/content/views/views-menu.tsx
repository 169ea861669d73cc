import { useState } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { late } from '../../../components/dialogs/late.tsx';
import { Menu } from '../../../components/menu.tsx';
import { listUrl, type ListState } from '../list-state.ts';
import { savedViews } from './saved-views.ts';

const SaveViewDialog = late(async () => (await import('./view-dialogs.tsx')).SaveViewDialog);
const ManageViewsDialog = late(async () => (await import('./view-dialogs.tsx')).ManageViewsDialog);

interface ViewsMenuProps {
  readonly state: ListState;
  /** Of the table, so that a view shows them to everybody. */
  readonly columns: readonly string[];
}

/** The views that the user has saved in this browser. */
export const ViewsMenu = ({ state, columns }: ViewsMenuProps) => {
  const [open, setOpen] = useState<'save' | 'manage'>();
  const url = listUrl({
    ...state,
    ...(state.collection !== '' && { columns }),
    page: 1,
    after: '',
  });
  const query = new URL(url, location.href).search.slice(1);
  const views = savedViews();
  const current = views.find((view) => view.query === query);
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Menu
        name="Views"
        icon="list"
        align="end"
        entries={[
          ...views.map((view) => ({ label: view.name, href: `${listUrl({})}?${view.query}` })),
          { label: 'Save this view', icon: 'add', onSelect: () => setOpen('save') },
          ...(views.length === 0
            ? []
            : [
                {
                  label: 'Rename and delete views',
                  icon: 'edit',
                  onSelect: () => setOpen('manage'),
                } as const,
              ]),
        ]}
      >
        <span class="ellipsis" dir="auto">
          {current?.name ?? 'Views'}
        </span>
        <Icon name="down" size={14} />
      </Menu>
      {open === 'save' && <SaveViewDialog query={query} onClose={close} />}
      {open === 'manage' && <ManageViewsDialog onClose={close} />}
    </>
  );
};
