import { visibleFilter, type RequestedFilter } from '../access/visibility.ts';
import type { CachedPage, PageCache } from '../cache/page-cache.ts';
import type { Gate } from '../limits/gate.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentItem, ContentStatus } from '../model/content-item.ts';
import { movedTo } from '../model/redirect.ts';
import { parseSlug, type Slug } from '../model/slug.ts';
import type { ContentPage, PageTag, QueryTrace, SizedItem } from '../ports/content-repository.ts';
import { notFound } from '../primitives/errors.ts';
import { parsePage, type Page, type PageRequest } from '../primitives/paging.ts';
import { noId } from '../primitives/uuid.ts';
import { readPortions } from './large-page.ts';
import {
  readOnBasis,
  requestedFilter,
  type BasisDependencies,
  type Decided,
  type ReadRequest,
  type ReadResult,
} from './read-on-basis.ts';

export interface ListContent extends PageRequest {
  readonly status?: ContentStatus | undefined;
  /** The name of a collection. */
  readonly collection?: string | undefined;
  /** Normalized like the slug of an item. */
  readonly slug?: string | undefined;
  /** The caller's address, for the rate limit. */
  readonly client: string;
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

export type ListDependencies = BasisDependencies & {
  readonly pageCache: PageCache;
  readonly largePageGate: Gate;
};

/**
 * A page of content items, newest first. Empty for an unknown or inactive collection.
 *
 * @throws DomainError `invalid_input`, `invalid_slug`, `token_scope`, `rate_limited`.
 */
export const listContent =
  (dependencies: ListDependencies) =>
  async (actor: Actor, command: ListContent): Promise<ReadResult<ContentListing>> =>
    listPage(dependencies, actor, command);

/** Like {@link listContent} for one collection. @throws DomainError also `not_found`. */
export const listCollectionContent =
  (dependencies: ListDependencies) =>
  async (
    actor: Actor,
    command: ListContent & { readonly collection: string },
  ): Promise<ReadResult<ContentListing>> =>
    listPage(dependencies, actor, command, { mustExist: true });

/** A page, and the conditions that it was read with. */
export interface FilteredPage {
  readonly page: ContentPage;
  readonly filter: RequestedFilter;
}

/** What a read of a page returns. */
type PageRead = FilteredPage & CachedPage;

/** How a page is read and what it shows, for reads that add something to it. */
export interface PageReader<R extends FilteredPage = PageRead> {
  readonly request: ReadRequest;
  readonly read: (decided: Decided) => Promise<BasedRead<R>>;
  readonly listingOf: (found: FilteredPage) => ContentListing;
}

/** @throws DomainError `invalid_input`, `invalid_slug`. */
export const pageReader = (
  dependencies: ListDependencies,
  actor: Actor,
  { status, slug: rawSlug, client, collection, ...request }: ListContent,
  { mustExist = false } = {},
): PageReader => {
  const page = parsePage(request);
  const slug = rawSlug === undefined ? undefined : parseSlug(rawSlug);
  return {
    request: { client, collection },
    read: async (decided) => {
      const filter = requestedFilter(decided, { status, collection });
      if (mustExist && filter.collectionId === noId) throw notFound('Collection');
      const query = {
        ...page,
        ...(slug !== undefined && { slug }),
        ...visibleFilter(filter, decided.audience),
      };
      const { repositories, basis, site } = decided;
      const read = await dependencies.pageCache.list(repositories.contents, query, basis, site);
      return read.isCurrent ? { ...read, value: { ...read.value, filter } } : read;
    },
    listingOf: ({ page: found, filter }) => {
      const facts = factsOf(page, filter, slug, found);
      return listingOf(facts, found, slug, (items) =>
        readPortions(dependencies, actor, { filter, items }),
      );
    },
  };
};

const listPage = async (
  dependencies: ListDependencies,
  actor: Actor,
  command: ListContent,
  options?: { readonly mustExist: boolean },
): Promise<ReadResult<ContentListing>> => {
  const { request, read, listingOf } = pageReader(dependencies, actor, command, options);
  const result = await readOnBasis(dependencies, actor, request, read);
  return { ...result, value: listingOf(result.value), cache: result.value.cache };
};

/** @param slug that was asked for. @param portionsOf reads a large page in portions. */
export const listingOf = (
  facts: Omit<ListingFacts, 'count'>,
  found: ContentPage,
  slug: Slug | undefined,
  portionsOf: (items: readonly SizedItem[]) => AsyncIterable<readonly ContentItem[]>,
): ContentListing =>
  'items' in found
    ? {
        ...facts,
        kind: 'items',
        count: found.items.length,
        items: found.items,
        movedTo: slug && movedTo(slug, found.items[0]),
      }
    : { ...facts, kind: 'portions', count: found.large.length, portions: portionsOf(found.large) };

export const factsOf = (
  page: Page,
  filter: RequestedFilter,
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
