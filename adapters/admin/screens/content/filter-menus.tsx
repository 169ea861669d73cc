import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { t } from '../../catalogue/texts.ts';
import { FilterSelect } from '../../components/inputs/filter-select.tsx';
import { markedName } from '../../components/private-mark.tsx';
import { statusNames } from '../../components/status-chip.tsx';
import { chooseLanguage } from '../../shell/chosen-language.ts';
import { hasLocales, locales } from '../../shell/locales.ts';
import { mayCreate } from '../../shell/screens.ts';
import { everyCollection, shownCollections } from '../../shell/shown-collections.ts';
import { displayNameOf } from './collections.ts';
import { atFirstPage, kindOf, showList, statuses, type ListState } from './list-state.ts';
import { rememberedColumns } from './query/columns.ts';

/** Why the list has the items of all authors; the choice comes back with the plain list. */
const allAuthors = {
  plain: undefined,
  query: t.contentList.allAuthorsInQuery,
  search: t.contentList.allAuthorsInSearch,
};

/** The author by whom the list is filtered. */
const authorOf = (state: ListState): ListState['author'] =>
  kindOf(state) === 'plain' ? state.author : '';

/** How many of the menus are set. */
export const chosenCount = (state: ListState): number =>
  [state.collection, state.status, authorOf(state), state.locale].filter((each) => each !== '')
    .length;

interface FilterMenusProps {
  readonly state: ListState;
  readonly collections: readonly CollectionDto[];
}

/** The filters that every list has. Every change is in the URL at once, and begins at the first page. */
export const FilterMenus = ({ state, collections }: FilterMenusProps) => {
  const change = (changes: Partial<ListState>): void => showList(atFirstPage(state, changes));
  const shown = shownCollections(collections);
  const isListed = shown.some(({ name }) => name === state.collection);
  return (
    <>
      <FilterSelect
        label={t.common.collection}
        value={state.collection}
        options={[
          ['', everyCollection()],
          ...shown.map((each) => [each.name, markedName(each)] as const),
          ...(state.collection === '' || isListed
            ? []
            : [[state.collection, displayNameOf(collections, state.collection)] as const]),
        ]}
        onChange={(collection) =>
          // Conditions, orders and columns are about the fields of one collection.
          change({ collection, where: {}, sort: '', columns: rememberedColumns(collection) })
        }
      />
      <FilterSelect
        label={t.common.status}
        value={state.status}
        options={[
          ['', t.contentList.allStatuses],
          ...statuses.map((status) => [status, statusNames[status]] as const),
        ]}
        onChange={(value) => change({ status: statuses.find((each) => each === value) ?? '' })}
      />
      {hasLocales() && isLocalisable(collections, state.collection) && (
        <FilterSelect
          label={t.common.language}
          value={state.locale}
          options={[
            ['', t.contentList.allLanguages],
            ...locales.value.map(({ code, name }) => [code, name] as const),
          ]}
          onChange={(locale) => {
            chooseLanguage(locale);
            change({ locale });
          }}
        />
      )}
      {mayCreate() && (
        <FilterSelect
          label={t.common.author}
          disabled={allAuthors[kindOf(state)]}
          value={authorOf(state)}
          options={[
            ['', t.contentList.allAuthors],
            ['me', t.contentList.onlyMine],
          ]}
          onChange={(author) => change({ author: author === 'me' ? 'me' : '' })}
        />
      )}
    </>
  );
};

/** Whether items of what is shown can have a language. */
const isLocalisable = (collections: readonly CollectionDto[], name: string): boolean =>
  name === '' || collections.find((each) => each.name === name)?.localized === true;
