import type { ItemQuery } from '../../../core/store.ts';
import { languageQuerySuite } from '../../conformance/content/lists/language-queries.ts';
import { broken, type RepositoryMutant, type RepositorySuiteMutants } from './repository-mutant.ts';

/** Passes a changed query to the intact adapter. */
const listing = (change: (query: ItemQuery) => Partial<ItemQuery>): RepositoryMutant['make'] =>
  broken('queries', (intact) => ({
    list: (query, slice, basis) => intact.list({ ...query, ...change(query) }, slice, basis),
  }));

export const languageQueryMutants: RepositorySuiteMutants = {
  suite: languageQuerySuite,
  mutants: [
    {
      fault: 'shows each item that meets the conditions',
      caughtBy: 'a query has the first item of each group, if it meets the conditions',
      make: listing(() => ({ chain: undefined })),
    },
    {
      fault: 'forgets the other locales if it follows its scan',
      caughtBy: 'in the order of the groups, a query follows its scan',
      make: listing(({ chain = [], isFollowed }) =>
        isFollowed ? { chain: chain.slice(0, 1) } : {},
      ),
    },
    {
      fault: 'forgets the languages after the first page',
      caughtBy: 'its pages have each group once',
      make: broken('queries', (intact) => ({
        list: ({ chain, ...query }, slice, basis) =>
          intact.list(slice.after === undefined ? { ...query, chain } : query, slice, basis),
      })),
    },
    {
      fault: 'counts all translations',
      caughtBy: 'it counts groups',
      make: broken('queries', (intact) => ({
        list: (query, slice, basis) =>
          intact.list(
            slice.countMax === undefined ? query : { ...query, chain: undefined },
            slice,
            basis,
          ),
      })),
    },
  ],
};
