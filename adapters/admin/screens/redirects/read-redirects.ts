import type { RedirectDto } from '../../../../contracts/operations/redirects.ts';
import { api } from '../../api/client.ts';
import { cutPage, pageOf, pageQuery } from '../../components/pager.tsx';

export interface RedirectPage {
  readonly entries: readonly RedirectDto[];
  readonly hasNext: boolean;
}

/** A page as the query of the URL says, by the former slug. @throws ApiError, OfflineError. */
export const readRedirects = async (query: URLSearchParams): Promise<RedirectPage> => {
  const collection = query.get('collection') ?? '';
  const { data } = (
    await api.listRedirects({
      query: {
        ...pageQuery(pageOf(query.get('page'))),
        ...(collection !== '' && { collection }),
      },
    })
  ).body;
  return cutPage(data);
};
