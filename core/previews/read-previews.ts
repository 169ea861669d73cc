import { isVisible, visibleFilter } from '../access/visibility.ts';
import { authorize } from '../access/policy.ts';
import type { PerspectiveRequest } from '../access/perspective.ts';
import {
  movedFrom,
  type CollectionContent,
  type GetCollectionContent,
} from '../content/get-collection-content.ts';
import { onlyVisible, type GetContent } from '../content/get-content.ts';
import type { GetSingleton } from '../content/get-singleton.ts';
import { readPortions } from '../content/large-page.ts';
import {
  factsOf,
  listingOf,
  type ContentListing,
  type FilteredPage,
  type ListContent,
  type PageReader,
} from '../content/list-content.ts';
import {
  contentsOf,
  readOnBasis,
  requestedFilter,
  type BasisDependencies,
  type Decided,
  type ReadResult,
} from '../content/read-on-basis.ts';
import type { Gate } from '../limits/gate.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentItem } from '../model/content-item.ts';
import { parseSlug, readSlug } from '../model/slug.ts';
import type { ContentPage, ContentQuery } from '../ports/content-repository.ts';
import { notFound } from '../primitives/errors.ts';
import { parsePage } from '../primitives/paging.ts';
import { noId, readUuid } from '../primitives/uuid.ts';

/*
 * The reads of content for requests that name a perspective or have a preview token. No result comes from a cache, and
 * none may enter one.
 */

/**
 * @throws DomainError `not_found`, also for an item that the caller cannot see, and for every item but that of a token;
 *   `invalid_preview`, `forbidden`, `token_scope`, `rate_limited`.
 */
export const getPreview =
  (dependencies: BasisDependencies) =>
  async (
    actor: Actor,
    { id, ...request }: GetContent & PerspectiveRequest,
  ): Promise<ReadResult<ContentItem>> =>
    readOnBasis(dependencies, actor, request, previewItem(id));

/** Reads an item, for reads that add something to it. */
export const previewItem =
  (rawId: string) =>
  async (decided: Decided): Promise<BasedRead<ContentItem>> => {
    const id = readUuid(rawId);
    if (id === undefined) throw notFound('Content');
    return onlyVisible(decided, await contentsOf(decided).getById(id, decided.basis));
  };

/**
 * One item of a collection. The collection and the slug are those that are shown: of a working copy in the perspective
 * of drafts. If several items have the slug, it names the first one of their list; without any, the item that had it while
 * it was published.
 *
 * @throws DomainError `not_found`, also for an item that the caller cannot see, that is in another collection, or that
 *   is not the item of the token; `invalid_preview`, `forbidden`, `token_scope`, `rate_limited`.
 */
export const getCollectionPreview =
  (dependencies: BasisDependencies) =>
  async (
    actor: Actor,
    { idOrSlug, ...request }: GetCollectionContent & PerspectiveRequest,
  ): Promise<CollectionContent> => {
    const read = previewCollectionItem(request.collection, idOrSlug);
    const result = await readOnBasis(dependencies, actor, request, read);
    return { ...result, movedTo: movedFrom(idOrSlug, result.value) };
  };

/** Reads an item of a collection that the site was asked for, for reads that add something to it. */
export const previewCollectionItem =
  (name: string, idOrSlug: string) =>
  async (decided: Decided): Promise<BasedRead<ContentItem>> => {
    const { audience, basis } = decided;
    const { id: collectionId } = collectionOf(decided, name);
    const id = readUuid(idOrSlug);
    const slug = readSlug(idOrSlug);
    if (id !== undefined) {
      const byId = await contentsOf(decided).getById(id, basis);
      if (!byId.isCurrent) return byId;
      const { value: item } = byId;
      if (item?.collectionId === collectionId && isVisible(audience, item)) {
        return { ...byId, value: item };
      }
    }
    if (slug === undefined) throw notFound('Content');
    return firstOf(decided, { slug, ...visibleFilter({ collectionId }, audience) });
  };

/**
 * The item that is shown in a singleton.
 *
 * @throws DomainError like {@link getCollectionPreview}; `not_found` also for a collection that is no singleton.
 */
export const getSingletonPreview =
  (dependencies: BasisDependencies) =>
  async (
    actor: Actor,
    request: GetSingleton & PerspectiveRequest,
  ): Promise<ReadResult<ContentItem>> =>
    readOnBasis(dependencies, actor, request, previewSingleton(request.collection));

/** Reads the item of a singleton that the site was asked for, for reads that add something to it. */
export const previewSingleton =
  (name: string) =>
  async (decided: Decided): Promise<BasedRead<ContentItem>> => {
    const { id: collectionId, isSingleton } = collectionOf(decided, name);
    if (isSingleton !== true) throw notFound('Content');
    return firstOf(decided, visibleFilter({ collectionId }, decided.audience));
  };

export interface ListPreviews extends ListContent, PerspectiveRequest {
  /** Whether an unknown or inactive collection is an error, and not an empty list. */
  readonly mustExist?: boolean;
}

type ListDependencies = BasisDependencies & { readonly largePageGate: Gate };

/**
 * A page of content items, newest first. With the token of an item, only this item, if it matches the conditions.
 *
 * @throws DomainError `invalid_input`, `invalid_slug`, `invalid_preview`, `forbidden`, `token_scope`, `rate_limited`;
 *   `not_found` for a collection that must exist.
 */
export const listPreviews =
  (dependencies: ListDependencies) =>
  async (actor: Actor, command: ListPreviews): Promise<ReadResult<ContentListing>> => {
    const { request, read, listingOf } = previewPageReader(dependencies, actor, command);
    const result = await readOnBasis(dependencies, actor, request, read);
    return { ...result, value: listingOf(result.value) };
  };

/** How a page is read, for reads that add something to it. @throws DomainError `invalid_input`, `invalid_slug`. */
export const previewPageReader = (
  dependencies: ListDependencies,
  actor: Actor,
  { status, slug: rawSlug, mustExist = false, ...command }: ListPreviews,
): PageReader<FilteredPage> => {
  const { client, collection, perspective, preview } = command;
  const page = parsePage(command);
  const slug = rawSlug === undefined ? undefined : parseSlug(rawSlug);
  return {
    request: { client, collection, perspective, preview },
    read: async (decided) => {
      const filter = requestedFilter(decided, { status, collection });
      if (mustExist && filter.collectionId === noId) throw notFound('Collection');
      const query = {
        ...page,
        ...(slug !== undefined && { slug }),
        ...visibleFilter(filter, decided.audience),
      };
      const read = await pageFor(decided, query);
      return read.isCurrent ? { ...read, value: { page: read.value, filter } } : read;
    },
    listingOf: ({ page: found, filter }) => {
      const { tag: _, ...facts } = factsOf(page, filter, slug, found);
      return listingOf(facts, found, slug, (items) =>
        readPortions(dependencies, actor, { filter, items, viewpoint: { perspective, preview } }),
      );
    },
  };
};

/**
 * The collection that the request names, also an inactive one.
 *
 * @throws DomainError `not_found`; `token_scope`, also for an unknown collection.
 */
const collectionOf = (
  { actor, site: { collection } }: Decided,
  name: string,
): NonNullable<Decided['site']['collection']> => {
  authorize(actor, 'read', { collection: { id: collection?.id ?? noId, name } });
  if (collection === undefined) throw notFound('Content');
  return collection;
};

/** @throws DomainError `not_found`. */
const firstOf = async (
  decided: Decided,
  query: Omit<ContentQuery, 'limit' | 'offset'>,
): Promise<BasedRead<ContentItem>> => {
  const read = await pageFor(decided, { ...query, limit: 1, offset: 0 });
  if (!read.isCurrent) return read;
  const [item] = 'items' in read.value ? read.value.items : [];
  if (item === undefined) throw notFound('Content');
  return { isCurrent: true, value: item };
};

/** The item of a token is read by its id. */
const pageFor = async (decided: Decided, query: ContentQuery): Promise<BasedRead<ContentPage>> => {
  const { audience, basis } = decided;
  if (audience.item === undefined) return contentsOf(decided).list(query, basis);
  const read = await contentsOf(decided).getById(audience.item, basis);
  if (!read.isCurrent) return read;
  const { value: item } = read;
  const isOnPage = item !== undefined && query.offset === 0 && matches(query, item);
  return { isCurrent: true, value: { items: isOnPage ? [item] : [] } };
};

const matches = ({ status, collectionId, slug }: ContentQuery, item: ContentItem): boolean =>
  (status ?? item.status) === item.status &&
  (collectionId ?? item.collectionId) === item.collectionId &&
  (slug ?? item.slug) === item.slug;
