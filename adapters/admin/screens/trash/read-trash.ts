import { api } from '../../api/client.ts';
import { pageOf } from '../../components/pager.tsx';

export const pageSize = 50;

type TrashList = Awaited<ReturnType<typeof api.listTrash>>['body'];
export type TrashEntry = TrashList['data'][number];

export interface TrashPage {
  readonly entries: readonly TrashEntry[];
  /** Of the users who deleted the items, by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly hasMore: boolean;
  /** How long deleted items stay. */
  readonly days: number;
}

/** A page as the query of the URL says, the latest deletion first. @throws ApiError, OfflineError. */
export const readTrash = async (query: URLSearchParams): Promise<TrashPage> => {
  const collection = query.get('collection') ?? '';
  const { data, meta } = (
    await api.listTrash({
      query: {
        // One more than a page has, because the API does not say whether there are others.
        limit: pageSize + 1,
        offset: (pageOf(query.get('page')) - 1) * pageSize,
        ...(collection !== '' && { collection }),
      },
    })
  ).body;
  return {
    entries: data.slice(0, pageSize),
    names: new Map(meta.users.map(({ id, name }) => [id, name])),
    hasMore: data.length > pageSize,
    days: meta.trashDays,
  };
};
