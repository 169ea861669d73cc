import { api } from '../../api/client.ts';
import { pageOf } from '../../components/pager.tsx';

const pageSize = 50;

export type Redirect = Awaited<ReturnType<typeof api.listRedirects>>['body']['data'][number];

export interface RedirectPage {
  readonly redirects: readonly Redirect[];
  readonly hasMore: boolean;
}

/** A page as the query of the URL says, by the former slug. @throws ApiError, OfflineError. */
export const readRedirects = async (query: URLSearchParams): Promise<RedirectPage> => {
  const collection = query.get('collection') ?? '';
  const { data } = (
    await api.listRedirects({
      query: {
        // One more than a page has, because the API does not say whether there are others.
        limit: pageSize + 1,
        offset: (pageOf(query.get('page')) - 1) * pageSize,
        ...(collection !== '' && { collection }),
      },
    })
  ).body;
  return { redirects: data.slice(0, pageSize), hasMore: data.length > pageSize };
};
