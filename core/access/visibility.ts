import type { ContentItem, ContentStatus } from '../content/content-item.ts';
import type { ContentFilter } from '../ports/content-repository.ts';
import type { Settings } from '../settings/settings.ts';
import type { Actor, CollectionScope } from './actor.ts';
import { inScope } from './policy.ts';

/** Which items a caller can see. Callers with equal visibilities get equal lists. */
export interface Visibility {
  readonly publishedOnly: boolean;
  /** Only users see items of inactive collections. */
  readonly activeCollectionsOnly: boolean;
  readonly scope: CollectionScope;
}

export const everything: Visibility = {
  publishedOnly: false,
  activeCollectionsOnly: false,
  scope: 'all',
};

/** Whether the setting `publicContent` applies to the actor. */
export const readsAsPublic = (actor: Actor): boolean =>
  actor.kind === 'anonymous' || actor.kind === 'token';

/** Decides which items an actor can see. Every read uses it, and cache keys contain its result. */
export const visibilityFor = (
  actor: Actor,
  { publicContent }: Pick<Settings, 'publicContent'>,
): Visibility =>
  readsAsPublic(actor)
    ? {
        publishedOnly: publicContent === 'published',
        activeCollectionsOnly: true,
        scope: actor.kind === 'token' ? actor.scope : 'all',
      }
    : everything;

/**
 * Whether the caller can see the item. Does not check the scope of a token: an item outside of it is
 * forbidden, not absent.
 */
export const isVisible = (
  visibility: Visibility,
  item: Pick<ContentItem, 'status'>,
  collection: { readonly isActive: boolean },
): boolean =>
  (!visibility.publishedOnly || item.status === 'published') &&
  (!visibility.activeCollectionsOnly || collection.isActive);

/** The conditions that the caller requested for a list. */
export interface RequestedFilter {
  readonly status?: ContentStatus;
  readonly collectionId?: string;
}

/**
 * The requested conditions, limited to what the caller can see. Conditions that exclude nothing are
 * omitted, so that the repository can choose the statement with the best plan.
 */
export const visibleFilter = (
  { status, collectionId }: RequestedFilter,
  { publishedOnly, activeCollectionsOnly, scope }: Visibility,
  activeCollections: CollectionScope,
): ContentFilter => {
  const readable = activeCollectionsOnly ? intersection(scope, activeCollections) : scope;
  const visibleStatus = publishedOnly ? 'published' : status;
  const isEmpty =
    (status !== undefined && status !== visibleStatus) ||
    (collectionId !== undefined && !inScope(readable, collectionId));
  return {
    ...(visibleStatus !== undefined && { status: status ?? visibleStatus }),
    ...(collectionId !== undefined && { collectionId }),
    within: isEmpty ? [] : collectionId === undefined ? readable : 'all',
  };
};

const intersection = (left: CollectionScope, right: CollectionScope): CollectionScope => {
  if (left === 'all') return right;
  return right === 'all' ? left : left.filter((id) => right.includes(id));
};
