import {
  DomainError,
  pageBytes,
  utf8Length,
  type ContentFilter,
  type ContentItem,
  type ContentPage,
  type ContentQuery,
  type ContentReads,
  type ContentRepository,
  type EncodedItem,
  type ListPlace,
  type Slug,
} from '../../core/index.ts';
import { copyOf } from './copy-of.ts';
import { matches } from './memory-content-filter.ts';
import { newestFirst, nextById } from './memory-order.ts';
import type { MemoryAccess } from './memory-access.ts';
import type { MemoryTables } from './memory-tables.ts';

export class MemoryContentRepository implements ContentRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  get encoded(): ContentReads<EncodedItem> {
    return encodedReads(this);
  }

  async insert(item: ContentItem): Promise<void> {
    return this.insertAll([item]);
  }

  async insertAll(items: readonly ContentItem[]): Promise<void> {
    const stored = copyOf(items);
    return this.#access.write((tables) => {
      assertInsertable(tables, stored);
      for (const item of stored) put(tables, item);
    });
  }

  async replace(item: ContentItem, expectedVersion: number): Promise<boolean> {
    const stored = copyOf(item);
    return this.#access.write((tables) => {
      const before = tables.contents.get(stored.id);
      if (before?.version !== expectedVersion) return false;
      assertCollection(tables, stored);
      const owner = tables.slugs.get(stored.slug);
      if (owner !== undefined && owner !== stored.id) throw slugTaken(stored.slug);
      tables.slugs.delete(before.slug);
      put(tables, stored);
      return true;
    });
  }

  async delete(id: string, expectedVersion: number): Promise<boolean> {
    return this.#access.write((tables) => {
      const item = tables.contents.get(id);
      if (item?.version !== expectedVersion) return false;
      tables.slugs.delete(item.slug);
      return tables.contents.delete(id);
    });
  }

  async findById(id: string): Promise<ContentItem | undefined> {
    return this.#access.read(({ contents }) => contents.get(id));
  }

  async findByIds(ids: readonly string[]): Promise<readonly ContentItem[]> {
    return this.#access.read(({ contents }) =>
      [...new Set(ids)].map((id) => contents.get(id)).filter((item) => item !== undefined),
    );
  }

  async findBySlug(slug: Slug): Promise<ContentItem | undefined> {
    return this.#access.read(({ contents, slugs }) => {
      const id = slugs.get(slug);
      return id === undefined ? undefined : contents.get(id);
    });
  }

  async findTakenSlugs(candidates: readonly Slug[]): Promise<ReadonlySet<Slug>> {
    return new Set(
      await this.#access.read(({ slugs }) => candidates.filter((slug) => slugs.has(slug))),
    );
  }

  async list(query: ContentQuery): Promise<ContentPage> {
    return this.#access.read((tables) => {
      const items = [...tables.contents.values()]
        .filter((item) => matches(query, item) && (query.slug ?? item.slug) === item.slug)
        .sort(newestFirst);
      const start = startOf(query, items);
      return pageOf(items.slice(start, start + query.limit));
    });
  }

  async listAmong(ids: readonly string[], filter: ContentFilter): Promise<readonly ContentItem[]> {
    return this.#access.read((tables) =>
      [...new Set(ids)]
        .map((id) => tables.contents.get(id))
        .filter((item) => item !== undefined)
        .filter((item) => matches(filter, item)),
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
      ),
    );
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly ContentItem[]> {
    return this.#access.read(({ contents }) =>
      upToPageBytes(nextById([...contents.values()], id, limit)),
    );
  }
}

const encode = (item: ContentItem): EncodedItem => ({
  ...item,
  data: new TextEncoder().encode(item.data),
});

const encodedReads = (reads: ContentReads<ContentItem>): ContentReads<EncodedItem> => {
  const encodeIfFound = (item: ContentItem | undefined) => item && encode(item);
  return {
    findById: async (id) => encodeIfFound(await reads.findById(id)),
    findBySlug: async (slug) => encodeIfFound(await reads.findBySlug(slug)),
    list: async (query) => {
      const page = await reads.list(query);
      return 'large' in page ? page : { ...page, items: page.items.map(encode) };
    },
  };
};

/** Counting takes longer than the rest of a list. A stored item never changes. */
const sizes = new WeakMap<ContentItem, number>();

const bytesOf = (item: ContentItem): number => {
  const bytes = sizes.get(item) ?? utf8Length(item.data);
  sizes.set(item, bytes);
  return bytes;
};

/** Counts from the known place, if any: a wrong place gives a wrong page. */
const startOf = ({ offset, known }: ContentQuery, items: readonly ContentItem[]): number => {
  if (known === undefined) return offset;
  const preceding = items.filter((item) => newestFirst(item, known.place) < 0).length;
  return Math.max(0, offset + preceding - known.offset);
};

const pageOf = (items: readonly ContentItem[]): ContentPage => {
  const sized = items.map((item) => ({ id: item.id, bytes: bytesOf(item) }));
  const sum = sized.reduce((total, { bytes }) => total + bytes, 0);
  return sum > pageBytes ? { large: sized } : { items };
};

/** The items up to the one whose `data` exceeds `pageBytes` in sum. */
const upToPageBytes = (items: readonly ContentItem[]): readonly ContentItem[] => {
  let bytes = 0;
  const last = items.findIndex((item) => (bytes += bytesOf(item)) > pageBytes);
  return last === -1 ? items : items.slice(0, last + 1);
};

const put = ({ contents, slugs }: MemoryTables, item: ContentItem): void => {
  contents.set(item.id, item);
  slugs.set(item.slug, item.id);
};

const assertInsertable = (tables: MemoryTables, items: readonly ContentItem[]): void => {
  const ids = new Set<string>();
  const slugs = new Set<Slug>();
  for (const item of items) {
    assertCollection(tables, item);
    if (tables.contents.has(item.id) || ids.has(item.id)) {
      throw new DomainError('id_taken', 'There is content with this id already');
    }
    if (tables.slugs.has(item.slug) || slugs.has(item.slug)) throw slugTaken(item.slug);
    ids.add(item.id);
    slugs.add(item.slug);
  }
};

const assertCollection = ({ collections }: MemoryTables, { collectionId }: ContentItem): void => {
  if (!collections.has(collectionId)) {
    throw new DomainError('collection_not_found', 'The collection is gone');
  }
};

const slugTaken = (slug: Slug): DomainError =>
  new DomainError('slug_taken', `The slug '${slug}' is taken`);
