import {
  meetsFilter,
  type FormerSlugFilter,
  type Languages,
  type Shown,
  type VisibleQuery,
} from '../../../core/store.ts';
import { groupOf, type ContentItem, type Slug } from '../../../core/vocabulary.ts';
import { newestFirst } from '../memory-order.ts';
import type { MemoryTables } from '../memory-tables.ts';
import { itemsIn, show } from './memory-items.ts';
import { newestGroupFirst, placeIn, shownOfGroup } from './memory-languages.ts';
import { itemOfFormerSlug } from './memory-redirect-repository.ts';

/** The items on a page of a list. */
export const listed = (
  tables: MemoryTables,
  query: VisibleQuery,
  shown: Shown,
): readonly ContentItem[] => {
  const { slug, limit, offset, languages, locales = [] } = query;
  const found = slug === undefined ? itemsIn(tables, shown) : withSlug(tables, slug, query, shown);
  const visible = found.filter((item) => meetsFilter(query, item));
  if (slug !== undefined) visible.sort(ownSlugFirst(tables, slug, locales));
  if (languages !== undefined) {
    return inLanguages(tables, visible, query, languages, shown).slice(offset, offset + limit);
  }
  if (slug === undefined) visible.sort(newestFirst);
  // A list by a slug has one item that has it as its own, even if translations share the slug.
  const own = slug === undefined ? visible : onePerGroup(visible);
  return own.slice(offset, offset + limit);
};

/** What is shown of the group of each item, once. */
const inLanguages = (
  tables: MemoryTables,
  items: readonly ContentItem[],
  query: VisibleQuery,
  languages: Languages,
  shown: Shown,
): readonly ContentItem[] => {
  const found = items.flatMap(({ id }) => {
    const stored = tables.contents.get(id);
    return (
      (stored &&
        shownOfGroup(tables, stored, languages, shown, (each) => meetsFilter(query, each))) ??
      []
    );
  });
  const unique = [...new Map(found.map((item) => [item.id, item])).values()];
  return query.slug === undefined ? unique.sort(newestGroupFirst) : unique;
};

const onePerGroup = (items: readonly ContentItem[]): readonly ContentItem[] => {
  const groups = new Set<string>();
  return items.filter((item) => {
    const { id } = groupOf(item);
    return !groups.has(id) && groups.add(id);
  });
};

/** The item that has the slug outside of its copy comes first; of translations, that whose locale comes first. */
const ownSlugFirst = ({ contents }: MemoryTables, slug: Slug, locales: readonly string[]) => {
  const hasOwn = ({ id }: ContentItem): number => Number(contents.get(id)?.slug === slug);
  return (left: ContentItem, right: ContentItem): number =>
    hasOwn(right) - hasOwn(left) ||
    placeIn(locales, left) - placeIn(locales, right) ||
    newestFirst(left, right);
};

/** The items that are shown under the slug or, if it is free, the item that had it. */
const withSlug = (
  tables: MemoryTables,
  slug: Slug,
  filter: FormerSlugFilter,
  shown: Shown,
): readonly ContentItem[] => {
  const found = itemsIn(tables, shown).filter((item) => item.slug === slug);
  if (found.length > 0 || tables.slugs.has(slug)) return found;
  const former = itemOfFormerSlug(tables, slug, filter);
  return former === undefined ? [] : [show[shown](tables, former)];
};
