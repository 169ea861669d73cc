import type {
  BasedRead,
  Basis,
  ContentFilter,
  ContentItem,
  ContentPage,
  ContentQuery,
  FormerSlugFilter,
  ContentRepository,
  ListPlace,
  PageTag,
  SizedItem,
  Slug,
} from '../../../core/index.ts';
import { readOn, numberOf } from '../memory-basis.ts';
import { among, matches } from './memory-content-filter.ts';
import { itemOfFormerSlug } from './memory-redirect-repository.ts';
import { newestFirst, nextById } from '../memory-order.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';
import { sizedIfLarge, sizesOf, upToPageBytes } from '../page-bytes.ts';

export class MemoryContentRepository implements ContentRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async list(query: ContentQuery, basis: Basis): Promise<BasedRead<ContentPage>> {
    return readOn(this.#access, basis, (tables) => {
      const items = listed(tables, query);
      return sizedIfLarge(items) ?? { items, tag: tagOf(tables, query, items) };
    });
  }

  async tagOf(query: ContentQuery, basis: Basis): Promise<BasedRead<PageTag>> {
    return readOn(this.#access, basis, (tables) => tagOf(tables, query, listed(tables, query)));
  }

  async listAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentItem[]>> {
    return readOn(this.#access, basis, (tables) =>
      among(tables, ids).filter((item) => matches(filter, item)),
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
    return readOn(this.#access, basis, ({ contents }) => contents.get(id));
  }

  async getBySlug(
    slug: Slug,
    basis: Basis,
    filter: FormerSlugFilter = {},
  ): Promise<BasedRead<ContentItem | undefined>> {
    return readOn(this.#access, basis, (tables) => withAnySlug(tables, slug, filter));
  }

  async findById(id: string): Promise<ContentItem | undefined> {
    return this.#access.read(({ contents }) => contents.get(id));
  }

  async findBySlug(slug: Slug): Promise<ContentItem | undefined> {
    return this.#access.read((tables) => withSlug(tables, slug));
  }

  async findByIds(ids: readonly string[]): Promise<readonly ContentItem[]> {
    return this.#access.read((tables) => among(tables, ids));
  }

  async findTakenSlugs(candidates: readonly Slug[]): Promise<ReadonlySet<Slug>> {
    return new Set(
      await this.#access.read(({ slugs }) => candidates.filter((slug) => slugs.has(slug))),
    );
  }

  async listOfCollectionAfter(
    collectionId: string,
    after: ListPlace | undefined,
    limit: number,
  ): Promise<readonly ContentItem[]> {
    return this.#access.read(({ contents }) =>
      upToPageBytes(
        [...contents.values()]
          .filter((item) => item.collectionId === collectionId)
          .filter((item) => after === undefined || newestFirst(after, item) < 0)
          .sort(newestFirst)
          .slice(0, limit),
        itself,
      ),
    );
  }

  async listPlacesAfter(
    collectionId: string | undefined,
    after: ListPlace | undefined,
    limit: number,
  ): Promise<readonly ListPlace[]> {
    return this.#access.read(({ contents }) =>
      [...contents.values()]
        .filter((item) => collectionId === undefined || item.collectionId === collectionId)
        .filter((item) => after === undefined || newestFirst(after, item) < 0)
        .sort(newestFirst)
        .slice(0, limit)
        .map(({ id, createdAt }) => ({ id, createdAt })),
    );
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly ContentItem[]> {
    return this.#access.read(({ contents }) =>
      upToPageBytes(nextById([...contents.values()], id, limit), itself),
    );
  }
}

const withSlug = ({ contents, slugs }: MemoryTables, slug: Slug): ContentItem | undefined => {
  const id = slugs.get(slug);
  return id === undefined ? undefined : contents.get(id);
};

/** The item that has the slug or, without one, the item that had it. */
const withAnySlug = (
  tables: MemoryTables,
  slug: Slug,
  filter: FormerSlugFilter,
): ContentItem | undefined => withSlug(tables, slug) ?? itemOfFormerSlug(tables, slug, filter);

const listed = (tables: MemoryTables, query: ContentQuery): readonly ContentItem[] =>
  (query.slug === undefined
    ? [...tables.contents.values()]
    : [withAnySlug(tables, query.slug, query)].filter((item) => item !== undefined)
  )
    .filter((item) => matches(query, item))
    .sort(newestFirst)
    .slice(query.offset, query.offset + query.limit);

/** Every write replaces the object of its item, so the numbers of the objects identify the state of the page. */
const tagOf = (
  { store }: MemoryTables,
  query: ContentQuery,
  items: readonly ContentItem[],
): PageTag => JSON.stringify([store, query, items.map(numberOf)]);

const itself = (item: ContentItem): readonly ContentItem[] => [item];
