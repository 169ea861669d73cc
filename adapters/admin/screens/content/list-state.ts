import { computed, type ReadonlySignal } from '@preact/signals';
import { statusNames, type ContentStatus } from '../../components/status-chip.tsx';
import { pageOf } from '../../components/pager.tsx';
import { localeOf } from '../../shell/locales.ts';
import { address, replaceQuery, urlOf } from '../../shell/router.ts';

/** What the list shows: the query of its URL. */
export interface ListState {
  /** The name of a collection; empty for all. */
  readonly collection: string;
  readonly status: ContentStatus | '';
  /** Waits while there are words to search for, conditions or an order. */
  readonly author: 'me' | '';
  /** The code of a language of the service; empty for all languages. */
  readonly locale: string;
  /** Words to search for; empty for the whole list. */
  readonly q: string;
  /** Conditions by `[field][operator]`, as in the API. They wait while there are words to search for. */
  readonly where: Readonly<Record<string, string>>;
  /** As in the API; empty for the latest change first. */
  readonly sort: string;
  /** Undefined for those that the user chose last, or the usual ones. */
  readonly columns: readonly string[] | undefined;
  /** From 1. */
  readonly page: number;
  /** The cursor of the page of a query; empty for the first one. */
  readonly after: string;
}

export const statuses = Object.keys(statusNames) as readonly ContentStatus[];

const emptyState: ListState = {
  collection: '',
  status: '',
  author: '',
  locale: '',
  q: '',
  where: {},
  sort: '',
  columns: undefined,
  page: 1,
  after: '',
};

const group = 'where';
const conditionKey = /^\[[^[\]]+\]\[[^[\]]+\]$/;

const conditionsIn = (query: URLSearchParams): ListState['where'] =>
  Object.fromEntries(
    [...query]
      .map(
        ([name, value]) => [name.startsWith(group) ? name.slice(group.length) : '', value] as const,
      )
      .filter(([key, value]) => conditionKey.test(key) && value !== ''),
  );

/** The state that a query names, with its defaults for what it does not have. */
export const stateOf = (query: URLSearchParams): ListState => {
  const text = (name: string): string => query.get(name) ?? '';
  const collection = text('collection');
  // Fields belong to a collection.
  const ofCollection =
    collection === ''
      ? {}
      : {
          where: conditionsIn(query),
          sort: text('sort'),
          columns: query.get('columns')?.split(',').filter(Boolean),
        };
  const state: ListState = {
    ...emptyState,
    ...ofCollection,
    collection,
    status: statuses.find((status) => status === query.get('status')) ?? '',
    q: text('q'),
    locale: localeOf(text('locale'))?.code ?? '',
  };
  const kind = kindOf(state);
  const after = kind === 'query' ? text('after') : '';
  const first = after === '' ? 1 : 2;
  return {
    ...state,
    after,
    author: query.get('author') === 'me' ? 'me' : '',
    page: kind === 'query' && after === '' ? 1 : Math.max(first, pageOf(query.get('page'))),
  };
};

/** How the list is read: by words, by conditions or an order, or as it is. */
export const kindOf = ({ q, where, sort }: ListState): 'search' | 'query' | 'plain' => {
  if (q.trim() !== '') return 'search';
  return sort !== '' || Object.keys(where).length > 0 ? 'query' : 'plain';
};

const path = '/content';

/** The state in the URL. Once another screen is open, the state stays as it was. */
export const listState = (): ReadonlySignal<ListState> => {
  let search = '';
  const ownSearch = computed(() => {
    if (address.value.path === path) search = address.value.query.toString();
    return search;
  });
  return computed(() => stateOf(new URLSearchParams(ownSearch.value)));
};

/** The query of a state, without what is at its default. */
const queryOf = ({ page, where, columns, ...rest }: ListState) => ({
  ...rest,
  ...Object.fromEntries(Object.entries(where).map(([key, value]) => [`${group}${key}`, value])),
  // Without a column besides the title, too, it is a choice.
  columns: columns && (columns.join(',') || 'title'),
  page: page === 1 ? undefined : page,
});

/** The URL of the list in a state. */
export const listUrl = (state: Partial<ListState>): string =>
  urlOf(path, queryOf({ ...emptyState, ...state }));

/** Shows the list in another state, without a new entry in the history. */
export const showList = (state: ListState): void => replaceQuery(queryOf(state));

/** The state with other filters, at its first page. */
export const atFirstPage = (state: ListState, changes: Partial<ListState> = {}): ListState => ({
  ...state,
  page: 1,
  after: '',
  ...changes,
});

/** Whether it is a part of what a collection or, without one, the service contains. */
export const isFiltered = (state: ListState): boolean =>
  state.status !== '' ||
  (state.author !== '' && kindOf(state) === 'plain') ||
  kindOf(state) === 'search' ||
  Object.keys(state.where).length > 0;
