import {
  titleSearchDepth,
  type Basis,
  type ContentSummary,
  type SummaryRepository,
  type SummarySearch,
} from '../../../core/index.ts';
import { valueOf } from '../../conformance/content-changes.ts';
import { summarySearchSuite } from '../../conformance/summary-search.ts';
import {
  broken,
  reading,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Passes a changed search to the intact adapter. */
const searching = (change: (search: SummarySearch) => SummarySearch): RepositoryMutant['make'] =>
  broken('summaries', (intact) => ({
    find: (search, basis) => intact.find(change(search), basis),
  }));

/** Changes the result of a search without a limit. */
const finding = (
  change: (
    all: readonly ContentSummary[],
    search: SummarySearch,
    intact: SummaryRepository,
    basis: Basis,
  ) => readonly ContentSummary[] | Promise<readonly ContentSummary[]>,
): RepositoryMutant['make'] =>
  broken('summaries', (intact) => ({
    find: (search, basis) =>
      reading(intact.find({ ...search, limit: 1_000_000 }, basis), async (all) =>
        (await change(all, search, intact, basis)).slice(0, search.limit),
      ),
  }));

export const summarySearchMutants: RepositorySuiteMutants = {
  suite: summarySearchSuite,
  mutants: [
    {
      fault: 'ignores all words but the last',
      caughtBy: 'a title matches if it has all words, the last one as the start of a word',
      make: searching((search) => ({ ...search, title: { ...search.title, words: [] } })),
    },
    {
      fault: 'finds only whole words',
      caughtBy: 'a title matches if it has all words, the last one as the start of a word',
      make: searching((search) => {
        const { words, prefix } = search.title;
        return { ...search, title: { words: [...words, prefix], prefix } };
      }),
    },
    {
      fault: 'compares accents',
      caughtBy: 'case, accents and punctuation make no difference',
      make: finding((all, { title: { words } }) =>
        all.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word))),
      ),
    },
    {
      fault: 'sorts by the last change alone',
      caughtBy:
        'titles that start with the text come first, then the latest changes, then descending ids',
      make: finding((all) => all.toSorted((left, right) => right.updatedAt - left.updatedAt)),
    },
    {
      fault: 'ignores the limit',
      caughtBy:
        'titles that start with the text come first, then the latest changes, then descending ids',
      make: searching((search) => ({ ...search, limit: 1_000 })),
    },
    {
      fault: 'ignores the status of a search in a collection',
      caughtBy: 'a search is limited to the filter',
      make: searching(({ status, ...search }) =>
        search.collectionId === undefined && status !== undefined ? { ...search, status } : search,
      ),
    },
    {
      fault: 'treats an empty list of collections as no limit',
      caughtBy: 'a search is limited to the filter',
      make: searching((search) =>
        search.within.length === 0 ? { ...search, within: 'all' } : search,
      ),
    },
    {
      fault: 'finds only items that never changed',
      caughtBy: 'a search finds the current title and collection, and no deleted item',
      make: finding((all) => all.filter(({ version }) => version === 1)),
    },
    {
      fault: 'searches only the items with the latest change',
      caughtBy: 'rare words are found among many items, wherever they are in the title',
      make: finding(async (all, _, intact, basis) => {
        const page = { limit: titleSearchDepth, offset: 0, within: 'all' } as const;
        const latest = valueOf(await intact.list({ ...page, order: 'updated' }, basis));
        return all.filter(({ id }) => latest.some((summary) => summary.id === id));
      }),
    },
    {
      fault: 'compares only the first 100 characters of a word',
      caughtBy: 'long titles and words are found',
      make: searching((search) => {
        const { words, prefix } = search.title;
        return { ...search, title: { words, prefix: prefix.slice(0, 100) } };
      }),
    },
  ],
};
