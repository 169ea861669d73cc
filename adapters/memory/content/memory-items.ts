import type { CollectionLocales, Shown } from '../../../core/store.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';
import type { MemoryTables } from '../memory-tables.ts';

/** The existing items with these ids, as they are stored. */
export const among = ({ contents }: MemoryTables, ids: readonly string[]): readonly ContentItem[] =>
  [...new Set(ids)].map((id) => contents.get(id)).filter((item) => item !== undefined);

/** The items of a group of translations. */
export const itemsOfGroup = (
  { contents }: Pick<MemoryTables, 'contents'>,
  groupId: string,
): readonly ContentItem[] => [...contents.values()].filter(({ group }) => group?.id === groupId);

/** A stored item, as it is shown. */
type Show = (tables: Pick<MemoryTables, 'copies'>, item: ContentItem) => ContentItem;

/** The item with its working copy in its place. */
const withCopy: Show = ({ copies }, item) => {
  const copy = item.status === 'published' ? copies.get(item.id) : undefined;
  if (copy === undefined) return item;
  const { title, slug, collectionId, data, updatedAt } = copy;
  return { ...item, title, slug, collectionId, data, updatedAt };
};

export const show: Readonly<Record<Shown, Show>> = {
  published: (_, item) => item,
  unpublished: withCopy,
};

/** All items, as they are shown. */
export const itemsIn = (tables: MemoryTables, shown: Shown): readonly ContentItem[] => {
  const stored = [...tables.contents.values()];
  return shown === 'published' ? stored : stored.map((item) => show[shown](tables, item));
};

/** @param limits the locales of some collections. */
export const isInLocales = (
  limits: readonly CollectionLocales[] = [],
  { collectionId, locale }: Pick<ContentItem, 'collectionId' | 'locale'>,
): boolean => {
  const limit = limits.find((each) => each.collectionId === collectionId);
  return limit === undefined || (locale !== undefined && limit.locales.includes(locale));
};
