import { authorize } from '../access/policy.ts';
import { isVisible } from '../access/visibility.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentItem } from '../model/content-item.ts';
import { movedTo } from '../model/redirect.ts';
import { readSlug, type Slug } from '../model/slug.ts';
import { notFound } from '../primitives/errors.ts';
import { noId, readUuid } from '../primitives/uuid.ts';
import {
  readOnBasis,
  type BasisDependencies,
  type Decided,
  type ReadResult,
} from './read-on-basis.ts';

export interface GetCollectionContent {
  /** The name of the collection. */
  readonly collection: string;
  /** If the text is the id of one item and the slug of another, it names the one with the id. */
  readonly idOrSlug: string;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

export interface CollectionContent extends ReadResult<ContentItem> {
  /** The slug of the item, if it was found by a former one. */
  readonly movedTo: Slug | undefined;
}

/**
 * One item of a collection, also by a slug that it had while it was published.
 *
 * @throws DomainError `not_found`, also for an item that the caller cannot see or that is in another
 *   collection; `token_scope`; `rate_limited`.
 */
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
    const { audience, basis, site, repositories } = decided;
    const { collection } = site;
    // For a token with a scope, an unknown collection gets the same response as one out of scope.
    const id = collection?.id ?? noId;
    authorize(decided.actor, 'read', { collection: { id, name } });
    if (collection === undefined) throw notFound('Content');
    const isShown = (item: ContentItem | undefined): item is ContentItem =>
      item?.collectionId === id && isVisible(audience, item);
    const itemId = readUuid(idOrSlug);
    const slug = readSlug(idOrSlug);
    if (itemId !== undefined) {
      const byId = await repositories.contents.getById(itemId, basis);
      if (!byId.isCurrent) return byId;
      if (isShown(byId.value)) return { ...byId, value: byId.value };
    }
    if (slug === undefined) throw notFound('Content');
    const bySlug = await repositories.contents.getBySlug(slug, basis);
    if (!bySlug.isCurrent) return bySlug;
    if (!isShown(bySlug.value)) throw notFound('Content');
    // Found after a read of another state that did not find it: of no known state.
    const snapshot = itemId === undefined ? bySlug.snapshot : undefined;
    return { isCurrent: true, value: bySlug.value, snapshot };
  };
