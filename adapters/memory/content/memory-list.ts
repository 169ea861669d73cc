import {
  meetsFilter,
  type FormerSlugFilter,
  type Shown,
  type VisibleQuery,
} from '../../../core/store.ts';
import type { ContentItem, Slug } from '../../../core/vocabulary.ts';
import { newestFirst } from '../memory-order.ts';
import type { MemoryTables } from '../memory-tables.ts';
import { itemsIn, show } from './memory-items.ts';
import { itemOfFormerSlug } from './memory-redirect-repository.ts';

/** The items on a page of a list. */
export const listed = (
  tables: MemoryTables,
  query: VisibleQuery,
  shown: Shown,
): readonly ContentItem[] => {
  const { slug, limit, offset } = query;
  const found = slug === undefined ? itemsIn(tables, shown) : withSlug(tables, slug, query, shown);
  return found
    .filter((item) => meetsFilter(query, item))
    .sort(slug === undefined ? newestFirst : ownSlugFirst(tables, slug))
    .slice(offset, offset + limit);
};

/** The item that has the slug outside of its copy comes first. */
const ownSlugFirst = ({ contents }: MemoryTables, slug: Slug) => {
  const hasOwn = ({ id }: ContentItem): number => Number(contents.get(id)?.slug === slug);
  return (left: ContentItem, right: ContentItem): number =>
    hasOwn(right) - hasOwn(left) || newestFirst(left, right);
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
