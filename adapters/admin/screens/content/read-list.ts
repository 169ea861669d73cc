import { queryLimits } from '../../../../contracts/client/vocabulary.ts';
import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import type { SearchResultDto } from '../../../../contracts/operations/search.ts';
import { api } from '../../api/client.ts';
import { isSearchable } from '../../api/find-items.ts';
import { readSummaries } from '../../api/read-summaries.ts';
import { pageSize } from '../../components/pager.tsx';
import { kindOf, type ListState } from './list-state.ts';
import { orderOf } from './query/order.ts';
import { rememberCursors } from './query/page-cursors.ts';
import { mayChange } from './rights.ts';
import type { Total } from './format-total.ts';

/** The `data` of an item, or some of its members. */
export type ItemData = SearchResultDto['item']['data'];

export interface ListPage {
  /** What was asked for. */
  readonly state: ListState;
  readonly items: readonly ContentSummaryDto[];
  readonly hasMore: boolean;
  /** Of a search or a query. */
  readonly total?: Total;
  /** Of the next page of a query. */
  readonly cursor?: string | undefined;
  /** Of a search: where the words are, by the id of the item. */
  readonly snippets?: ReadonlyMap<string, SearchResultDto['snippet']>;
  /** What the columns show of each item, by its id. */
  readonly data: ReadonlyMap<string, ItemData>;
}

const filtersOf = ({ collection, status, author, locale }: ListState) => ({
  collection: collection === '' ? undefined : collection,
  status: status === '' ? undefined : status,
  author: author === '' ? undefined : author,
  locale: locale === '' ? undefined : locale,
});

/** The columns with values of the schema. */
const dataColumns = ({ columns = [] }: ListState): readonly string[] =>
  columns.filter((path) => path.startsWith('data.')).slice(0, queryLimits.selectedFields);

/** A page: of what was found, of a query, or of all, latest change first. @throws ApiError, OfflineError. */
export const readPage = (state: ListState): Promise<ListPage> =>
  ({ search: readFound, query: readQuery, plain: readPlain })[kindOf(state)](state);

const readPlain = async (state: ListState): Promise<ListPage> => {
  const { body } = await api.listSummaries({
    query: { ...filtersOf(state), limit: pageSize, offset: (state.page - 1) * pageSize },
  });
  const items = body.data;
  const columns = dataColumns(state);
  const data =
    columns.length === 0 || items.length === 0
      ? new Map<string, ItemData>()
      : await readData(state.collection, items, columns);
  return { state, items, hasMore: body.meta.more, data };
};

const readFound = async (state: ListState): Promise<ListPage> => {
  const { author: _, ...filters } = filtersOf(state);
  const q = state.q.trim();
  if (!isSearchable(q)) {
    const total = { count: 0, isLowerBound: false };
    return { state, items: [], hasMore: false, total, snippets: new Map(), data: new Map() };
  }
  const offset = (state.page - 1) * pageSize;
  const { data: found, meta } = (
    await api.search({ query: { ...filters, q, limit: pageSize, offset } })
  ).body;
  const { ranked, more } = meta.search;
  return {
    state,
    items: await readSummaries(found.map(({ item }) => item.id)),
    hasMore: offset + found.length < ranked && found.length > 0,
    total: { count: ranked, isLowerBound: more },
    snippets: new Map(found.map(({ item, snippet }) => [item.id, snippet])),
    data: new Map(found.map(({ item }) => [item.id, item.data])),
  };
};

/** The request of a query, without its page. */
const requestOf = (state: ListState) => ({
  where: { ...state.where, ...(state.status !== '' && { '[status][eq]': state.status }) },
  sort: orderOf(state),
  // As in the other lists: nothing is shown in the place of what is missing.
  ...(state.locale !== '' && { locale: state.locale, fallback: 'none' }),
});

const readQuery = async (state: ListState): Promise<ListPage> => {
  const columns = dataColumns(state);
  const { data: found, meta } = (
    await api.queryContent({
      params: { name: state.collection },
      query: {
        ...requestOf(state),
        fields: columns.length === 0 ? 'title' : columns.join(','),
        limit: pageSize,
        after: state.after === '' ? undefined : state.after,
        total: true,
      },
    })
  ).body;
  rememberCursors(state, meta.cursor);
  return {
    state,
    items: await readSummaries(found.map(({ id }) => id)),
    hasMore: meta.cursor !== undefined,
    cursor: meta.cursor,
    total: { count: meta.total ?? 0, isLowerBound: meta.totalIsLowerBound === true },
    data: new Map(found.map(({ id, data = {} }) => [id, data])),
  };
};

/** What the columns show of some items of a collection. */
const readData = async (
  name: string,
  items: readonly ContentSummaryDto[],
  columns: readonly string[],
): Promise<ListPage['data']> => {
  const where = { '[id][in]': items.map(({ id }) => id).join(',') };
  const query = { where, fields: columns.join(','), limit: items.length };
  const { body } = await api.queryContent({ params: { name }, query });
  return new Map(body.data.map(({ id, data = {} }) => [id, data]));
};

const portion = 1_000;

/**
 * All matches that the user may change, page by page. In an order in which an item that somebody changes meanwhile keeps
 * its place, so that none is missed: by creation, or that of the query.
 *
 * @throws ApiError, OfflineError.
 */
export const readAllMatches = (state: ListState): Promise<readonly ContentSummaryDto[]> =>
  kindOf(state) === 'query' ? readAllOfQuery(state) : readAllOfList(state);

const readAllOfList = async (state: ListState): Promise<readonly ContentSummaryDto[]> => {
  const found: ContentSummaryDto[] = [];
  for (let offset = 0; ; offset += portion) {
    const { body } = await api.listSummaries({
      query: { ...filtersOf(state), sort: '-created', limit: portion, offset },
    });
    found.push(...body.data.filter(mayChange));
    if (!body.meta.more) return found;
  }
};

const readAllOfQuery = async (state: ListState): Promise<readonly ContentSummaryDto[]> => {
  const found: string[] = [];
  for (let after: string | undefined; ;) {
    const { data, meta } = (
      await api.queryContent({
        params: { name: state.collection },
        query: { ...requestOf(state), fields: 'title', limit: portion, after },
      })
    ).body;
    found.push(...data.map(({ id }) => id));
    after = meta.cursor;
    if (after === undefined) break;
  }
  return (await readSummaries(found)).filter(mayChange);
};

/** The ids of the items with a working copy that the user may edit: of the latest thousand. @throws ApiError, OfflineError. */
export const readChanged = async (collection: string): Promise<ReadonlySet<string>> => {
  const query = { limit: portion, collection: collection === '' ? undefined : collection };
  const { data } = (await api.listDrafts({ query })).body;
  return new Set(data.map(({ id }) => id));
};
