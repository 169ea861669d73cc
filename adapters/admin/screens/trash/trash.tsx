import { useSignal } from '@preact/signals';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { daysText } from '../../api/trash-days.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { FilterSelect } from '../../components/inputs/filter-select.tsx';
import { markedName } from '../../components/private-mark.tsx';
import { Pager, pageOf } from '../../components/pager.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { showToast } from '../../components/show-toast.ts';
import { address, navigate, replaceQuery, urlOf } from '../../shell/router.ts';
import { focusScreen, Screen } from '../../shell/screen.tsx';
import { account, isAdmin, reachIn } from '../../shell/session.ts';
import { everyCollection, shownCollections } from '../../shell/shown-collections.ts';
import { namedIn } from '../content/collections.ts';
import { listUrl } from '../content/list-state.ts';
import { formatTotal, type Total } from '../content/format-total.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { trashColumns } from './trash-columns.tsx';
import { readTrash, type TrashEntry } from './read-trash.ts';

/** Whether the user may empty the trash of a collection or, for an empty name, of any. */
const mayEmpty = (collection: string): boolean => {
  const { role, permissions = [] } = account.value ?? {};
  const names =
    collection === '' ? ['', ...permissions.map((each) => each.collection)] : [collection];
  return role !== undefined && names.some((name) => reachIn(name, 'delete') === 'all');
};

/** Deleted content: it can be restored for some days. Its state is in the URL. */
export const Trash = () => {
  const { query } = address.value;
  const collection = query.get('collection') ?? '';
  const page = pageOf(query.get('page'));
  const list = useResource(() => readTrash(address.value.query));
  const counts = useResource(async () => (await api.countTrash({})).body.data);
  const collectionList = useResource(async () => (await api.listCollections()).body.data);
  const restoring = useSignal<TrashEntry | undefined>(undefined);

  const collections = collectionList.value ?? [];
  const counted = counts.value ?? [];
  const named = (name: string) => namedIn(collections, name);
  const offered = shownCollections(counted.map((each) => ({ name: each.collection })));
  const isOffered = (name: string): boolean =>
    name === collection || offered.some((each) => each.name === name);
  const total = counted
    .filter((each) => collection === '' || each.collection === collection)
    .reduce<Total>(
      (sum, each) => ({
        count: sum.count + each.count,
        isLowerBound: sum.isLowerBound || each.isLowerBound,
      }),
      { count: 0, isLowerBound: false },
    );
  const itemsText = `${formatTotal(total)} ${total.count === 1 ? 'item' : 'items'}`;

  const reload = (): void => {
    list.reload();
    counts.reload();
    focusScreen();
  };
  const attempt = async (work: () => Promise<unknown>, done: string, failed: string) => {
    try {
      await work();
      showToast({ text: done });
    } catch (error) {
      showToast({ kind: 'failed', text: `${failed}: ${messageOf(error)}` });
    }
    reload();
  };

  const restored = ({ id, title }: TrashEntry, status: string): void => {
    const as = status === 'draft' ? ' as a draft' : '';
    const open = { label: 'Open', run: () => void navigate(urlOf(`/content/${id}`)) };
    showToast({ text: `“${title}” was restored${as}.`, action: open });
    restoring.value = undefined;
    reload();
  };

  const restore = async (entry: TrashEntry): Promise<void> => {
    try {
      const { body } = await api.restoreFromTrash({ params: { id: entry.id }, body: {} });
      restored(entry, body.data.status);
    } catch (error) {
      if (hasCode(error, 'slug_taken')) restoring.value = entry;
      else {
        showToast({ kind: 'failed', text: `Not restored: ${messageOf(error)}` });
        reload();
      }
    }
  };

  const remove = async ({ id, title }: TrashEntry): Promise<void> => {
    const isWanted = await confirm({
      title: `Delete “${title}” permanently?`,
      text: 'The item is removed with all its versions and its unpublished changes. It cannot be brought back. Files that it shows stay in the media library.',
      action: 'Delete permanently',
      danger: true,
    });
    if (!isWanted) return;
    await attempt(
      () => api.deleteFromTrash({ params: { id } }),
      `“${title}” was deleted permanently.`,
      'Not deleted',
    );
  };

  const empty = async (): Promise<void> => {
    const within = collection === '' ? '' : ` of ${named(collection).displayName}`;
    const isWanted = await confirm({
      title:
        collection === ''
          ? 'Empty the trash?'
          : `Empty the trash of ${named(collection).displayName}?`,
      text: `${itemsText}${within} ${total.count === 1 ? 'is' : 'are'} removed with all versions and unpublished changes. Nothing can be brought back.`,
      action: `Delete ${itemsText} permanently`,
      danger: true,
    });
    if (!isWanted) return;
    const filter = collection === '' ? {} : { collection };
    await attempt(
      () => api.emptyTrash({ query: filter }),
      `The trash${within} was emptied.`,
      'Not emptied',
    );
  };

  return (
    <Screen
      title="Trash"
      busy={list.state.value.kind === 'loading'}
      actions={
        total.count > 0 &&
        mayEmpty(collection) && (
          <Button icon="trash" onClick={() => void empty()}>
            {collection === '' ? 'Empty the trash' : 'Delete all of these'}
          </Button>
        )
      }
    >
      {(total.count > 0 || collection !== '') && (
        <div class="toolbar" role="search">
          <FilterSelect
            label="Collection"
            value={collection}
            options={[
              ['', everyCollection()],
              ...counted
                .filter(({ collection: name }) => isOffered(name))
                .map(
                  (each) =>
                    [
                      each.collection,
                      `${markedName(named(each.collection))} (${formatTotal(each)})`,
                    ] as const,
                ),
            ]}
            onChange={(name) => replaceQuery({ collection: name })}
          />
          <p class="quiet-text" role="status">
            {itemsText}
          </p>
        </div>
      )}
      <Loaded resource={list} what="the trash">
        {({ entries, names, hasNext, days }) => (
          <DataTable
            caption="Deleted items"
            isCompact
            columns={trashColumns({
              days,
              collectionOf: (id) =>
                named(counted.find((each) => each.collectionId === id)?.collection ?? ''),
              userOf: (id) => (id === account.value?.id ? 'You' : names.get(id ?? '')),
              onRestore: (entry) => void restore(entry),
              onDelete: (entry) => void remove(entry),
            })}
            rows={entries}
            keyOf={({ id }) => id}
            empty={<EmptyTrash days={days} isFiltered={collection !== ''} />}
            pages={
              <Pager
                page={page}
                hasNext={hasNext}
                onPage={(next) => replaceQuery({ collection, page: next > 1 ? next : undefined })}
              />
            }
          />
        )}
      </Loaded>
      {restoring.value !== undefined && (
        <RestoreDialog
          entry={restoring.value}
          onRestored={restored}
          onClose={() => {
            restoring.value = undefined;
          }}
        />
      )}
    </Screen>
  );
};

const EmptyTrash = ({
  days,
  isFiltered,
}: {
  readonly days: number;
  readonly isFiltered: boolean;
}) => {
  if (isFiltered) {
    return (
      <Empty
        icon="trash"
        title="Nothing of this collection"
        action={<ButtonLink href={urlOf('/trash')}>Show all collections</ButtonLink>}
      >
        The trash has no items of this collection.
      </Empty>
    );
  }
  return days === 0 ? (
    <Empty
      icon="trash"
      title="There is no trash"
      action={isAdmin.value && <ButtonLink href={urlOf('/settings')}>Open the settings</ButtonLink>}
    >
      Content is deleted permanently at once: the days in the trash are set to 0.
    </Empty>
  ) : (
    <Empty
      icon="trash"
      title="The trash is empty"
      action={<ButtonLink href={listUrl({})}>Go to the content</ButtonLink>}
    >
      Deleted content stays here for {daysText(days)}, and can be restored. Then it is deleted
      permanently.
    </Empty>
  );
};
