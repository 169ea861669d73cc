import {
  titleSearchDepth,
  type Basis,
  type StatusCount,
  type SummaryQuery,
  type SummaryRepository,
  type SummarySearch,
} from '../../../core/store.ts';
import type { ContentSummary } from '../../../core/vocabulary.ts';
import { summaryCountsSuite } from '../../conformance/content/lists/summary-counts.ts';
import { summaryListsSuite } from '../../conformance/content/lists/summary-lists.ts';
import {
  broken,
  reading,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';
import { valueOf } from '../../conformance/content/content-changes.ts';
import { summarySearchSuite } from '../../conformance/content/lists/summary-search.ts';

const all = { limit: 1_000_000, offset: 0 };

/** Passes a changed query to the intact adapter. */
const querying = (change: (query: SummaryQuery) => SummaryQuery): RepositoryMutant['make'] =>
  broken('summaries', (intact) => ({ list: (query, basis) => intact.list(change(query), basis) }));

const presenting = (
  change: (summary: ContentSummary) => ContentSummary,
): RepositoryMutant['make'] =>
  broken('summaries', (intact) => ({
    list: (query, basis) =>
      reading(intact.list(query, basis), (summaries) => summaries.map(change)),
  }));

const counting = (
  change: (counts: readonly StatusCount[], max: number) => readonly StatusCount[],
): RepositoryMutant['make'] =>
  broken('summaries', (intact) => ({
    count: (ids, max, basis) =>
      reading(intact.count(ids, max, basis), (counts) => change(counts, max)),
  }));

const without = (query: SummaryQuery, ...members: readonly (keyof SummaryQuery)[]): SummaryQuery =>
  Object.fromEntries(
    Object.entries(query).filter(([name]) => !members.includes(name as keyof SummaryQuery)),
  ) as unknown as SummaryQuery;

export const summaryListMutants: RepositorySuiteMutants = {
  suite: summaryListsSuite,
  mutants: [
    {
      fault: 'returns no authors',
      caughtBy: 'a summary has the members of its item, and the names of its collection and author',
      make: presenting((summary) => ({ ...summary, author: undefined })),
    },
    {
      fault: 'returns no locales',
      caughtBy: 'a summary has the locale of its item',
      make: presenting(({ locale: _, ...summary }) => summary),
    },
    {
      fault: 'returns the name that the collection had first',
      caughtBy: 'a summary has the members of its item, and the names of its collection and author',
      make: presenting((summary) => ({ ...summary, collection: 'collection-1' })),
    },
    {
      fault: 'always sorts by the last change',
      caughtBy:
        'summaries are in the order of the last change or of the creation, then by descending id',
      make: querying((query) => ({ ...query, order: 'updated' })),
    },
    {
      fault: 'sorts items of the same time by ascending id',
      caughtBy:
        'summaries are in the order of the last change or of the creation, then by descending id',
      make: broken('summaries', (intact) => ({
        list: (query, basis) => {
          const time = ({ createdAt, updatedAt }: ContentSummary): number =>
            query.order === 'updated' ? updatedAt : createdAt;
          return reading(intact.list({ ...query, ...all }, basis), (found) =>
            found
              .toSorted((left, right) => time(right) - time(left) || (left.id < right.id ? -1 : 1))
              .slice(query.offset, query.offset + query.limit),
          );
        },
      })),
    },
    {
      fault: 'ignores the offset of a list of one author',
      caughtBy: 'pages of summaries have no gaps and no overlaps',
      make: querying((query) => (query.authorId === undefined ? query : { ...query, offset: 0 })),
    },
    {
      fault: 'ignores the author if the query has a collection',
      caughtBy: 'every combination of conditions returns exactly the matching summaries',
      make: querying((query) =>
        query.collectionId === undefined ? query : without(query, 'authorId'),
      ),
    },
    {
      fault: 'ignores the status of a list by creation',
      caughtBy: 'every combination of conditions returns exactly the matching summaries',
      make: querying((query) => (query.order === 'created' ? without(query, 'status') : query)),
    },
    {
      fault: 'ignores `within` if the query has a collection',
      caughtBy: 'every combination of conditions returns exactly the matching summaries',
      make: querying((query) =>
        query.collectionId === undefined ? query : { ...query, within: 'all' },
      ),
    },
    {
      fault: 'ignores the filter of a list among ids',
      caughtBy: 'listAmong returns the summaries of the items with these ids that match the filter',
      make: broken('summaries', (intact) => ({
        listAmong: (ids, _, basis) => intact.listAmong(ids, { within: 'all' }, basis),
      })),
    },
    {
      fault: 'returns at most a thousand summaries',
      caughtBy: 'summaries are listed within many collections, and up to 1001 at once',
      make: querying((query) => ({ ...query, limit: Math.min(1_000, query.limit) })),
    },
  ],
};

export const summaryCountMutants: RepositorySuiteMutants = {
  suite: summaryCountsSuite,
  mutants: [
    {
      fault: 'omits counts of zero',
      caughtBy: 'each of the given collections is counted in each status, also without items',
      make: counting((counts) => counts.filter(({ count }) => count > 0)),
    },
    {
      fault: 'counts one too few below the maximum',
      caughtBy: 'a count ends at the maximum',
      make: counting((counts, max) =>
        counts.map((each) => ({ ...each, count: Math.min(each.count, max - 1) })),
      ),
    },
    {
      fault: 'ignores the maximum',
      caughtBy: 'a count ends at the maximum',
      make: broken('summaries', (intact) => ({
        count: (ids, _, basis) => intact.count(ids, 1_000_000, basis),
      })),
    },
  ],
};

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
