import type { ContentItem, ContentStatus } from '../content/content-item.ts';
import type { Slug } from '../content/slug.ts';
import type { Subject } from '../ports/coordinator.ts';

/** The subjects of everything that is kept in memory. A write names all that it changes. */
export const subjects = {
  /** The settings, the states of the plugins, and all collections. */
  site: 'site',
  /**
   * Which items a list contains, and in which order. Of one collection, or of all for undefined; of one status, or of all
   * for undefined.
   */
  list: (collectionId: string | undefined, status: ContentStatus | undefined): Subject =>
    `list:${collectionId ?? ''}:${status ?? ''}`,
  /** Which item has the slug. */
  slug: (slug: Slug): Subject => `slug:${slug}`,
  /** What an item contains, wherever it is shown. */
  item: (id: string): Subject => `item:${id}`,
  /** An account, as part of its sessions. Paths may contain its id in upper case. */
  user: (id: string): Subject => `user:${id.toLowerCase()}`,
  session: (id: string): Subject => `session:${id}`,
  /** The grants of all accounts. Deleting a collection deletes its grants. */
  grants: 'grants',
  apiTokens: 'api-tokens',
} as const;

/** The subjects of creations and deletions of these items: only the lists that can contain one of them. */
export const subjectsOfItems = (items: readonly ContentItem[]): readonly Subject[] => [
  ...new Set(
    items.flatMap(({ id, slug, collectionId, status }) => [
      subjects.item(id),
      subjects.slug(slug),
      ...[collectionId, undefined].flatMap((within) => [
        subjects.list(within, status),
        subjects.list(within, undefined),
      ]),
    ]),
  ),
];

/**
 * The subjects of an update. Most updates leave the item where it is in all lists. The time of the creation,
 * which orders them, never changes.
 */
export const subjectsOfUpdate = (before: ContentItem, item: ContentItem): readonly Subject[] => {
  const isInPlace = (['collectionId', 'status', 'slug'] as const).every(
    (member) => before[member] === item[member],
  );
  return isInPlace ? [subjects.item(item.id)] : subjectsOfItems([before, item]);
};
