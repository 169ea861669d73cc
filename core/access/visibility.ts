import type { Actor, CollectionScope } from '../model/actor.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { FormerSlugFilter } from '../model/content/redirect.ts';
import { settingOf } from '../model/site/settings.ts';
import type { Audience, Shown } from '../model/content/view.ts';
import type {
  ContentConditions,
  ContentFilter,
  ContentQuery,
  VisibleQuery,
} from '../ports/repositories/content-repository.ts';
import type { CollectionFields, SiteState } from '../ports/repositories/site-repository.ts';
import { inScope } from './policy.ts';

/** Whether the setting `publicContent` applies to the actor. */
export const readsAsPublic = (actor: Actor): boolean =>
  actor.kind === 'anonymous' || actor.kind === 'token';

/**
 * Decides which items an actor can see. Every read of content uses it.
 *
 * @param shown `unpublished` only for an actor who may `read_drafts`.
 */
export const audienceOf = (
  actor: Actor,
  { settings, activeCollections }: Pick<SiteState, 'settings' | 'activeCollections'>,
  shown: Shown = 'published',
): Audience => {
  if (!readsAsPublic(actor)) return { publishedOnly: false, collections: 'all', scope: 'all' };
  const scope = actor.kind === 'token' ? actor.scope : 'all';
  return {
    publishedOnly: shown === 'published' && settingOf(settings, 'publicContent') === 'published',
    collections: activeCollections,
    scope,
    seenIn: scope,
  };
};

/**
 * Whether the audience sees the item. Does not check the scope of a token: an item outside of it is forbidden, not
 * absent.
 */
export const isVisible = (
  { publishedOnly, collections }: Audience,
  { status, collectionId }: Pick<ContentItem, 'status' | 'collectionId'>,
): boolean => (!publishedOnly || status === 'published') && inScope(collections, collectionId);

/** The collections of which lists contain items, if there are any. */
export const readableCollections = ({ collections, scope }: Audience): CollectionScope =>
  intersection(scope, collections);

/** The former slugs that the audience may learn. */
export const knownFormerSlugs = ({ seenIn }: Audience): FormerSlugFilter =>
  seenIn === undefined ? {} : { seenIn };

/**
 * The requested conditions, limited to what the audience sees. Conditions that exclude nothing are omitted, so that a store
 * can choose the statement with the best plan.
 */
export const visibleFilter = (
  { status, collectionId, collectionIds }: ContentConditions,
  audience: Audience,
): ContentFilter => {
  const readable = intersection(collectionIds ?? 'all', readableCollections(audience));
  const visibleStatus = audience.publishedOnly ? 'published' : status;
  const isEmpty =
    (status !== undefined && status !== visibleStatus) ||
    (collectionId !== undefined && !inScope(readable, collectionId));
  return {
    ...(visibleStatus !== undefined && { status: status ?? visibleStatus }),
    ...(collectionId !== undefined && { collectionId }),
    within: isEmpty ? [] : collectionId === undefined ? readable : 'all',
  };
};

/** Whether the item, as it is shown, meets the conditions. */
export const meetsFilter = (
  { status, collectionId, within }: ContentFilter,
  item: Pick<ContentItem, 'status' | 'collectionId'>,
): boolean =>
  (status === undefined || item.status === status) &&
  (collectionId === undefined || item.collectionId === collectionId) &&
  inScope(within, item.collectionId);

/** A list, limited to what the audience sees. Equal ones have equal pages. */
export const visibleQuery = (query: ContentQuery, audience: Audience): VisibleQuery => {
  const { limit, offset, slug } = query;
  return {
    limit,
    offset,
    ...(slug !== undefined && { slug, ...knownFormerSlugs(audience) }),
    ...visibleFilter(query, audience),
  };
};

/** The collections from which a list with these conditions can have items, unless nothing in them is visible. */
export const requestedCollections = <C extends Pick<CollectionFields, 'id' | 'isActive'>>(
  { collectionId, collectionIds }: ContentConditions,
  collections: readonly C[],
  { scope }: Audience,
): readonly C[] =>
  collections.filter(
    ({ id, isActive }) =>
      isActive &&
      inScope(scope, id) &&
      (collectionId ?? id) === id &&
      inScope(collectionIds ?? 'all', id),
  );

const intersection = (left: CollectionScope, right: CollectionScope): CollectionScope => {
  if (left === 'all') return right;
  return right === 'all' ? left : left.filter((id) => right.includes(id));
};
