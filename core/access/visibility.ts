import type { Actor, CollectionScope } from '../model/actor.ts';
import type { ContentItem, ContentStatus } from '../model/content/content-item.ts';
import type { FormerSlugFilter } from '../model/content/redirect.ts';
import type { Perspective } from '../model/preview.ts';
import { settingOf } from '../model/site/settings.ts';
import type { ContentFilter } from '../ports/repositories/content-repository.ts';
import type { CollectionFields, SiteState } from '../ports/repositories/site-repository.ts';
import { inScope } from './policy.ts';

/**
 * Everything about a caller on which visibility depends: callers with equal audiences see the same content.
 * The filter of a list follows from it alone, and so does the key of a cached page.
 */
export interface Audience {
  readonly publishedOnly: boolean;
  /** The collections whose items are shown. Only users see items of inactive collections. */
  readonly shown: CollectionScope;
  /** The collections that an API token may read. */
  readonly scope: CollectionScope;
  /** The only item that is shown: that of a preview token, in the feed. Lists show nothing then. */
  readonly item?: string;
  /** The item of a preview token, which is shown beside everything else, whatever its state. */
  readonly previewed?: string;
}

/** Whether the setting `publicContent` applies to the actor. */
export const readsAsPublic = (actor: Actor): boolean =>
  actor.kind === 'anonymous' || actor.kind === 'token';

/**
 * Decides which items an actor can see. Every read of content uses it.
 *
 * @param perspective `drafts` only for an actor who may `read_drafts`.
 */
export const audienceOf = (
  actor: Actor,
  { settings, activeCollections }: Pick<SiteState, 'settings' | 'activeCollections'>,
  perspective: Perspective = 'published',
): Audience =>
  readsAsPublic(actor)
    ? {
        publishedOnly:
          perspective === 'published' && settingOf(settings, 'publicContent') === 'published',
        shown: activeCollections,
        scope: actor.kind === 'token' ? actor.scope : 'all',
      }
    : {
        publishedOnly: false,
        shown: 'all',
        scope: 'all',
        ...(actor.kind === 'preview' && actor.contentId !== undefined && { item: actor.contentId }),
      };

/** What everybody sees, and the item of a preview token. */
export const previewAudience = (
  itemId: string,
  site: Pick<SiteState, 'settings' | 'activeCollections'>,
): Audience => ({ ...audienceOf({ kind: 'anonymous' }, site), previewed: itemId });

/**
 * Whether the caller can see the item. Does not check the scope of a token: an item outside of it is
 * forbidden, not absent.
 */
export const isVisible = (
  { publishedOnly, shown, item, previewed }: Audience,
  {
    id,
    status,
    collectionId,
  }: Pick<ContentItem, 'status' | 'collectionId'> & { readonly id?: string },
): boolean =>
  (previewed !== undefined && previewed === id) ||
  ((!publishedOnly || status === 'published') &&
    inScope(shown, collectionId) &&
    (item === undefined || item === id));

/**
 * The former slugs that the caller may learn: those under which it could see the item, when it had them. Only users see
 * those that an item had in an inactive collection.
 */
export const knownFormerSlugs = (actor: Actor, { scope, previewed }: Audience): FormerSlugFilter =>
  readsAsPublic(actor) || previewed !== undefined ? { seenIn: scope } : {};

/** The conditions that the caller requested for a list. */
export interface RequestedFilter {
  readonly status?: ContentStatus;
  readonly collectionId?: string;
  /** Several collections, instead of one. */
  readonly collectionIds?: readonly string[];
}

/** A filter with the conditions for the item of a preview token. */
export interface VisibleFilter extends ContentFilter {
  readonly also?: Omit<RequestedFilter, 'collectionIds'>;
}

/**
 * The requested conditions, limited to what the caller can see. Conditions that exclude nothing are
 * omitted, so that the repository can choose the statement with the best plan.
 */
export const visibleFilter = (
  { status, collectionId, collectionIds }: RequestedFilter,
  { publishedOnly, shown, scope, item, previewed }: Audience,
): VisibleFilter => {
  const readable = intersection(collectionIds ?? 'all', intersection(scope, shown));
  const visibleStatus = publishedOnly ? 'published' : status;
  const isEmpty =
    item !== undefined ||
    (status !== undefined && status !== visibleStatus) ||
    (collectionId !== undefined && !inScope(readable, collectionId));
  return {
    ...(visibleStatus !== undefined && { status: status ?? visibleStatus }),
    ...(collectionId !== undefined && { collectionId }),
    within: isEmpty ? [] : collectionId === undefined ? readable : 'all',
    ...(previewed !== undefined && {
      also: {
        ...(status !== undefined && { status }),
        ...(collectionId !== undefined && { collectionId }),
      },
    }),
  };
};

/** The collections from which a list with these conditions can have items, unless nothing in them is visible. */
export const requestedCollections = <C extends Pick<CollectionFields, 'id' | 'isActive'>>(
  { collectionId, collectionIds }: RequestedFilter,
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
