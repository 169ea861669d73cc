import type { ContentItem } from '../content/content-item.ts';
import type { Settings } from '../settings/settings.ts';
import type { Actor, CollectionScope } from './actor.ts';

/** Which items a caller can see at all. Equal visibilities see equal lists, whoever asks. */
export interface Visibility {
  readonly publishedOnly: boolean;
  /** Items of inactive collections exist for signed-in users only. */
  readonly activeCollectionsOnly: boolean;
  readonly scope: CollectionScope;
}

export const everything: Visibility = {
  publishedOnly: false,
  activeCollectionsOnly: false,
  scope: 'all',
};

/** Whether the actor reads as the public does, so that settings decide what it sees. */
export const readsAsPublic = (actor: Actor): boolean =>
  actor.kind === 'anonymous' || actor.kind === 'token';

/** The one decision on who may read what; every read path asks it, and cache keys carry its outcome. */
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

/** Whether the item exists for the caller. A token's scope is a refusal, not an absence, and is asked apart. */
export const isVisible = (
  visibility: Visibility,
  item: Pick<ContentItem, 'status'>,
  collection: { readonly isActive: boolean },
): boolean =>
  (!visibility.publishedOnly || item.status === 'published') &&
  (!visibility.activeCollectionsOnly || collection.isActive);
