import type { Languages, Shown } from '../../../core/store.ts';
import { groupOf, type ContentItem } from '../../../core/vocabulary.ts';
import { ascending } from '../memory-order.ts';
import type { MemoryTables } from '../memory-tables.ts';
import { itemsOfGroup, show } from './memory-items.ts';

/**
 * What is shown of the group of an item: the first one in the order of the chain that passes. An item without a locale
 * belongs to every language.
 *
 * @param languages undefined for the item itself.
 */
export const shownOfGroup = (
  tables: MemoryTables,
  item: ContentItem,
  languages: Pick<Languages, 'chain'> | undefined,
  shown: Shown,
  passes: (item: ContentItem) => boolean,
): ContentItem | undefined => {
  const { locale, group } = item;
  const { chain = [] } = languages ?? {};
  const all =
    languages === undefined || locale === undefined || group === undefined
      ? [show[shown](tables, item)]
      : itemsOfGroup(tables, group.id)
          .filter((each) => chain.includes(each.locale ?? ''))
          .map((each) => show[shown](tables, each))
          .sort((left, right) => placeIn(chain, left) - placeIn(chain, right));
  return all.find(passes);
};

/** Where the locale of an item is in a list of locales; behind all for another one. */
export const placeIn = (codes: readonly string[], { locale = '' }: ContentItem): number =>
  (codes.indexOf(locale) + codes.length + 1) % (codes.length + 1);

/** By when their groups began, newest first, then by descending id of the group. */
export const newestGroupFirst = (left: ContentItem, right: ContentItem): number => {
  const [one, other] = [groupOf(left), groupOf(right)];
  return other.since - one.since || ascending(other.id, one.id);
};
