import type { PerspectiveRequest } from '../access/perspective.ts';
import { authorize } from '../access/policy.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { movedTo } from '../model/content/redirect.ts';
import { readSlug, type Slug } from '../model/content/slug.ts';
import type { SiteState } from '../ports/repositories/site-repository.ts';
import { notFound } from '../primitives/errors.ts';
import { noId, readUuid } from '../primitives/uuid.ts';
import {
  contentsOf,
  readOnBasis,
  type BasisDependencies,
  type Decided,
  type ReadResult,
} from './read-on-basis.ts';

export interface GetSingleton extends PerspectiveRequest {
  /** The name of the collection. */
  readonly collection: string;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

export interface GetCollectionContent extends GetSingleton {
  /** If the text is the id of one item and the slug of another, it names the one with the id. */
  readonly idOrSlug: string;
}

export interface CollectionContent extends ReadResult<ContentItem> {
  /** The slug of the item, if it was found by a former one. */
  readonly movedTo: Slug | undefined;
}

export const getCollectionContent =
  (dependencies: BasisDependencies) =>
  async (
    actor: Actor,
    { idOrSlug, ...request }: GetCollectionContent,
  ): Promise<CollectionContent> => {
    const read = readCollectionItem(request.collection, idOrSlug);
    const result = await readOnBasis(dependencies, actor, request, read);
    return { ...result, movedTo: movedFrom(idOrSlug, result.value) };
  };

/** The slug of an item, if the text is a former one. */
export const movedFrom = (idOrSlug: string, item: ContentItem): Slug | undefined => {
  const slug = readSlug(idOrSlug);
  return item.id === readUuid(idOrSlug) || slug === undefined ? undefined : movedTo(slug, item);
};

/** Reads an item of a collection that the site was asked for, for reads that add something to it. */
export const readCollectionItem =
  (name: string, idOrSlug: string) =>
  async (decided: Decided): Promise<BasedRead<ContentItem>> => {
    const { view, basis } = decided;
    const { id: collectionId } = collectionOf(decided, name);
    const contents = contentsOf(decided);
    const id = readUuid(idOrSlug);
    const slug = readSlug(idOrSlug);
    if (id !== undefined) {
      const byId = await contents.getById(id, view, basis);
      if (!byId.isCurrent) return byId;
      if (byId.value?.collectionId === collectionId) return { ...byId, value: byId.value };
    }
    if (slug === undefined) throw notFound('Content');
    const bySlug = await contents.getBySlug({ slug, collectionId }, view, basis);
    if (!bySlug.isCurrent) return bySlug;
    if (bySlug.value === undefined) throw notFound('Content');
    // Found after a read of another state that did not find it: of no known state.
    const snapshot = id === undefined ? bySlug.snapshot : undefined;
    return { isCurrent: true, value: bySlug.value, snapshot };
  };

export const getSingleton =
  (dependencies: BasisDependencies) =>
  async (actor: Actor, request: GetSingleton): Promise<ReadResult<ContentItem>> =>
    readOnBasis(dependencies, actor, request, readSingleton(request.collection));

/** Reads the item of a singleton that the site was asked for, for reads that add something to it. */
export const readSingleton =
  (name: string) =>
  async (decided: Decided): Promise<BasedRead<ContentItem>> => {
    const { id: collectionId, isSingleton } = collectionOf(decided, name);
    if (isSingleton !== true) throw notFound('Content');
    const query = { collectionId, limit: 1, offset: 0 };
    const read = await contentsOf(decided).list(query, decided.view, decided.basis);
    if (!read.isCurrent) return read;
    const [item] = 'items' in read.value ? read.value.items : [];
    if (item === undefined) throw notFound('Content');
    return { ...read, value: item };
  };

/**
 * The collection that the request names, also an inactive one.
 *
 * @throws DomainError `not_found`; `token_scope`, also for an unknown collection.
 */
const collectionOf = (
  { actor, site: { collection } }: Decided,
  name: string,
): NonNullable<SiteState['collection']> => {
  authorize(actor, 'read', { collection: { id: collection?.id ?? noId, name } });
  if (collection === undefined) throw notFound('Content');
  return collection;
};
