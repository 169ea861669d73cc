import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import { api } from '../../api/client.ts';
import { findItems } from '../../api/find-items.ts';
import type { ListState } from './list-state.ts';
import { mayChange } from './rights.ts';

export const pageSize = 50;

/** A search returns at most this many items. */
export const findLimit = 20;

export interface ListPage {
  /** What was asked for. */
  readonly state: ListState;
  readonly items: readonly ContentSummaryDto[];
  readonly hasMore: boolean;
}

const filtersOf = ({ collection, status, author }: ListState) => ({
  collection: collection === '' ? undefined : collection,
  status: status === '' ? undefined : status,
  author: author === '' ? undefined : author,
});

/** A page, latest change first; for a search, the best matches. @throws ApiError, OfflineError. */
export const readPage = async (state: ListState): Promise<ListPage> => {
  const title = state.q.trim();
  if (title !== '') {
    const { author: _, ...filters } = filtersOf(state);
    return { state, items: await findItems(title, filters), hasMore: false };
  }
  const { body } = await api.listSummaries({
    query: { ...filtersOf(state), limit: pageSize, offset: (state.page - 1) * pageSize },
  });
  return { state, items: body.data, hasMore: body.meta.more };
};

const portion = 1_000;

/**
 * All matches that the user may change, page by page. By creation: an item that somebody changes
 * meanwhile keeps its place, so that none is missed.
 *
 * @throws ApiError, OfflineError.
 */
export const readAllMatches = async (state: ListState): Promise<readonly ContentSummaryDto[]> => {
  const found: ContentSummaryDto[] = [];
  for (let offset = 0; ; offset += portion) {
    const { body } = await api.listSummaries({
      query: { ...filtersOf(state), sort: '-created', limit: portion, offset },
    });
    found.push(...body.data.filter(mayChange));
    if (!body.meta.more) return found;
  }
};

/** The ids of the items with a working copy that the user may edit: of the latest thousand. @throws ApiError, OfflineError. */
export const readChanged = async (collection: string): Promise<ReadonlySet<string>> => {
  const query = { limit: portion, collection: collection === '' ? undefined : collection };
  const { data } = (await api.listDrafts({ query })).body;
  return new Set(data.map(({ id }) => id));
};
