import { useComputed, useSignalEffect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Loaded } from '../../components/states.tsx';
import { useCommands } from '../../shell/commands.ts';
import { rememberList } from '../../shell/last-list.ts';
import { navigate, replaceQuery, urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import { may } from '../../shell/session.ts';
import { BulkDialog } from './bulk/bulk-run.tsx';
import { newItemUrl } from './collections.ts';
import { EmptyList } from './empty-list.tsx';
import { Filters } from './filters.tsx';
import { isFiltered, listState, listUrl, queryOf } from './list-state.ts';
import { NewItem } from './new-item.tsx';
import { readChanged, readPage } from './read-list.ts';
import { Results } from './results.tsx';
import { useSelection } from './selection.ts';

/** All content: filters, pages, and actions on many items. Its state is in the URL. */
export const ContentList = () => {
  const current = useMemo(listState, []);
  const page = useResource(() => readPage(current.value));
  const collectionList = useResource(async () => (await api.listCollections()).body.data);
  const collection = useComputed(() => current.value.collection);
  const changed = useResource(() => readChanged(collection.value));
  const counts = useResource(async () => (await api.countContent()).body.data);

  // It outlives a failure to read the list. What is selected must be what the filters and the page show.
  const selection = useSelection();
  useSignalEffect(() => {
    void current.value;
    selection.replace([]);
  });

  // After a deletion, or at a URL from before one, the page may be past the end.
  useSignalEffect(() => {
    if (page.state.value.kind !== 'ready' || page.value === undefined) return;
    const { state, items } = page.value;
    if (items.length === 0 && state.page > 1) replaceQuery(queryOf({ ...state, page: 1 }));
  });

  useSignalEffect(() => {
    if (page.state.value.kind !== 'ready') return;
    const { state, items } = page.state.value.value;
    if (state.collection !== '' && collectionList.state.value.kind === 'loading') return;
    const only = collectionList.value?.find(({ name }) => name === state.collection);
    if (only?.singleton === true && !isFiltered(state)) {
      const [item] = items;
      const url = item === undefined ? newItemUrl(only.name) : urlOf(`/content/${item.id}`);
      if (item !== undefined || may('create', only.name)) void navigate(url, { replace: true });
      return;
    }
    const ids = items.map(({ id }) => id);
    rememberList({ url: listUrl(state), collection: state.collection, ids });
  });

  const redirectsUrl = urlOf('/content/redirects', { collection: current.value.collection });
  useCommands({
    named: [{ name: 'Redirects', icon: 'link', run: () => void navigate(redirectsUrl) }],
  });

  const collections = collectionList.value ?? [];
  const isEmpty = page.value?.items.length === 0 && !isFiltered(page.value.state);
  return (
    <Screen
      title="Content"
      busy={page.state.value.kind === 'loading'}
      // The notice of an empty list has the action, too.
      actions={
        !isEmpty && (
          <>
            {/* Without a text: phones have no room for it. */}
            <ButtonLink kind="quiet" icon="link" label="Redirects" href={redirectsUrl} />
            <NewItem
              collections={collections}
              counts={counts.value}
              collection={current.value.collection}
            />
          </>
        )
      }
    >
      <Filters state={current.value} collections={collections} />
      <Loaded resource={page} what="content">
        {(shown) =>
          shown.items.length === 0 ? (
            <EmptyList state={shown.state} collections={collections} counts={counts.value} />
          ) : (
            <Results
              page={shown}
              current={current.value}
              collections={collections}
              counts={counts.value}
              changed={changed.value}
              selection={selection}
              onChange={() => {
                page.reload();
                changed.reload();
                counts.reload();
              }}
            />
          )
        }
      </Loaded>
      <BulkDialog />
    </Screen>
  );
};
