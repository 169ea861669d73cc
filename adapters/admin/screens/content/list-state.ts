import { computed, type ReadonlySignal } from '@preact/signals';
import { statusNames, type ContentStatus } from '../../components/status-chip.tsx';
import { address, urlOf } from '../../shell/router.ts';

/** What the list shows: the query of its URL. */
export interface ListState {
  /** The name of a collection; empty for all. */
  readonly collection: string;
  readonly status: ContentStatus | '';
  readonly author: 'me' | '';
  /** Words of a title; empty for the whole list. */
  readonly q: string;
  /** From 1. A search has one page. */
  readonly page: number;
}

export const statuses = Object.keys(statusNames) as readonly ContentStatus[];

const parse = (query: URLSearchParams): ListState => {
  const page = Number(query.get('page') ?? 1);
  const q = query.get('q') ?? '';
  return {
    collection: query.get('collection') ?? '',
    status: statuses.find((status) => status === query.get('status')) ?? '',
    author: query.get('author') === 'me' && q.trim() === '' ? 'me' : '',
    q,
    page: Number.isSafeInteger(page) && page > 1 && q.trim() === '' ? page : 1,
  };
};

const path = '/content';

/** The state in the address. Once another screen is open, the state stays as it was. */
export const listState = (): ReadonlySignal<ListState> => {
  let search = '';
  const ownSearch = computed(() => {
    if (address.value.path === path) search = address.value.query.toString();
    return search;
  });
  return computed(() => parse(new URLSearchParams(ownSearch.value)));
};

/** The query of a state, without what is at its default. */
export const queryOf = ({ page, ...filters }: ListState) => ({
  ...filters,
  page: page === 1 ? undefined : page,
});

/** The URL of the list in a state. */
export const listUrl = (state: Partial<ListState>): string =>
  urlOf(path, queryOf({ collection: '', status: '', author: '', q: '', page: 1, ...state }));

/** Whether it is a part of what a collection or, without one, the service contains. */
export const isFiltered = ({ status, author, q }: ListState): boolean =>
  status !== '' || author !== '' || q.trim() !== '';
