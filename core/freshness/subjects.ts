import type { ContentItem } from '../content/content-item.ts';
import type { Subject } from '../ports/coordinator.ts';

/** The subjects of everything that is kept in memory. A write names all that it changes. */
export const subjects = {
  /** The settings, the states of the plugins, and all collections. */
  site: 'site',
  /** The lists of all collections together. */
  allContent: 'content',
  /** The lists of one collection. */
  collection: (id: string): Subject => `collection:${id}`,
  item: (id: string): Subject => `item:${id}`,
  /** An account, as part of its sessions. Paths may contain its id in upper case. */
  user: (id: string): Subject => `user:${id.toLowerCase()}`,
  session: (id: string): Subject => `session:${id}`,
  /** The grants of all accounts. Deleting a collection deletes its grants. */
  grants: 'grants',
  apiTokens: 'api-tokens',
} as const;

/** The subjects of a write of these items. An item that changes is named before and after. */
export const subjectsOfItems = (items: readonly ContentItem[]): readonly Subject[] => [
  ...new Set([
    subjects.allContent,
    ...items.flatMap(({ id, collectionId }) => [
      subjects.item(id),
      subjects.collection(collectionId),
    ]),
  ]),
];
