import type { ContentItem } from '../content/content-item.ts';
import type { Subject } from '../ports/coordinator.ts';

/** The subjects of everything that is kept in memory. A write names all that it changes. */
export const subjects = {
  /** The settings, the states of the plugins, and all collections. */
  site: 'site',
  /** Which items the lists of all collections together contain, and in which order. */
  allContent: 'content',
  /** The same for the lists of one collection, and which item has which slug. */
  collection: (id: string): Subject => `collection:${id}`,
  /** What an item contains, wherever it is shown. */
  item: (id: string): Subject => `item:${id}`,
  /** An account, as part of its sessions. Paths may contain its id in upper case. */
  user: (id: string): Subject => `user:${id.toLowerCase()}`,
  session: (id: string): Subject => `session:${id}`,
  /** The grants of all accounts. Deleting a collection deletes its grants. */
  grants: 'grants',
  apiTokens: 'api-tokens',
} as const;

/** The subject of a list: of one collection, or of all for undefined. */
export const listSubject = (collectionId: string | undefined): Subject =>
  collectionId === undefined ? subjects.allContent : subjects.collection(collectionId);

/** The subjects of creations and deletions of these items. */
export const subjectsOfItems = (items: readonly ContentItem[]): readonly Subject[] => [
  ...new Set([
    subjects.allContent,
    ...items.flatMap(({ id, collectionId }) => [
      subjects.item(id),
      subjects.collection(collectionId),
    ]),
  ]),
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
