import type {
  BasedRead,
  Basis,
  ContentFilter,
  ContentItem,
  ContentPage,
  ContentQuery,
  FormerSlugFilter,
  Perspective,
  PreviewRepository,
  SizedItem,
  Slug,
} from '../../../core/index.ts';
import { readOn } from '../memory-basis.ts';
import { newestFirst } from '../memory-order.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';
import { sizedIfLarge, sizesOf } from '../page-bytes.ts';
import { matches } from './memory-content-filter.ts';
import { itemOfFormerSlug } from './memory-redirect-repository.ts';

export class MemoryPreviewRepository implements PreviewRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async list(query: ContentQuery, basis: Basis): Promise<BasedRead<ContentPage>> {
    return readOn(this.#access, basis, (tables) => {
      const items = listed(tables, query);
      return sizedIfLarge(items) ?? { items };
    });
  }

  async listAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentItem[]>> {
    return readOn(this.#access, basis, (tables) =>
      shownItems(tables).filter((item) => ids.includes(item.id) && matches(filter, item)),
    );
  }

  async sizesAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly SizedItem[]>> {
    return sizesOf(await this.listAmong(ids, filter, basis));
  }

  async getById(id: string, basis: Basis): Promise<BasedRead<ContentItem | undefined>> {
    return readOn(this.#access, basis, (tables) => {
      const item = tables.contents.get(id);
      return item && shown(tables, item);
    });
  }
}

/** The item with its working copy in its place. */
export const shown = ({ copies }: Pick<MemoryTables, 'copies'>, item: ContentItem): ContentItem => {
  const copy = item.status === 'published' ? copies.get(item.id) : undefined;
  if (copy === undefined) return item;
  const { title, slug, collectionId, data, updatedAt } = copy;
  return { ...item, title, slug, collectionId, data, updatedAt };
};

/** All items, as they are shown in the perspective. */
export const itemsIn = (
  tables: MemoryTables,
  perspective: Perspective | undefined,
): readonly ContentItem[] =>
  perspective === 'drafts' ? shownItems(tables) : [...tables.contents.values()];

const shownItems = (tables: MemoryTables): readonly ContentItem[] =>
  [...tables.contents.values()].map((item) => shown(tables, item));

/** The items that are shown under the slug or, if it is free, the item that had it. */
const withSlug = (
  tables: MemoryTables,
  slug: Slug,
  filter: FormerSlugFilter,
): readonly ContentItem[] => {
  const found = shownItems(tables).filter((item) => item.slug === slug);
  const former = itemOfFormerSlug(tables, slug, filter);
  const isFree = found.length === 0 && !tables.slugs.has(slug);
  return isFree && former !== undefined ? [shown(tables, former)] : found;
};

const listed = (tables: MemoryTables, query: ContentQuery): readonly ContentItem[] => {
  const { slug, limit, offset } = query;
  const hasOwnSlug = (item: ContentItem): number =>
    slug !== undefined && tables.contents.get(item.id)?.slug === slug ? 1 : 0;
  return (slug === undefined ? shownItems(tables) : withSlug(tables, slug, query))
    .filter((item) => matches(query, item))
    .sort((left, right) => hasOwnSlug(right) - hasOwnSlug(left) || newestFirst(left, right))
    .slice(offset, offset + limit);
};
