import type { PerspectiveRequest } from '../access/perspective.ts';
import { visibleFilter } from '../access/visibility.ts';
import { readPortions } from '../content/large-page.ts';
import {
  contentsOf,
  readOnBasis,
  type BasisDependencies,
  type Decided,
  type Reader,
} from '../content/read-on-basis.ts';
import type { Gate } from '../limits/gate.ts';
import { readerKey } from '../limits/costly-reads.ts';
import type { RecentCosts } from '../limits/recent-costs.ts';
import type { RunPiece } from '../limits/work-queue.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import { pageBytes, type ContentItem, type ContentStatus } from '../model/content/content-item.ts';
import type { SearchTerms } from '../model/content/search.ts';
import { settingOf } from '../model/site/settings.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { SearchHit } from '../ports/repositories/search-repository.ts';
import { parsePage, type Page, type PageRequest } from '../primitives/paging.ts';
import type { Signal } from '../primitives/signal.ts';
import type { RequestedCondition } from '../queries/parse-query.ts';
import type { SelectedFields } from '../queries/select-fields.ts';
import { addSnippets, type SearchResult } from './add-snippets.ts';
import { bytesOf, findPage, type RankedPage } from './find-page.ts';
import { parseSearchQuery } from './parse-query.ts';
import { namesIn, parseRequest, type SearchRequest } from './parse-request.ts';

export interface SearchContent extends PageRequest, PerspectiveRequest {
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
  /** Members of items to return, separated by commas. All by default. */
  readonly fields?: string | undefined;
  /** The caller's address, for the limits. */
  readonly client: string;
  /** Ends a read that waits for its turn. Accepts an AbortSignal. */
  readonly signal?: Signal | undefined;
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
}

/** The maximum number of results on a page: each of them takes time to make its snippet. */
export const searchPageMax = 100;

export type SearchDependencies = BasisDependencies &
  Pick<Dependencies, 'timer' | 'search' | 'markdown'> & {
    readonly largePageGate: Gate;
    readonly searchCosts: RecentCosts;
    readonly runPiece: RunPiece;
  };

export const searchContent =
  (dependencies: SearchDependencies) =>
  async (actor: Actor, command: SearchContent): Promise<SearchListing> => {
    const { request, read, resultOf } = searchReader(dependencies, actor, command);
    const { value } = await readOnBasis(dependencies, actor, request, read);
    return withSnippets(dependencies, actor, command, resultOf(value));
  };

/** A page of what was found, before it has snippets. */
export type FoundListing = Omit<SearchListing, 'portions'> & {
  readonly hits: readonly SearchHit[];
  readonly terms: SearchTerms;
  readonly language: string;
} & (
    | { readonly kind: 'items'; readonly items: readonly ContentItem[] }
    | { readonly kind: 'portions'; readonly portions: AsyncIterable<readonly ContentItem[]> }
  );

export const withSnippets = (
  dependencies: SearchDependencies,
  actor: Actor,
  { client, signal }: Pick<SearchContent, 'client' | 'signal'>,
  { hits, terms, language, ...found }: FoundListing,
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
    portions: addSnippets(dependencies, spender, portions, { hits, terms, language }),
  };
};

export const searchReader = (
  dependencies: SearchDependencies,
  actor: Actor,
  { q, where = [], fields, client, signal, perspective, preview, ...command }: SearchContent,
): Reader<FoundPage, FoundListing> => {
  const page = atMost(parsePage(command), searchPageMax);
  const terms = parseSearchQuery(q);
  const names = namesIn(command.collection, where);
  const viewpoint = { perspective, preview };
  const withSchemas = names.length > 1 || where.length > 0 || fields !== undefined;
  const collection = names.length === 1 ? names[0] : undefined;
  return {
    request: { client, signal, collection, ...viewpoint, isAboutItem: true, withSchemas },
    read: async (decided) => {
      const requested = parseRequest(decided, { ...command, names, where, fields });
      return dependencies.searchCosts.run(
        readerKey({ actor, client }),
        async (expected) => {
          await decided.spend(expected);
          return readPage(decided, requested, { ...page, terms });
        },
        (read) => (read.isCurrent ? read.value.cost : 0),
      );
    },
    resultOf: ({ page: found, filter, selection, language, ...counts }) => {
      const { ranked, hasMore, hits } = counts;
      const facts = { ...page, ranked, hasMore, hits, selection, terms, language };
      if ('items' in found) return { ...facts, kind: 'items', items: found.items };
      const large = { filter, items: found.large, viewpoint };
      return { ...facts, kind: 'portions', portions: readPortions(dependencies, actor, large) };
    },
  };
};

const atMost = ({ limit, offset }: Page, max: number): Page => ({
  limit: Math.min(limit, max),
  offset,
});

interface FoundPage extends RankedPage, Pick<SearchRequest, 'filter' | 'selection'> {
  readonly page:
    | { readonly items: readonly ContentItem[] }
    /** Too large to hold in memory. */
    | { readonly large: readonly SearchHit[] };
  readonly language: string;
}

/** The hits of a page, and their items. */
const readPage = async (
  decided: Decided,
  { filter, conditions, selection }: SearchRequest,
  query: Page & { readonly terms: SearchTerms },
): Promise<BasedRead<FoundPage>> => {
  const { basis, audience, site, perspective } = decided;
  const visible = visibleFilter(filter, audience);
  const read = await findPage(decided, { ...query, ...visible, perspective }, conditions);
  if (!read.isCurrent) return read;
  const { hits } = read.value;
  const found = {
    ...read.value,
    filter,
    selection,
    language: settingOf(site.settings, 'searchLanguage'),
  };
  if (bytesOf(hits) > pageBytes) return { ...read, value: { ...found, page: { large: hits } } };
  const ids = hits.map(({ id }) => id);
  const items = await contentsOf(decided).listAmong(ids, visible, basis);
  if (!items.isCurrent) return items;
  return { ...items, value: { ...found, page: { items: items.value } } };
};
