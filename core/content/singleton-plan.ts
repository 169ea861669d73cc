import { singletonExists } from '../model/collection.ts';
import type { ContentItem, TranslationGroup } from '../model/content/content-item.ts';
import type { ContentRepository } from '../ports/repositories/content-repository.ts';

/** An item in a collection. An item without a group is its own group. */
interface Placed extends Pick<ContentItem, 'id' | 'collectionId'> {
  readonly group?: Pick<TranslationGroup, 'id'> | undefined;
}

const groupIdOf = ({ id, group }: Pick<Placed, 'id' | 'group'>): string => group?.id ?? id;

/** The groups of translations in singletons after changes that are planned one after the other. */
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
  /** The ids of groups by collection; undefined for none. */
  const holders = new Map<string, string | undefined>(
    planned.map((item) => [item.collectionId, groupIdOf(item)]),
  );
  const holderOf = async (collectionId: string): Promise<string | undefined> => {
    if (holders.has(collectionId)) return holders.get(collectionId);
    const [item] = await contents.listOfCollectionAfter(collectionId, undefined, 1);
    return item && groupIdOf(item);
  };
  return {
    enter: async (item) => {
      const holder = await holderOf(item.collectionId);
      const group = groupIdOf(item);
      if (holder !== undefined && holder !== group) throw singletonExists();
      holders.set(item.collectionId, group);
    },
    leave: ({ collectionId }) => {
      holders.set(collectionId, undefined);
    },
  };
};
