import type { Collection } from '../model/collection.ts';
import type { ContentItem, TranslationGroup } from '../model/content/content-item.ts';
import {
  groupAlone,
  groupOf,
  hasTranslations,
  placementIn,
  type Placement,
} from '../model/content/translation.ts';
import type { Dependencies } from '../ports/ports.ts';

/**
 * The place of an item in the collection that it has after a change. Translations are in one collection.
 *
 * @throws DomainError `has_translations` for an item that would leave its translations.
 */
export const placeIn = async (
  { contents }: Pick<Dependencies, 'contents'>,
  item: ContentItem,
  collection: Collection,
): Promise<Placement> => {
  if (collection.id !== item.collectionId && item.locale !== undefined) {
    const all = await contents.findByGroup(groupOf(item).id);
    if (all.some(({ id }) => id !== item.id)) throw hasTranslations();
  }
  return placementIn(collection, item);
};

/** A group of its own for an item. The one that began with it may have other items by now. */
export const groupOfItsOwn = async (
  { contents, ids }: Pick<Dependencies, 'contents' | 'ids'>,
  item: ContentItem,
): Promise<TranslationGroup> => {
  const group = groupAlone(item, () => ids.next());
  const all = await contents.findByGroup(group.id);
  return all.some(({ id }) => id !== item.id) ? { ...group, id: ids.next() } : group;
};
