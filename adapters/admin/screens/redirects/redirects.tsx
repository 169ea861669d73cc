import type { RedirectDto } from '../../../../contracts/operations/redirects.ts';
import { api, messageOf } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { FilterSelect } from '../../components/inputs/filter-select.tsx';
import { Pager, pageOf } from '../../components/pager.tsx';
import { markedName } from '../../components/private-mark.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { showToast } from '../../components/show-toast.ts';
import { address, replaceQuery, urlOf } from '../../shell/router.ts';
import { focusScreen, Screen } from '../../shell/screen.tsx';
import { reachIn } from '../../shell/session.ts';
import { everyCollection, shownCollections } from '../../shell/shown-collections.ts';
import { listUrl } from '../content/list-state.ts';
import { readRedirects } from './read-redirects.ts';
import { redirectColumns } from './redirect-columns.tsx';

/** Former slugs that lead to content, so that old links still work. Its state is in the URL. */
export const Redirects = () => {
  const { query } = address.value;
  const collection = query.get('collection') ?? '';
  const page = pageOf(query.get('page'));
  const list = useResource(() => readRedirects(address.value.query));
  const collectionList = useResource(async () => (await api.listCollections()).body.data);
  const collections = collectionList.value ?? [];
  const shown = shownCollections(collections);
  const collectionOf = (id: string) => collections.find((each) => each.id === id);

  const remove = async ({ from, to }: RedirectDto): Promise<void> => {
    const isWanted = await confirm({
      title: t.redirects.question(from),
      text: t.redirects.explanation(from, to),
      action: t.common.remove,
      danger: true,
    });
    if (!isWanted) return;
    try {
      await api.deleteRedirect({ params: { from } });
      showToast({ text: t.redirects.removed(from) });
    } catch (error) {
      showToast({ kind: 'failed', text: t.redirects.notRemoved(messageOf(error)) });
    }
    list.reload();
    focusScreen();
  };

  const columns = redirectColumns({
    collectionOf,
    mayRemove: ({ collectionId, locale }) =>
      reachIn(collectionOf(collectionId)?.name ?? '', 'edit', locale) === 'all',
    onRemove: (redirect) => void remove(redirect),
  });
  return (
    <Screen
      title={t.common.redirects}
      parent={{ href: listUrl({ collection }), name: t.common.content }}
      busy={list.state.value.kind === 'loading'}
    >
      <div class="toolbar" role="search">
        <FilterSelect
          label={t.common.collection}
          value={collection}
          options={[
            ['', everyCollection()],
            ...collections
              .filter((each) => shown.includes(each) || each.name === collection)
              .map((each) => [each.name, markedName(each)] as const),
          ]}
          onChange={(name) => replaceQuery({ collection: name })}
        />
      </div>
      <Loaded resource={list} what={t.redirects.what}>
        {({ entries, hasNext }) => (
          <DataTable
            caption={t.common.redirects}
            isCompact
            columns={columns}
            rows={entries}
            keyOf={({ from }) => from}
            empty={<NoRedirects isFiltered={collection !== ''} />}
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
    </Screen>
  );
};

const NoRedirects = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <Empty
      icon="link"
      title={t.redirects.noneHere}
      action={<ButtonLink href={urlOf('/content/redirects')}>{t.redirects.showAll}</ButtonLink>}
    >
      {t.redirects.noneHereHint}
    </Empty>
  ) : (
    <Empty
      icon="link"
      title={t.redirects.none}
      action={<ButtonLink href={listUrl({})}>{t.redirects.goToContent}</ButtonLink>}
    >
      {t.redirects.noneHint}
    </Empty>
  );
