import type { ContentPage, ContentQuery, ContentRepository } from '../../../core/index.ts';
import { contentKnownPlacesSuite } from '../../conformance/content-known-places.ts';
import { broken, type RepositoryMutant, type RepositorySuiteMutants } from './repository-mutant.ts';

/** Changes the lists that start from a known place. */
const brokenPlaces = (
  list: (
    intact: ContentRepository,
    query: ContentQuery & Required<Pick<ContentQuery, 'known'>>,
  ) => Promise<ContentPage>,
): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    list: ({ known, ...query }) =>
      known === undefined ? intact.list(query) : list(intact, { ...query, known }),
  }));

export const contentKnownPlacesMutants: RepositorySuiteMutants = {
  suite: contentKnownPlacesSuite,
  mutants: [
    {
      fault: 'starts after the known place',
      caughtBy: 'a page is the same from every known place',
      make: brokenPlaces((intact, query) => intact.list({ ...query, offset: query.offset + 1 })),
    },
    {
      fault: 'shortens pages after the last item',
      caughtBy: 'a page is the same from every known place',
      make: brokenPlaces((intact, { known, ...query }) =>
        intact.list({ ...query, limit: known.isLast ? 1 : query.limit }),
      ),
    },
    {
      fault: 'leaves out items above their share of a page',
      caughtBy: 'large items are treated as without a known place',
      make: brokenPlaces(async (intact, query) => {
        const page = await intact.list(query);
        return 'large' in page
          ? page
          : { ...page, items: page.items.filter(({ data }) => data.length < 1_000_000) };
      }),
    },
    {
      fault: 'shows the statement that starts from a place',
      caughtBy: 'a trace does not show that a place is known',
      make: brokenPlaces(async (intact, query) => ({
        ...(await intact.list(query)),
        trace: { statement: 'select from here', parameters: [] },
      })),
    },
  ],
};
