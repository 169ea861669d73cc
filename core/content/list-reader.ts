import { uncachedReport } from '../cache/cache-plugin.ts';
import type { CachedPage, PageCache } from '../cache/page-cache.ts';
import { skipBytes } from '../limits/costly-reads.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentStatus } from '../model/content/content-item.ts';
import { movedTo } from '../model/content/redirect.ts';
import { parseSlug, type Slug } from '../model/content/slug.ts';
import type { Languages } from '../model/content/view.ts';
import type {
  ContentConditions,
  ContentPage,
  ContentQuery,
  PageTag,
  QueryTrace,
} from '../ports/repositories/content-repository.ts';
import { parsePage, type Page, type PageRequest } from '../primitives/paging.ts';
import type { Alternates } from './alternates.ts';
import { languageFacts, pageAlternates, type LanguageFacts } from './language-facts.ts';
import { pageItems, type PageDependencies, type PageItems } from './page-items.ts';
import { contentsOf, type Decided, type Reader, type ReadOptions } from './read-on-basis.ts';
import { requestedFilter } from './requested-filter.ts';

/** A list, newest first. */
export interface ListOf extends PageRequest {
  /** Lists only items with this status. */
  readonly status?: ContentStatus | undefined;
  /** Lists only items of the collection with this name. */
  readonly collection?: string | undefined;
  /** Whether an unknown or inactive collection is an error, and not an empty list. Defaults to false. */
  readonly mustExist?: boolean | undefined;
  /** Lists only the item with this slug, or with this former slug. Normalized like the slug of an item. */
  readonly slug?: string | undefined;
}

/** One condition that the caller requested. */
export interface Condition {
  readonly field: 'status' | 'collectionId' | 'slug';
  readonly operator: 'equals';
  readonly value: string;
}

/** What every page reports, regardless of the form of its items. */
export interface PageFacts extends Page, LanguageFacts {
  /** The number of items on the page. */
  readonly count: number;
  /** Without those of a query on fields. */
  readonly conditions: readonly Condition[];
  /** The slug of the only item, if it was found by a former one. */
  readonly movedTo?: Slug | undefined;
  /** The statement that ran. Not of a query. */
  readonly trace?: QueryTrace;
  /** The tag of the page; undefined if the page is too large to hold in memory, and of a query. */
  readonly tag?: PageTag;
}

/** How pages are read that are in the store. */
export type PageSource = (decided: Decided, query: ContentQuery) => Promise<BasedRead<CachedPage>>;

export const storedPages: PageSource = async (decided, query) => {
  const read = await contentsOf(decided).list(query, decided.view, decided.basis);
  if (!read.isCurrent) return read;
  const cache = uncachedReport(decided.site.settings);
  return { ...read, value: { page: read.value, cache } };
};

/** Only for what is published: the cache knows no other pages. */
export const cachedPages =
  (pageCache: PageCache): PageSource =>
  ({ repositories: { contents }, view, basis, site }, query) =>
    pageCache.list(contents, query, { ...view, shown: 'published' }, { basis, site });

interface ListedPage extends CachedPage {
  readonly filter: ContentConditions;
  readonly languages: Languages | undefined;
  readonly alternates?: Alternates;
}

/** @throws DomainError `invalid_input`, `invalid_slug`. */
export const listReader = (
  dependencies: PageDependencies,
  actor: Actor,
  { status, slug: rawSlug, collection, mustExist, ...request }: ListOf,
  options: ReadOptions,
  source: PageSource,
): Reader<ListedPage, PageFacts & PageItems> => {
  const page = parsePage(request);
  const slug = rawSlug === undefined ? undefined : parseSlug(rawSlug);
  const read = async (decided: Decided): Promise<BasedRead<ListedPage>> => {
    const filter = requestedFilter(decided, { status, collection, mustExist });
    const query = { ...page, ...(slug !== undefined && { slug }), ...filter };
    await decided.spend(page.offset * skipBytes.inIndex);
    const found = await source(decided, query);
    const { languages } = decided.view;
    return found.isCurrent ? { ...found, value: { ...found.value, filter, languages } } : found;
  };
  return {
    request: { ...options, collection },
    read: pageAlternates(read, options, page),
    resultOf: (found) => ({
      ...factsOf(page, found.filter, slug, found.page),
      ...languageFacts(found),
      ...pageItems(dependencies, actor, options, found),
    }),
  };
};

const factsOf = (
  page: Page,
  filter: ContentConditions,
  slug: Slug | undefined,
  found: ContentPage,
): Omit<PageFacts, 'count'> => {
  const { trace, tag } = found;
  const movedFrom = slug && 'items' in found && movedTo(slug, found.items[0]);
  return {
    ...page,
    conditions: (['status', 'collectionId', 'slug'] as const).flatMap((field) => {
      const value = { ...filter, slug }[field];
      return value === undefined ? [] : [{ field, operator: 'equals', value } as const];
    }),
    ...(movedFrom !== undefined && movedFrom !== false && { movedTo: movedFrom }),
    ...(trace && { trace }),
    ...(tag !== undefined && { tag }),
  };
};
