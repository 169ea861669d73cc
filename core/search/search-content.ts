import type { PerspectiveRequest } from '../access/perspective.ts';
import { visibleFilter, type RequestedFilter } from '../access/visibility.ts';
import { readPortions } from '../content/large-page.ts';
import {
  contentsOf,
  readOnBasis,
  requestedFilter,
  type BasisDependencies,
  type Decided,
} from '../content/read-on-basis.ts';
import type { Gate } from '../limits/gate.ts';
import { readerKey } from '../limits/costly-reads.ts';
import type { RecentCosts } from '../limits/recent-costs.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import { pageBytes, type ContentItem, type ContentStatus } from '../model/content/content-item.ts';
import type { SearchTerms } from '../model/content/search.ts';
import { searchLanguageOf } from '../model/site/settings.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { SearchPage } from '../ports/repositories/search-repository.ts';
import { parsePage, type Page, type PageRequest } from '../primitives/paging.ts';
import type { Signal } from '../primitives/signal.ts';
import { addSnippets, type SearchResult } from './add-snippets.ts';
import { parseSearchQuery } from './parse-query.ts';

export interface SearchContent extends PageRequest, PerspectiveRequest {
  /** See {@link parseSearchQuery}. */
  readonly q: string;
  readonly status?: ContentStatus | undefined;
  /** The name of a collection. */
  readonly collection?: string | undefined;
  /** Whether an unknown or inactive collection is an error, and not an empty page. */
  readonly mustExist?: boolean | undefined;
  /** The caller's address, for the limits. */
  readonly client: string;
  readonly signal?: Signal | undefined;
}

export interface SearchListing extends Page {
  /** How many items were found and ranked, on all pages. */
  readonly ranked: number;
  /** Whether there may be further matches, which are on no page. */
  readonly hasMore: boolean;
  /** In the order of the ranking. Each part is read when it is requested; a page of usual size is one part. */
  readonly portions: AsyncIterable<readonly SearchResult[]>;
}

/** The maximum number of results on a page: each of them takes time to make its snippet. */
export const searchPageMax = 100;

type SearchDependencies = BasisDependencies &
  Pick<Dependencies, 'timer' | 'search' | 'markdown'> & {
    readonly largePageGate: Gate;
    readonly searchCosts: RecentCosts;
  };

/**
 * Searches the items that lists of content show to the caller, in the perspective of the request. Empty for an unknown or
 * inactive collection, and with the token of an item.
 *
 * @throws DomainError `invalid_input`, `invalid_text`, `token_scope`, `rate_limited`, `overloaded`, `invalid_preview`,
 *   `forbidden`.
 */
export const searchContent =
  (dependencies: SearchDependencies) =>
  async (
    actor: Actor,
    {
      q,
      status,
      collection,
      mustExist,
      client,
      signal,
      perspective,
      preview,
      ...request
    }: SearchContent,
  ): Promise<SearchListing> => {
    const page = atMost(parsePage(request), searchPageMax);
    const terms = parseSearchQuery(q);
    const spender = { actor, client, signal };
    const { value } = await readOnBasis(
      dependencies,
      actor,
      { client, signal, collection, perspective, preview, isAboutItem: true },
      async (decided) =>
        dependencies.searchCosts.run(
          readerKey(spender),
          async (expected) => {
            await decided.spend(expected);
            return readPage(decided, { status, collection, mustExist }, { ...page, terms });
          },
          (read) => (read.isCurrent ? costOf(read.value.found) : 0),
        ),
    );
    const { found, filter, items, language } = value;
    const portions =
      items === undefined
        ? readPortions(dependencies, actor, {
            filter,
            items: found.hits,
            viewpoint: { perspective, preview },
          })
        : [items];
    return {
      ...page,
      ranked: found.ranked,
      hasMore: found.hasMore,
      portions: addSnippets(dependencies, spender, portions, { hits: found.hits, terms, language }),
    };
  };

const atMost = ({ limit, offset }: Page, max: number): Page => ({
  limit: Math.min(limit, max),
  offset,
});

/** What it costs to find and rank: a match counts like its title and a part of its words. */
const costOf = ({ hits, ranked }: SearchPage): number =>
  ranked * (512 + hits.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(1, hits.length) / 16);

interface FoundPage {
  readonly found: SearchPage;
  readonly filter: RequestedFilter;
  readonly language: string;
  /** Undefined if they are too large to hold in memory. */
  readonly items: readonly ContentItem[] | undefined;
}

/** The hits of a page, and their items. */
const readPage = async (
  decided: Decided,
  requested: Parameters<typeof requestedFilter>[1],
  query: Page & { readonly terms: SearchTerms },
): Promise<BasedRead<FoundPage>> => {
  const { repositories, basis, audience, site, perspective } = decided;
  const filter = requestedFilter(decided, requested);
  const visible = visibleFilter(filter, audience);
  const read = await repositories.search.search({ ...query, ...visible, perspective }, basis);
  if (!read.isCurrent) return read;
  const found = read.value;
  const bytes = found.hits.reduce((sum, hit) => sum + hit.bytes, 0);
  const language = searchLanguageOf(site.settings);
  const value = { found, filter, language, items: undefined };
  if (bytes > pageBytes) return { ...read, value };
  const ids = found.hits.map(({ id }) => id);
  const items = await contentsOf(decided).listAmong(ids, visible, basis);
  return items.isCurrent ? { ...items, value: { ...value, items: items.value } } : items;
};
