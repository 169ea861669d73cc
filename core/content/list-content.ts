import { mayBeCached, type PerspectiveRequest } from '../access/perspective.ts';
import { uncachedReport } from '../cache/cache-plugin.ts';
import type { CachedPage, PageCache } from '../cache/page-cache.ts';
import { skipBytes } from '../limits/costly-reads.ts';
import type { Gate } from '../limits/gate.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentItem, ContentStatus } from '../model/content/content-item.ts';
import { movedTo } from '../model/content/redirect.ts';
import { parseSlug, type Slug } from '../model/content/slug.ts';
import type {
  ContentConditions,
  ContentPage,
  ContentQuery,
  PageTag,
  QueryTrace,
} from '../ports/repositories/content-repository.ts';
import { parsePage, type Page, type PageRequest } from '../primitives/paging.ts';
import { readPortions } from './large-page.ts';
import {
  contentsOf,
  readOnBasis,
  requestedFilter,
  type BasisDependencies,
  type Decided,
  type Reader,
  type ReadResult,
} from './read-on-basis.ts';

export interface ListContent extends PageRequest, PerspectiveRequest {
  /** Lists only items with this status. */
  readonly status?: ContentStatus | undefined;
  /** Lists only items of the collection with this name. */
  readonly collection?: string | undefined;
  /** Whether an unknown or inactive collection is an error, and not an empty list. Defaults to false. */
  readonly mustExist?: boolean | undefined;
  /** Lists only the item with this slug, or with this former slug. Normalized like the slug of an item. */
  readonly slug?: string | undefined;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

/** A list of one collection, which must exist and be active. */
export interface ListCollectionContent extends ListContent {
  readonly collection: string;
}

/** One condition that the caller requested. */
export interface Condition {
  readonly field: 'status' | 'collectionId' | 'slug';
  readonly operator: 'equals';
  readonly value: string;
}

/** What every listing reports, regardless of the form of its items. */
export interface ListingFacts extends Page {
  /** The number of items on the page. */
  readonly count: number;
  readonly conditions: readonly Condition[];
  /** The slug of the only item, if it was found by a former one. */
  readonly movedTo?: Slug | undefined;
  /** The statement that ran. */
  readonly trace?: QueryTrace;
  /** The tag of the page; undefined if the page is too large to hold in memory. */
  readonly tag?: PageTag;
}

export type ContentListing = ListingFacts &
  (
    | { readonly kind: 'items'; readonly items: readonly ContentItem[] }
    /**
     * A page that is too large to hold in memory at once. The portions come in the order of the list, and
     * each is read when it is requested. Requesting the first one can throw `overloaded`.
     */
    | { readonly kind: 'portions'; readonly portions: AsyncIterable<readonly ContentItem[]> }
  );

/** What reads pages that come from the store. */
export type PageDependencies = BasisDependencies & { readonly largePageGate: Gate };

type ListDependencies = PageDependencies & { readonly pageCache: PageCache };

export const listContent =
  (dependencies: ListDependencies) =>
  async (actor: Actor, command: ListContent): Promise<ReadResult<ContentListing>> =>
    listPage(dependencies, actor, command);

export const listCollectionContent =
  (dependencies: ListDependencies) =>
  async (actor: Actor, command: ListCollectionContent): Promise<ReadResult<ContentListing>> =>
    listPage(dependencies, actor, { ...command, mustExist: true });

/** A page, and the conditions that it was read with. */
export interface FilteredPage {
  readonly page: ContentPage;
  readonly filter: ContentConditions;
}

type PageSource = (decided: Decided, query: ContentQuery) => Promise<BasedRead<CachedPage>>;

interface PageOptions {
  /** Reads from the store by default. */
  readonly readPage?: PageSource;
}

/** @throws DomainError `invalid_input`, `invalid_slug`. */
export const pageReader = (
  dependencies: PageDependencies,
  actor: Actor,
  {
    status,
    slug: rawSlug,
    client,
    collection,
    mustExist,
    perspective,
    preview,
    ...request
  }: ListContent,
  { readPage = readStoredPage }: PageOptions = {},
): Reader<FilteredPage & CachedPage, ContentListing> => {
  const page = parsePage(request);
  const slug = rawSlug === undefined ? undefined : parseSlug(rawSlug);
  const viewpoint = { perspective, preview };
  return {
    request: { client, collection, ...viewpoint },
    read: async (decided) => {
      const filter = requestedFilter(decided, { status, collection, mustExist });
      const query = { ...page, ...(slug !== undefined && { slug }), ...filter };
      await decided.spend(page.offset * skipBytes.inIndex);
      const read = await readPage(decided, query);
      return read.isCurrent ? { ...read, value: { ...read.value, filter } } : read;
    },
    resultOf: ({ page: found, filter }) => {
      const facts = factsOf(page, filter, slug, found);
      if ('items' in found) {
        const { items } = found;
        const movedFrom = slug && movedTo(slug, items[0]);
        return { ...facts, kind: 'items', count: items.length, items, movedTo: movedFrom };
      }
      const { large: items } = found;
      const portions = readPortions(dependencies, actor, { filter, items, viewpoint });
      return { ...facts, kind: 'portions', count: items.length, portions };
    },
  };
};

const readStoredPage: PageSource = async (decided, query) => {
  const read = await contentsOf(decided).list(query, decided.view, decided.basis);
  if (!read.isCurrent) return read;
  const cache = uncachedReport(decided.site.settings);
  return { ...read, value: { page: read.value, cache } };
};

const listPage = async (
  dependencies: ListDependencies,
  actor: Actor,
  command: ListContent,
): Promise<ReadResult<ContentListing>> => {
  const { pageCache } = dependencies;
  const { request, read, resultOf } = pageReader(dependencies, actor, command, {
    ...(mayBeCached(command) && {
      readPage: ({ repositories: { contents }, view: { audience }, basis, site }, query) =>
        pageCache.list(contents, query, { audience, shown: 'published' }, { basis, site }),
    }),
  });
  const result = await readOnBasis(dependencies, actor, request, read);
  return { ...result, value: resultOf(result.value), cache: result.value.cache };
};

const factsOf = (
  page: Page,
  filter: ContentConditions,
  slug: Slug | undefined,
  { trace, tag }: ContentPage,
): Omit<ListingFacts, 'count'> => ({
  ...page,
  conditions: (['status', 'collectionId', 'slug'] as const).flatMap((field) => {
    const value = { ...filter, slug }[field];
    return value === undefined ? [] : [{ field, operator: 'equals', value } as const];
  }),
  ...(trace && { trace }),
  ...(tag !== undefined && { tag }),
});
