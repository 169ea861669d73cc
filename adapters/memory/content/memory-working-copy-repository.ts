import {
  inScope,
  isInLocale,
  isSameCopyState,
  type CopyOfItem,
  type CopyParts,
  type WorkingCopyQuery,
  type WorkingCopyRepository,
} from '../../../core/store.ts';
import {
  asAuthor,
  type ContentItem,
  type JsonText,
  type WorkingCopy,
  type WorkingCopyEntry,
} from '../../../core/vocabulary.ts';
import { copyOf } from '../copy-of.ts';
import { addEvents } from './memory-outbox-repository.ts';
import { isInLocales } from './memory-items.ts';
import { ascending } from '../memory-order.ts';
import { findAnywhere, stampOf } from '../memory-stamps.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';
import { upToPageBytes } from '../page-bytes.ts';

export class MemoryWorkingCopyRepository implements WorkingCopyRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async find(contentId: string): Promise<WorkingCopy | undefined> {
    return this.#access.read(({ copies }) => copies.get(contentId));
  }

  async save(
    copy: WorkingCopy,
    itemVersion: number,
    replaced: WorkingCopy | undefined,
    parts: CopyParts = {},
  ): Promise<boolean> {
    const [stored, beside] = copyOf([copy, parts] as const);
    return this.#access.write((tables) => {
      const { contentId } = stored;
      if (tables.contents.get(contentId)?.version !== itemVersion) return false;
      if (tables.copies.get(contentId)?.version !== replaced?.version) return false;
      put(tables, stored, beside);
      return true;
    });
  }

  async add(copy: WorkingCopy, parts: CopyParts = {}): Promise<boolean> {
    const [stored, beside] = copyOf([copy, parts] as const);
    return this.#access.write((tables) => {
      const { contentId } = stored;
      if (tables.copies.has(contentId) || findAnywhere(tables, contentId) === undefined)
        return false;
      put(tables, stored, beside);
      return true;
    });
  }

  async listAfter(contentId: string | undefined, limit: number): Promise<readonly CopyOfItem[]> {
    return this.#access.read((tables) => {
      const next = [...tables.copies.values()]
        .filter((copy) => contentId === undefined || copy.contentId > contentId)
        .sort((left, right) => ascending(left.contentId, right.contentId))
        .slice(0, limit);
      return upToPageBytes(next, (copy) => [copy, copy.base]).map((copy) => {
        const item = findAnywhere(tables, copy.contentId);
        return { copy, item: item && stampOf(item) };
      });
    });
  }

  async remove(contentId: string, version: string, event?: JsonText): Promise<boolean> {
    return this.#access.write((tables) => {
      if (tables.copies.get(contentId)?.version !== version) return false;
      removeCopy(tables, contentId);
      addEvents(tables, event);
      return true;
    });
  }

  async list({ limit, offset, ...query }: WorkingCopyQuery): Promise<readonly WorkingCopyEntry[]> {
    return this.#access.read((tables) =>
      [...tables.copies.values()]
        .flatMap((copy) => {
          const item = tables.contents.get(copy.contentId);
          return item !== undefined && isListed(query, copy, item) ? { copy, item } : [];
        })
        .sort(
          (left, right) =>
            right.copy.updatedAt - left.copy.updatedAt || ascending(right.item.id, left.item.id),
        )
        .slice(offset, offset + limit)
        .map(({ copy, item }) => entryOf(tables, copy, item)),
    );
  }
}

const put = (
  tables: MemoryTables,
  copy: WorkingCopy,
  { search: text, words, event }: CopyParts,
): void => {
  const { contentId, version } = copy;
  const rebuild = tables.searchIndex.get('current')?.rebuild ?? 0;
  removeCopy(tables, contentId);
  tables.copies.set(contentId, copy);
  if (text !== undefined) tables.copySearch.set(contentId, { text, version, rebuild });
  if (words !== undefined) tables.copyWords.set(contentId, words);
  addEvents(tables, event);
};

/** Removes the copy of an item, with what is stored beside it. */
export const removeCopy = (
  { copies, copySearch, copyWords }: MemoryTables,
  contentId: string,
): void => {
  copies.delete(contentId);
  copySearch.delete(contentId);
  copyWords.delete(contentId);
};

const isListed = (
  {
    all,
    own,
    ownerId,
    locales,
    authorId,
    within,
    locale,
  }: Omit<WorkingCopyQuery, 'limit' | 'offset'>,
  copy: WorkingCopy,
  item: ContentItem,
): boolean => {
  if (authorId !== undefined && copy.authorId !== authorId) return false;
  if (!inScope(within ?? 'all', copy.collectionId) || !isInLocale(locale, item)) return false;
  if (!isInLocales(locales, item)) return false;
  if (all.includes(item.collectionId)) return true;
  return own.includes(item.collectionId) && ownerId !== undefined && item.authorId === ownerId;
};

const entryOf = (
  { users }: MemoryTables,
  { contentId, title, slug, base, authorId, updatedAt }: WorkingCopy,
  item: ContentItem,
): WorkingCopyEntry => {
  const user = authorId === undefined ? undefined : users.get(authorId);
  return {
    contentId,
    title,
    slug,
    collectionId: item.collectionId,
    baseVersion: base.version,
    isOutdated: item.version !== base.version && !isSameCopyState(item, base),
    updatedAt,
    author: user && asAuthor(user),
  };
};
