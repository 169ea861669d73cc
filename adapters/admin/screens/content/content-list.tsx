import { useComputed, useSignalEffect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { api, hasCode } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Loaded } from '../../components/states.tsx';
import { chosenLanguage } from '../../shell/chosen-language.ts';
import { useCommands } from '../../shell/commands.ts';
import { rememberList } from '../../shell/last-list.ts';
import { translationIn } from '../../shell/locales.ts';
import { navigate, urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import { may } from '../../shell/session.ts';
import { BulkDialog } from './bulk/bulk-run.tsx';
import { newItemUrl } from './collections.ts';
import styles from './content-list.module.css';
import { EmptyList } from './empty-list.tsx';
import { Filters } from './filters.tsx';
import { atFirstPage, isFiltered, listState, listUrl, showList } from './list-state.ts';
import { NewItem } from './new-item.tsx';
import { keepColumns, rememberedColumns } from './query/columns.ts';
import { knownParts } from './query/known-parts.ts';
import { columnFields, knownPaths, listFields } from './query/list-fields.ts';
import { isRejected, QueryFailure } from './query/query-failure.tsx';
import { pictureRequests, readPictures } from './query/read-pictures.ts';
import { readTitles, referredIds } from './query/read-titles.ts';
import { readChanged, readPage } from './read-list.ts';
import { readCompleteness } from '../translations/completeness.ts';
import { Results } from './results.tsx';
import { useSelection } from './selection.ts';
import { isSmall } from './totals.ts';
import { MoveViews } from './views/move-views.tsx';
import { readViews } from './views/saved-views.ts';

/** All content: filters, pages, and actions on many items. Its state is in the URL. */
export const ContentList = () => {
  const current = useMemo(listState, []);

  // First, so that the list is read once. The URL then contains everything that the list shows.
  useSignalEffect(() => {
    const { collection, columns } = current.value;
    const remembered = columns ?? rememberedColumns(collection);
    if (columns === undefined && remembered !== undefined) {
      showList({ ...current.value, columns: remembered });
    }
  });
  useSignalEffect(() => {
    const locale = chosenLanguage();
    if (current.value.locale === '' && locale !== undefined) {
      showList({ ...current.value, locale });
    }
  });

  const page = useResource(() => readPage(current.value));
  const collectionList = useResource(async () => (await api.listCollections()).body.data);
  const collection = useComputed(() => current.value.collection);
  const copies = useResource(() => readChanged(collection.value));
  const views = useResource(readViews);
  const counts = useResource(async () => (await api.countContent()).body.data);
  const inLanguage = useResource(async () => {
    const { locale } = current.value;
    return locale === '' ? undefined : (await api.countContent({ query: { locale } })).body.data;
  });
  const only = useComputed(() =>
    collectionList.value?.find(({ name }) => name === collection.value),
  );
  // As a text, so that the same titles are not read again.
  const referred = useComputed(() =>
    referredIds(current.value, page.value?.data, listFields(only.value)).join(),
  );
  const titles = useResource(() => readTitles(referred.value.split(',')));

  const pictured = useComputed(() =>
    pictureRequests(collectionList.value ?? [], page.value?.items ?? []),
  );
  const pictures = useResource(() => readPictures(pictured.value));

  const complete = useResource(async () => {
    const { locale, collection: name } = current.value;
    const { value: shown } = only;
    if (locale === '' || shown?.localized !== true) return undefined;
    return (await readCompleteness(locale, name)).get(shown.id);
  });

  // It outlives a failure to read the list. What is selected must be what the filters and the page show.
  const selection = useSelection();
  const shownItems = useComputed(() => listUrl({ ...current.value, columns: undefined }));
  useSignalEffect(() => {
    void shownItems.value;
    selection.replace([]);
  });

  // After a deletion, or at a URL from before one, the page may be past the end.
  useSignalEffect(() => {
    if (page.state.value.kind !== 'ready' || page.value === undefined) return;
    const { state, items } = page.value;
    if (items.length === 0 && state.page > 1) showList(atFirstPage(state));
  });

  // After a change of the schema: the cursor of another query, or fields that were removed.
  useSignalEffect(() => {
    const { value: read } = page.state;
    if (read.kind !== 'failed') return;
    const state = current.peek();
    if (hasCode(read.error, 'invalid_cursor')) showList(atFirstPage(state));
    if (hasCode(read.error, 'invalid_input') && only.value !== undefined) {
      const isKnown = knownPaths(listFields(only.value));
      keepColumns(state.collection, isKnown);
      showList(atFirstPage(state, knownParts(state, isKnown)));
    }
  });

  useSignalEffect(() => {
    if (page.state.value.kind !== 'ready') return;
    const { state, items } = page.state.value.value;
    if (state.collection !== '' && collectionList.state.value.kind === 'loading') return;
    const shown = collectionList.value?.find(({ name }) => name === state.collection);
    if (shown?.singleton === true && !isFiltered(state)) {
      const item = translationIn(items, state.locale);
      const url = item === undefined ? newItemUrl(shown.name) : urlOf(`/content/${item.id}`);
      if (item !== undefined || may('create', shown.name)) void navigate(url, { replace: true });
      return;
    }
    const ids = items.map(({ id }) => id);
    rememberList({ url: listUrl(state), collection: state.collection, ids });
  });

  const redirectsUrl = urlOf('/content/redirects', { collection: current.value.collection });
  useCommands({
    named: [{ name: t.common.redirects, icon: 'link', run: () => void navigate(redirectsUrl) }],
  });

  const collections = collectionList.value ?? [];
  const fields = listFields(only.value);
  const columns = columnFields(fields, current.value.columns);
  const failure = page.state.value.kind === 'failed' ? page.state.value.error : undefined;
  const isEmpty = page.value?.items.length === 0 && !isFiltered(page.value.state);
  return (
    <Screen
      title={t.common.content}
      busy={page.state.value.kind === 'loading'}
      // The notice of an empty list has the action, too.
      actions={
        !isEmpty && (
          <>
            <ButtonLink kind="quiet" icon="link" label={t.common.redirects} href={redirectsUrl}>
              {/* Phones have no room for it. */}
              <span class={styles.wide}>{t.common.redirects}</span>
            </ButtonLink>
            <NewItem
              collections={collections}
              counts={counts.value}
              collection={current.value.collection}
              locale={current.value.locale}
            />
          </>
        )
      }
    >
      {views.value !== undefined && <MoveViews views={views.value} onMoved={views.reload} />}
      <Filters
        state={current.value}
        collections={collections}
        fields={only.value && fields}
        columns={columns}
        titles={titles.value}
        isSmall={isSmall(counts.value, collection.value)}
        views={views}
      />
      {isRejected(failure) ? (
        <QueryFailure error={failure} state={current.value} collection={only.value} />
      ) : (
        <Loaded resource={page} what={t.contentList.content}>
          {(shown) =>
            shown.items.length === 0 ? (
              <EmptyList state={shown.state} collections={collections} counts={counts.value} />
            ) : (
              <Results
                page={shown}
                current={current.value}
                collections={collections}
                counts={shown.state.locale === '' ? counts.value : inLanguage.value}
                changed={copies.value}
                selection={selection}
                fields={columns}
                titles={titles.value}
                pictures={pictured.value === '' ? undefined : (pictures.value ?? new Map())}
                completeness={complete.value}
                onChange={() => {
                  complete.reload();
                  page.reload();
                  copies.reload();
                  counts.reload();
                  inLanguage.reload();
                }}
              />
            )
          }
        </Loaded>
      )}
      <BulkDialog />
    </Screen>
  );
};
