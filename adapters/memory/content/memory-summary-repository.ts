import {
  meetsFilter,
  keyPrefix,
  titleKey,
  type BasedRead,
  type Basis,
  type ContentFilter,
  type ExactLocale,
  type StatusCount,
  type SummaryOrder,
  type SummaryQuery,
  type SummaryRepository,
  type SummarySearch,
  type TitleSearch,
} from '../../../core/store.ts';
import {
  contentStatuses,
  type ContentItem,
  type ContentSummary,
} from '../../../core/vocabulary.ts';
import { readOn } from '../memory-basis.ts';
import { among } from './memory-items.ts';
import { ascending } from '../memory-order.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';

export class MemorySummaryRepository implements SummaryRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async list(query: SummaryQuery, basis: Basis): Promise<BasedRead<readonly ContentSummary[]>> {
    const { authorId, order, limit, offset } = query;
    return readOn(this.#access, basis, (tables) =>
      [...tables.contents.values()]
        .filter((item) => meetsFilter(query, item) && (authorId ?? item.authorId) === item.authorId)
        .sort(latestFirst(order))
        .slice(offset, offset + limit)
        .map((item) => summaryOf(tables, item)),
    );
  }

  async listAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentSummary[]>> {
    return readOn(this.#access, basis, (tables) =>
      among(tables, ids)
        .filter((item) => meetsFilter(filter, item))
        .map((item) => summaryOf(tables, item)),
    );
  }

  async find(
    { title, limit, ...filter }: SummarySearch,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentSummary[]>> {
    const start = keyPrefix(title);
    return readOn(this.#access, basis, (tables) =>
      [...tables.contents.values()]
        .filter((item) => meetsFilter(filter, item) && hasWords(title, item))
        .map((item) => ({ item, isFirst: titleKey(item.title).startsWith(start) }))
        .sort(
          (left, right) =>
            Number(right.isFirst) - Number(left.isFirst) ||
            latestFirst('updated')(left.item, right.item),
        )
        .slice(0, limit)
        .map(({ item }) => summaryOf(tables, item)),
    );
  }

  async count(
    collectionIds: readonly string[],
    max: number,
    basis: Basis,
    locale?: ExactLocale,
  ): Promise<BasedRead<readonly StatusCount[]>> {
    return readOn(this.#access, basis, ({ contents }) => {
      const items = [...contents.values()];
      return collectionIds.flatMap((collectionId) =>
        contentStatuses.map((status) => {
          const found = items.filter((item) =>
            meetsFilter({ collectionId, status, within: 'all', ...(locale && { locale }) }, item),
          );
          return { collectionId, status, count: Math.min(found.length, max) };
        }),
      );
    });
  }
}

const timeOf: Readonly<Record<SummaryOrder, (item: ContentItem) => number>> = {
  updated: ({ updatedAt }) => updatedAt,
  created: ({ createdAt }) => createdAt,
};

const latestFirst =
  (order: SummaryOrder) =>
  (left: ContentItem, right: ContentItem): number =>
    timeOf[order](right) - timeOf[order](left) || ascending(right.id, left.id);

const hasWords = ({ words, prefix }: TitleSearch, { title }: ContentItem): boolean => {
  const found = titleKey(title).split(' ');
  return (
    words.every((word) => found.includes(word)) && found.some((word) => word.startsWith(prefix))
  );
};

const summaryOf = ({ collections, users }: MemoryTables, item: ContentItem): ContentSummary => {
  const { id, title, slug, status, collectionId, authorId, version } = item;
  const author = authorId === undefined ? undefined : users.get(authorId);
  return {
    id,
    title,
    slug,
    status,
    collectionId,
    collection: collections.get(collectionId)?.name ?? '',
    author: author && {
      id: author.id,
      username: author.username,
      firstName: author.firstName,
      lastName: author.lastName,
    },
    version,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
    publishedAt: item.publishedAt,
    ...(item.locale !== undefined && { locale: item.locale }),
  };
};
