import { api } from '../../api/client.ts';
import { cutPage, pageOf, pageQuery } from '../../components/pager.tsx';

type TrashList = Awaited<ReturnType<typeof api.listTrash>>['body'];
export type TrashEntry = TrashList['data'][number];

export interface TrashPage {
  readonly entries: readonly TrashEntry[];
  /** Of the users who deleted the items, by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly hasNext: boolean;
  /** How long deleted items stay. */
  readonly days: number;
}

/** A page as the query of the URL says, the latest deletion first. @throws ApiError, OfflineError. */
export const readTrash = async (query: URLSearchParams): Promise<TrashPage> => {
  const collection = query.get('collection') ?? '';
  const { data, meta } = (
    await api.listTrash({
      query: {
        ...pageQuery(pageOf(query.get('page'))),
        ...(collection !== '' && { collection }),
      },
    })
  ).body;
  return {
    ...cutPage(data),
    names: new Map(meta.users.map(({ id, name }) => [id, name])),
    days: meta.trashDays,
  };
};
