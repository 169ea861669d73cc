import { singletonExists } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { ContentRepository } from '../ports/repositories/content-repository.ts';

type Placed = Pick<ContentItem, 'id' | 'collectionId'>;

/** The items of singletons after changes that are planned one after the other. */
export interface SingletonPlan {
  /** Plans that an item comes into a singleton. @throws DomainError `singleton_exists`. */
  readonly enter: (item: Placed) => Promise<void>;
  /** Plans that an item leaves its collection. */
  readonly leave: (item: Placed) => void;
}

/** @param planned items that come into their collections before. */
export const planSingletons = (
  contents: Pick<ContentRepository, 'listOfCollectionAfter'>,
  planned: readonly Placed[] = [],
): SingletonPlan => {
  /** The ids of items by collection; undefined for none. */
  const holders = new Map<string, string | undefined>(
    planned.map(({ id, collectionId }) => [collectionId, id]),
  );
  const holderOf = async (collectionId: string): Promise<string | undefined> =>
    holders.has(collectionId)
      ? holders.get(collectionId)
      : (await contents.listOfCollectionAfter(collectionId, undefined, 1))[0]?.id;
  return {
    enter: async ({ id, collectionId }) => {
      const holder = await holderOf(collectionId);
      if (holder !== undefined && holder !== id) throw singletonExists();
      holders.set(collectionId, id);
    },
    leave: ({ collectionId }) => {
      holders.set(collectionId, undefined);
    },
  };
};
