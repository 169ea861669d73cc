import type { RedirectDto } from '../../../../contracts/operations/redirects.ts';
import { api } from '../../api/client.ts';
import { withLanguages } from '../../api/read-languages.ts';
import { cutPage, pageOf, pageQuery } from '../../components/pager.tsx';

/** A redirect, and the language of the item to which it leads, if that has one. */
export interface Redirect extends RedirectDto {
  readonly locale?: string;
}

export interface RedirectPage {
  readonly entries: readonly Redirect[];
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
  const { entries, hasNext } = cutPage(data);
  return { entries: await withLanguages(entries), hasNext };
};
