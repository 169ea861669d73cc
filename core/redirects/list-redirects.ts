import { knownFormerSlugs, visibleFilter } from '../access/visibility.ts';
import { readOnBasis, type BasisDependencies } from '../content/read-on-basis.ts';
import { localeCondition, type ExactLocaleRequest } from '../content/requested-languages.ts';
import { requestedFilter } from '../content/requested-filter.ts';
import { skipBytes } from '../limits/costly-reads.ts';
import type { Actor } from '../model/actor.ts';
import type { Redirect } from '../model/content/redirect.ts';
import { parsePage, type PageRequest } from '../primitives/paging.ts';

export interface ListRedirects extends PageRequest, ExactLocaleRequest {
  /** The name of the collection of the items. */
  readonly collection?: string | undefined;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

export const listRedirects =
  (dependencies: BasisDependencies) =>
  async (
    actor: Actor,
    { client, collection, locale, ...request }: ListRedirects,
  ): Promise<readonly Redirect[]> => {
    const page = parsePage(request);
    const { value } = await readOnBasis(
      dependencies,
      actor,
      { client, collection },
      async (decided) => {
        const filter = {
          ...requestedFilter(decided, { status: undefined, collection }),
          ...localeCondition(decided.site, { locale }),
        };
        const { audience } = decided.view;
        const query = {
          ...page,
          ...knownFormerSlugs(audience),
          ...visibleFilter(filter, audience),
        };
        await decided.spend(page.offset * skipBytes.lookedUp);
        return decided.repositories.redirects.list(query, decided.basis);
      },
    );
    return value;
  };
