import type { Actor } from '../access/actor.ts';
import {
  visibilityFor,
  visibleFilter,
  type RequestedFilter,
  type Visibility,
} from '../access/visibility.ts';
import type { CacheReport, KeptText } from '../caching/content-cache.ts';
import type { ListForm, TextChunks } from '../caching/forms.ts';
import type { Dependencies } from '../dependencies.ts';
import { notFound } from '../errors.ts';
import { subjects } from '../freshness/subjects.ts';
import { limitContentReads } from '../limits/rate-limit.ts';
import { parsePage, type Page, type PageRequest } from '../paging.ts';
import type { QueryTrace, SizedItem } from '../ports/content-repository.ts';
import type { SiteState } from '../ports/site-repository.ts';
import { noId } from '../uuid.ts';
import type { ContentItem, ContentStatus, EncodedItem } from './content-item.ts';
import { readPortions } from './large-page.ts';
import { findListedCollection } from './listed-collection.ts';
import { pageRefresh } from './page-refresh.ts';
import { parseSlug, type Slug } from './slug.ts';

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
  /** The statement that ran; for a cached page, the one that filled the cache. */
  readonly trace?: QueryTrace;
}

/**
 * A page that is too large to hold in memory at once. The portions come in the order of the list, and
 * each is read when it is requested. Requesting the first one can throw `overloaded`.
 */
export interface LargeListing extends ListingFacts {
  readonly kind: 'portions';
  readonly portions: AsyncIterable<readonly ContentItem[]>;
}

export type ContentListing =
  | LargeListing
  | (ListingFacts & { readonly kind: 'items'; readonly items: readonly ContentItem[] });

export type RenderedListing = { readonly cache: CacheReport } & (
  | LargeListing
  | (ListingFacts & {
      readonly kind: 'text';
      readonly text: TextChunks;
      /** Differs for lists whose text differs. */
      readonly tag: string;
      /** See `ContentCache`. */
      readonly kept?: KeptText | undefined;
    })
);

type ListDependencies = Pick<
  Dependencies,
  'site' | 'limiter' | 'collections' | 'contents' | 'contentCache' | 'knownPlaces' | 'largePageGate'
>;

/**
 * A page of content items, newest first. Empty for an unknown or inactive collection.
 *
 * @throws DomainError `invalid_input`, `invalid_slug`, `token_scope`, `rate_limited`.
 */
export const listContent =
  (dependencies: ListDependencies) =>
  async (actor: Actor, command: ListContent): Promise<ContentListing> =>
    readItems(dependencies, actor, await findPage(dependencies, actor, command));

/** Like {@link listContent} for one collection. @throws DomainError also `not_found`. */
export const listCollectionContent =
  (dependencies: ListDependencies) =>
  async (
    actor: Actor,
    command: ListContent & { readonly collection: string },
  ): Promise<ContentListing> =>
    readItems(dependencies, actor, await findCollectionPage(dependencies, actor, command));

/** Like {@link listContent}, as text in a form, which is cached while the cache plugin is on. */
export const listRenderedContent =
  (dependencies: ListDependencies) =>
  async (
    actor: Actor,
    command: ListContent,
    form: ListForm<EncodedItem>,
  ): Promise<RenderedListing> =>
    readText(dependencies, actor, await findPage(dependencies, actor, command), form);

/** Like {@link listCollectionContent}, as text in a form. */
export const listRenderedCollectionContent =
  (dependencies: ListDependencies) =>
  async (
    actor: Actor,
    command: ListContent & { readonly collection: string },
    form: ListForm<EncodedItem>,
  ): Promise<RenderedListing> =>
    readText(dependencies, actor, await findCollectionPage(dependencies, actor, command), form);

/** A requested page, before it is read. */
interface RequestedPage {
  readonly page: Page;
  readonly filter: RequestedFilter;
  readonly slug: Slug | undefined;
  readonly site: SiteState;
  readonly visibility: Visibility;
}

const findPage = async (
  dependencies: ListDependencies,
  actor: Actor,
  command: ListContent,
): Promise<RequestedPage> =>
  requestPage(dependencies, actor, command, async () => {
    if (command.collection === undefined) return undefined;
    return (await findListedCollection(dependencies, actor, command.collection)) ?? noId;
  });

const findCollectionPage = async (
  dependencies: ListDependencies,
  actor: Actor,
  command: ListContent & { readonly collection: string },
): Promise<RequestedPage> =>
  requestPage(dependencies, actor, command, async () => {
    const id = await findListedCollection(dependencies, actor, command.collection);
    if (id === undefined) throw notFound('Collection');
    return id;
  });

/** @param findId called after the rate limit, so that requests for unknown names count too. */
const requestPage = async (
  { site: repository, limiter }: ListDependencies,
  actor: Actor,
  { status, slug: rawSlug, client, ...request }: ListContent,
  findId: () => Promise<string | undefined>,
): Promise<RequestedPage> => {
  const page = parsePage(request);
  const slug = rawSlug === undefined ? undefined : parseSlug(rawSlug);
  const site = await repository.load();
  await limitContentReads(limiter, site.settings, client);
  const collectionId = await findId();
  const filter = {
    ...(status !== undefined && { status }),
    ...(collectionId !== undefined && { collectionId }),
  };
  return { page, filter, slug, site, visibility: visibilityFor(actor, site.settings) };
};

const readItems = async (
  dependencies: ListDependencies,
  actor: Actor,
  requested: RequestedPage,
): Promise<ContentListing> => {
  const { contents, knownPlaces } = dependencies;
  const page = await knownPlaces.list(contents, queryOf(requested));
  const facts = { ...factsOf(requested), ...(page.trace && { trace: page.trace }) };
  if ('large' in page) return largeListing(dependencies, actor, requested, facts, page.large);
  return { ...facts, kind: 'items', count: page.items.length, items: page.items };
};

/** What the cache keeps with the text. */
interface PageFacts {
  readonly trace?: QueryTrace;
  readonly ids?: readonly string[];
  readonly tag?: string;
  /** The items of a large page, which is never cached. */
  readonly large?: readonly SizedItem[];
}

const readText = async (
  dependencies: ListDependencies,
  actor: Actor,
  requested: RequestedPage,
  form: ListForm<EncodedItem>,
): Promise<RenderedListing> => {
  const { page, filter, slug, site, visibility } = requested;
  const { contents, contentCache, knownPlaces } = dependencies;
  const { collectionId, status } = queryOf(requested);
  const { facts, text, cache, kept } = await contentCache.read<PageFacts>(
    {
      site,
      visibility,
      subjects: [slug === undefined ? subjects.list(collectionId, status) : subjects.slug(slug)],
      query: ['list', page.limit, page.offset, filter.collectionId, filter.status, slug],
      form: form.key,
    },
    async () => {
      const { trace, ...found } = await knownPlaces.list(contents.encoded, queryOf(requested));
      const traced = trace && { trace };
      if ('large' in found) return { facts: { ...traced, large: found.large }, text: [] };
      const ids = found.items.map(({ id }) => id);
      const { text, tags, tag } = form.render(found.items);
      const subjectsOf = () => ids.map(subjects.item);
      return { facts: { ...traced, ids, tag }, text, tags, subjectsOf };
    },
    ({ large }) => large === undefined,
    pageRefresh(contents.encoded, form),
  );
  const { large, ids = [], tag = '', trace } = facts;
  const all = { ...factsOf(requested), ...(trace && { trace }) };
  return large === undefined
    ? { ...all, kind: 'text', count: ids.length, text, tag, cache, kept }
    : { ...largeListing(dependencies, actor, requested, all, large), cache };
};

const queryOf = ({ page, filter, slug, site, visibility }: RequestedPage) => ({
  ...page,
  ...(slug !== undefined && { slug }),
  ...visibleFilter(filter, visibility, site.activeCollections),
});

const largeListing = (
  dependencies: ListDependencies,
  actor: Actor,
  { filter }: RequestedPage,
  facts: Omit<ListingFacts, 'count'>,
  large: readonly SizedItem[],
): LargeListing => ({
  ...facts,
  kind: 'portions',
  count: large.length,
  portions: readPortions(dependencies, actor, filter, large),
});

const factsOf = ({ page, filter, slug }: RequestedPage): Omit<ListingFacts, 'count' | 'trace'> => ({
  ...page,
  conditions: (['status', 'collectionId', 'slug'] as const).flatMap((field) => {
    const value = { ...filter, slug }[field];
    return value === undefined ? [] : [{ field, operator: 'equals', value } as const];
  }),
});
