import {
  pageBytes,
  type BasedRead,
  type Basis,
  type ContentFilter,
  type ContentItem,
  type ContentPage,
  type ContentQuery,
  type PreviewRepository,
  type Slug,
} from '../../../core/index.ts';
import { basedOn } from '../memory-basis.ts';
import { newestFirst } from '../memory-order.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';
import { bytesOf } from '../page-bytes.ts';
import { matches } from './memory-content-filter.ts';

export class MemoryPreviewRepository implements PreviewRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async list(query: ContentQuery, basis: Basis): Promise<BasedRead<ContentPage>> {
    return this.#readOn(basis, (tables) => {
      const items = listed(tables, query);
      const sized = items.map((item) => ({ id: item.id, bytes: bytesOf(item) }));
      const sum = sized.reduce((total, { bytes }) => total + bytes, 0);
      return sum > pageBytes ? { large: sized } : { items };
    });
  }

  async listAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentItem[]>> {
    return this.#readOn(basis, (tables) =>
      shownItems(tables).filter((item) => ids.includes(item.id) && matches(filter, item)),
    );
  }

  async getById(id: string, basis: Basis): Promise<BasedRead<ContentItem | undefined>> {
    return this.#readOn(basis, (tables) => {
      const item = tables.contents.get(id);
      return item && shown(tables, item);
    });
  }

  #readOn<T>(basis: Basis, query: (tables: MemoryTables) => T): Promise<BasedRead<T>> {
    return this.#access.read((tables) => basedOn(tables, basis, () => query(tables)));
  }
}

/** The item with its working copy in its place. */
export const shown = ({ copies }: Pick<MemoryTables, 'copies'>, item: ContentItem): ContentItem => {
  const copy = item.status === 'published' ? copies.get(item.id) : undefined;
  if (copy === undefined) return item;
  const { title, slug, collectionId, data, updatedAt } = copy;
  return { ...item, title, slug, collectionId, data, updatedAt };
};

const shownItems = (tables: MemoryTables): readonly ContentItem[] =>
  [...tables.contents.values()].map((item) => shown(tables, item));

/** The items that are shown under the slug or, if it is free, the item that had it. */
const withSlug = (tables: MemoryTables, slug: Slug): readonly ContentItem[] => {
  const found = shownItems(tables).filter((item) => item.slug === slug);
  const former = tables.contents.get(tables.formerSlugs.get(slug) ?? '');
  const isFree = found.length === 0 && !tables.slugs.has(slug);
  return isFree && former !== undefined ? [shown(tables, former)] : found;
};

const listed = (tables: MemoryTables, query: ContentQuery): readonly ContentItem[] => {
  const { slug, limit, offset } = query;
  const hasOwnSlug = (item: ContentItem): number =>
    slug !== undefined && tables.contents.get(item.id)?.slug === slug ? 1 : 0;
  return (slug === undefined ? shownItems(tables) : withSlug(tables, slug))
    .filter((item) => matches(query, item))
    .sort((left, right) => hasOwnSlug(right) - hasOwnSlug(left) || newestFirst(left, right))
    .slice(offset, offset + limit);
};
