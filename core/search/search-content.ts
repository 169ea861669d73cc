import {
  pageItems,
  type PageDependencies,
  type PageItems,
  type StoredPage,
} from '../content/page-items.ts';
import {
  contentsOf,
  readOnBasis,
  type Decided,
  type Reader,
  type ReadOptions,
} from '../content/read-on-basis.ts';
import type { LanguageRequest, ExactLocaleRequest } from '../content/requested-languages.ts';
import { readerKey } from '../limits/costly-reads.ts';
import type { RecentCosts } from '../limits/recent-costs.ts';
import type { RunPiece } from '../limits/work-queue.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import { pageBytes, type ContentStatus } from '../model/content/content-item.ts';
import type { SearchTerms } from '../model/content/search.ts';
import { searchLanguagesOf } from '../model/site/settings.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { SearchHit } from '../ports/repositories/search-repository.ts';
import { parsePage, type Page, type PageRequest } from '../primitives/paging.ts';
import { matchGroups } from '../queries/group-conditions.ts';
import type { RequestedCondition } from '../queries/parse-query.ts';
import type { SelectedFields } from '../queries/select-fields.ts';
import { expandPage, type LateExpansion } from '../references/expanded-reads.ts';
import { dividedSelection } from '../references/expansion-plan.ts';
import { addSnippets, type LanguageOf, type SearchResult } from './add-snippets.ts';
import { bytesOf, findPage, type RankedPage } from './find-page.ts';
import { parseSearchQuery } from './parse-query.ts';
import { namesIn, parseRequest, type SearchRequest } from './parse-request.ts';

export interface SearchContent
  extends PageRequest, ExactLocaleRequest, Omit<ReadOptions, keyof LanguageRequest> {
  /** See {@link parseSearchQuery}. */
  readonly q: string;
  /** Finds only items with this status. */
  readonly status?: ContentStatus | undefined;
  /** The names of collections, separated by commas. All by default. */
  readonly collection?: string | undefined;
  /** Whether an unknown or inactive collection is an error, and not one without items. Defaults to false. */
  readonly mustExist?: boolean | undefined;
  /** All must be met. Only with the name of one collection. None by default. */
  readonly where?: readonly RequestedCondition[];
  /**
   * Members of items to return, separated by commas. All by default. After a path of `expand`, members of the items to
   * which it leads.
   */
  readonly fields?: string | undefined;
  /** As in `ReadPage`. */
  readonly expand?: string | undefined;
}

export interface SearchListing extends Page {
  /** How many items were found and ranked, on all pages. With conditions, those that meet them. */
  readonly ranked: number;
  /** Whether there may be further matches, which are on no page. */
  readonly hasMore: boolean;
  /** Undefined for whole items. */
  readonly selection: SelectedFields | undefined;
  /** In the order of the ranking. Each part is read when it is requested; a page of usual size is one part. */
  readonly portions: AsyncIterable<readonly SearchResult[]>;
  /** What the fields of the items refer to, to be called after the last part; undefined without `expand`. */
  readonly expansion?: LateExpansion;
}

/** The maximum number of results on a page: each of them takes time to make its snippet. */
export const searchPageMax = 100;

export type SearchDependencies = PageDependencies &
  Pick<Dependencies, 'timer' | 'search' | 'markdown'> & {
    readonly searchCosts: RecentCosts;
    readonly runPiece: RunPiece;
  };

export const searchContent =
  (dependencies: SearchDependencies) =>
  async (actor: Actor, { expand, ...command }: SearchContent): Promise<SearchListing> => {
    const { own, included } = dividedSelection(command.fields, expand);
    const reader = searchReader(dependencies, actor, { ...command, fields: own });
    if (expand === undefined) {
      const { value } = await readOnBasis(dependencies, actor, reader.request, reader.read);
      return withSnippets(dependencies, actor, command, reader.resultOf(value));
    }
    const { value } = await expandPage(dependencies, actor, expand, reader, included);
    const listing = withSnippets(dependencies, actor, command, value.page);
    return { ...listing, expansion: value.expansion };
  };

/** A page of what was found, before it has snippets. */
type FoundListing = Omit<SearchListing, 'portions' | 'expansion'> &
  PageItems & {
    readonly hits: readonly SearchHit[];
    readonly terms: SearchTerms;
    readonly languageOf: LanguageOf;
  };

const withSnippets = (
  dependencies: SearchDependencies,
  actor: Actor,
  { client, signal }: Pick<SearchContent, 'client' | 'signal'>,
  { hits, terms, languageOf, ...found }: FoundListing,
): SearchListing => {
  const { limit, offset, ranked, hasMore, selection } = found;
  const portions = found.kind === 'items' ? [found.items] : found.portions;
  const spender = { actor, client, signal };
  return {
    limit,
    offset,
    ranked,
    hasMore,
    selection,
    portions: addSnippets(dependencies, spender, portions, { hits, terms, languageOf }),
  };
};

const searchReader = (
  dependencies: SearchDependencies,
  actor: Actor,
  {
    q,
    where = [],
    fields,
    client,
    signal,
    perspective,
    preview,
    ...command
  }: Omit<SearchContent, 'expand'>,
): Reader<FoundPage, FoundListing> => {
  const page = atMost(parsePage(command), searchPageMax);
  const terms = parseSearchQuery(q);
  const names = namesIn(command.collection, where);
  const options = { client, signal, perspective, preview };
  const withSchemas = names.length > 1 || where.length > 0 || fields !== undefined;
  const collection = names.length === 1 ? names[0] : undefined;
  return {
    request: { ...options, locale: command.locale, collection, isAboutItem: true, withSchemas },
    read: async (decided) => {
      const asked = parseRequest(decided, { ...command, names, where, fields });
      const requested = { ...asked, conditions: await matchGroups(decided, asked.conditions) };
      return dependencies.searchCosts.run(
        readerKey({ actor, client }),
        async (expected) => {
          await decided.spend(expected);
          return readPage(decided, requested, { ...page, terms });
        },
        (read) => (read.isCurrent ? read.value.cost : 0),
      );
    },
    resultOf: ({ ranked, hasMore, hits, selection, languageOf, ...found }) => {
      const { count: _, ...items } = pageItems(dependencies, actor, options, found);
      return { ...page, ranked, hasMore, hits, selection, terms, languageOf, ...items };
    },
  };
};

const atMost = ({ limit, offset }: Page, max: number): Page => ({
  limit: Math.min(limit, max),
  offset,
});

interface FoundPage extends RankedPage, StoredPage, Pick<SearchRequest, 'selection'> {
  readonly languageOf: LanguageOf;
}

/** The hits of a page, and their items. */
const readPage = async (
  decided: Decided,
  { filter, conditions, selection }: SearchRequest,
  query: Page & { readonly terms: SearchTerms },
): Promise<BasedRead<FoundPage>> => {
  const { basis, view, site } = decided;
  const read = await findPage(decided, { ...query, ...filter }, conditions);
  if (!read.isCurrent) return read;
  const { hits } = read.value;
  const { standard, ofLocales } = searchLanguagesOf(site.settings);
  const languageOf: LanguageOf = (locale = '') => ofLocales[locale] ?? standard;
  const found = { ...read.value, filter, selection, languageOf };
  if (bytesOf(hits) > pageBytes) return { ...read, value: { ...found, page: { large: hits } } };
  const ids = hits.map(({ id }) => id);
  const items = await contentsOf(decided).listAmong({ ...filter, ids }, view, basis);
  if (!items.isCurrent) return items;
  return { ...items, value: { ...found, page: { items: items.value } } };
};
