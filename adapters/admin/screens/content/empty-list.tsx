import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ContentCountsDto } from '../../../../contracts/operations/content-summaries.ts';
import { api } from '../../api/client.ts';
import { isSearchable } from '../../api/find-items.ts';
import { useResource } from '../../api/resource.ts';
import { numberText } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Empty } from '../../components/states.tsx';
import { statusNames } from '../../components/status-chip.tsx';
import { chooseLanguage } from '../../shell/chosen-language.ts';
import { localeName } from '../../shell/locales.ts';
import { urlOf } from '../../shell/router.ts';
import { creatableIn, displayNameOf } from './collections.ts';
import {
  atFirstPage,
  isFiltered,
  kindOf,
  listUrl,
  showList,
  type ListState,
} from './list-state.ts';
import { NewItem } from './new-item.tsx';

interface EmptyListProps {
  readonly state: ListState;
  readonly collections: readonly CollectionDto[];
  /** Undefined until they are read. */
  readonly counts: readonly ContentCountsDto[] | undefined;
}

/** Why there is nothing: no content yet, or no match. */
export const EmptyList = ({ state, collections, counts }: EmptyListProps) => {
  if (!isFiltered(state) && state.locale !== '') return <NothingInLanguage state={state} />;
  if (kindOf(state) === 'search' && placesOf(state, collections).length > 0) {
    return <FoundElsewhere state={state} collections={collections} />;
  }
  if (isFiltered(state)) {
    return (
      <Empty
        icon="search"
        title={t.contentList.empty.noMatch}
        action={
          <ButtonLink href={listUrl(withoutFilters(state))}>
            {t.contentList.empty.clearFilters}
          </ButtonLink>
        }
      >
        {kindOf(state) === 'search'
          ? t.contentList.empty.howSearchWorks
          : t.contentList.empty.noneWithFilters}
      </Empty>
    );
  }
  const { collection } = state;
  const name = displayNameOf(collections, collection);
  const target = collection === '' ? creatableIn(collections, counts)[0]?.name : collection;
  return (
    <Empty
      icon="content"
      title={
        collection === '' ? t.contentList.empty.noContent : t.contentList.empty.noItemsIn(name)
      }
      action={<NewItem {...{ collections, counts, collection }} align="middle" />}
      call={createCall(target ?? 'pages')}
    >
      {t.contentList.empty.whatItemsAre}
    </Empty>
  );
};

/** The filters of a search, as people call them. */
const placesOf = (
  { collection, status, locale }: ListState,
  collections: readonly CollectionDto[],
): readonly string[] => [
  ...(collection === '' ? [] : [displayNameOf(collections, collection)]),
  ...(status === '' ? [] : [statusNames[status]]),
  ...(locale === '' ? [] : [localeName(locale)]),
];

/** No match with these filters: how many there are without them. */
const FoundElsewhere = ({ state, collections }: Pick<EmptyListProps, 'state' | 'collections'>) => {
  const q = state.q.trim();
  const everywhere = useResource(async () =>
    isSearchable(q) ? (await api.search({ query: { q, limit: 1 } })).body.meta.search.ranked : 0,
  ).value;
  const places = placesOf(state, collections).join(', ');
  return (
    <Empty
      icon="search"
      title={t.contentList.empty.noMatch}
      action={
        <ButtonLink href={listUrl({ q: state.q })} onClick={() => chooseLanguage('')}>
          {t.contentList.empty.searchAll}
        </ButtonLink>
      }
    >
      {everywhere !== undefined &&
        `${t.contentList.empty.foundElsewhere(places, numberText(everywhere))} `}
      {t.contentList.empty.howSearchWorks}
    </Empty>
  );
};

/** A language without items: others may have some. */
const NothingInLanguage = ({ state }: Pick<EmptyListProps, 'state'>) => (
  <Empty
    icon="language"
    title={t.contentList.empty.nothingInLanguage(localeName(state.locale))}
    action={
      <>
        <Button
          onClick={() => {
            chooseLanguage('');
            showList(atFirstPage(state, { locale: '' }));
          }}
        >
          {t.contentList.empty.showAllLanguages}
        </Button>
        <a href={urlOf('/translations', { locale: state.locale, collection: state.collection })}>
          {t.contentList.empty.toTranslate}
        </a>
      </>
    }
  >
    {t.contentList.empty.whenInLanguage}
  </Empty>
);

/** Conditions are about one collection, which stays. */
const withoutFilters = ({ collection, columns, where }: ListState): Partial<ListState> =>
  Object.keys(where).length === 0 ? {} : { collection, columns };

const createCall = (collection: string): string =>
  [
    `curl -X POST ${location.origin}/api/content \\`,
    `  -H 'Authorization: Bearer <session token>' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"collection": "${collection}", "title": "A first item"}'`,
  ].join('\n');
