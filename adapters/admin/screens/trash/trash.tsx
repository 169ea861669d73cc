import { useSignal } from '@preact/signals';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import type { Forms } from '../../catalogue/forms.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { FilterSelect } from '../../components/inputs/filter-select.tsx';
import { markedName } from '../../components/private-mark.tsx';
import { Pager, pageOf } from '../../components/pager.tsx';
import { Loaded } from '../../components/states.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { showToast } from '../../components/show-toast.ts';
import { address, navigate, replaceQuery, urlOf } from '../../shell/router.ts';
import { focusScreen, Screen } from '../../shell/screen.tsx';
import { account, reachIn } from '../../shell/session.ts';
import { everyCollection, shownCollections } from '../../shell/shown-collections.ts';
import { namedIn } from '../content/collections.ts';
import { countedTotal, formatTotal, type Total } from '../content/format-total.ts';
import { EmptyTrash } from './empty-trash.tsx';
import { RestoreDialog, wantsAlone, type RestoredEntry } from './restore-dialog.tsx';
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
  const restoring = useSignal<RestoredEntry | undefined>(undefined);

  const collections = collectionList.value ?? [];
  const totals = counts.value ?? [];
  const named = (name: string) => namedIn(collections, name);
  const offered = shownCollections(totals.map((each) => ({ name: each.collection })));
  const isOffered = (name: string): boolean =>
    name === collection || offered.some((each) => each.name === name);
  const total = totals
    .filter((each) => collection === '' || each.collection === collection)
    .reduce<Total>(
      (sum, each) => ({
        count: sum.count + each.count,
        isLowerBound: sum.isLowerBound || each.isLowerBound,
      }),
      { count: 0, isLowerBound: false },
    );
  /** Counts the items in a sentence. */
  const countedItems = (formsOf: (count: string) => Forms): string => countedTotal(total, formsOf);

  const reload = (): void => {
    list.reload();
    counts.reload();
    focusScreen();
  };
  const attempt = async (
    work: () => Promise<unknown>,
    done: string,
    failed: (reason: string) => string,
  ) => {
    try {
      await work();
      showToast({ text: done });
    } catch (error) {
      showToast({ kind: 'failed', text: failed(messageOf(error)) });
    }
    reload();
  };

  const restored = ({ id, title }: TrashEntry, status: string): void => {
    const { restoredAsDraft, restored: unchanged, open: label } = t.trash;
    const text = status === 'draft' ? restoredAsDraft(title) : unchanged(title);
    const open = { label, run: () => void navigate(urlOf(`/content/${id}`)) };
    showToast({ text, action: open });
    restoring.value = undefined;
    reload();
  };

  const restore = async (entry: TrashEntry, isAlone = false): Promise<void> => {
    try {
      const { body } = await api.restoreFromTrash({
        params: { id: entry.id },
        body: isAlone ? { alone: true } : {},
      });
      restored(entry, body.data.status);
    } catch (error) {
      if (hasCode(error, 'slug_taken')) restoring.value = { ...entry, isAlone };
      else if (hasCode(error, 'locale_taken')) {
        if (await wantsAlone(entry)) await restore(entry, true);
      } else {
        showToast({ kind: 'failed', text: t.trash.notRestored(messageOf(error)) });
        reload();
      }
    }
  };

  const remove = async ({ id, title }: TrashEntry): Promise<void> => {
    const isWanted = await confirm({
      title: t.trash.deletion.question(title),
      text: t.trash.deletion.explanation,
      action: t.trash.deletion.action,
      danger: true,
    });
    if (!isWanted) return;
    await attempt(
      () => api.deleteFromTrash({ params: { id } }),
      t.trash.deletion.done(title),
      t.trash.notDeleted,
    );
  };

  const empty = async (): Promise<void> => {
    const texts = t.trash.emptying;
    const name = collection === '' ? undefined : named(collection).displayName;
    const isWanted = await confirm({
      title: name === undefined ? texts.question : texts.questionOf(name),
      text: countedItems((count) =>
        name === undefined ? texts.explanation(count) : texts.explanationOf(count, name),
      ),
      action: countedItems(texts.confirm),
      danger: true,
    });
    if (!isWanted) return;
    const filter = collection === '' ? {} : { collection };
    await attempt(
      () => api.emptyTrash({ query: filter }),
      name === undefined ? texts.done : texts.doneOf(name),
      texts.failed,
    );
  };

  return (
    <Screen
      title={t.trash.title}
      busy={list.state.value.kind === 'loading'}
      actions={
        total.count > 0 &&
        mayEmpty(collection) && (
          <Button icon="trash" onClick={() => void empty()}>
            {collection === '' ? t.trash.emptying.action : t.trash.emptying.actionOfThese}
          </Button>
        )
      }
    >
      {(total.count > 0 || collection !== '') && (
        <div class="toolbar" role="search">
          <FilterSelect
            label={t.common.collection}
            value={collection}
            options={[
              ['', everyCollection()],
              ...totals
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
            {countedItems(t.trash.items)}
          </p>
        </div>
      )}
      <Loaded resource={list} what={t.trash.what}>
        {({ entries, names, hasNext, days }) => (
          <DataTable
            caption={t.trash.deletedItems}
            isCompact
            columns={trashColumns({
              days,
              collectionOf: (id) =>
                named(totals.find((each) => each.collectionId === id)?.collection ?? ''),
              userOf: (id) => (id === account.value?.id ? t.trash.you : names.get(id ?? '')),
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
