import {
  isSameCopyState,
  publicNameOf,
  type ContentItem,
  type CopyOfItem,
  type WorkingCopy,
  type WorkingCopyEntry,
  type WorkingCopyQuery,
  type WorkingCopyRepository,
} from '../../../core/index.ts';
import { copyOf } from '../copy-of.ts';
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
  ): Promise<boolean> {
    const stored = copyOf(copy);
    return this.#access.write(({ contents, copies }) => {
      const { contentId } = stored;
      if (contents.get(contentId)?.version !== itemVersion) return false;
      if (copies.get(contentId)?.version !== replaced?.version) return false;
      copies.set(contentId, stored);
      return true;
    });
  }

  async add(copy: WorkingCopy): Promise<boolean> {
    const stored = copyOf(copy);
    return this.#access.write((tables) => {
      const { contentId } = stored;
      if (tables.copies.has(contentId) || findAnywhere(tables, contentId) === undefined)
        return false;
      tables.copies.set(contentId, stored);
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

  async remove(contentId: string, version: string): Promise<boolean> {
    return this.#access.write(({ copies }) => {
      if (copies.get(contentId)?.version !== version) return false;
      return copies.delete(contentId);
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

const isListed = (
  { all, own, ownerId, authorId }: Omit<WorkingCopyQuery, 'limit' | 'offset'>,
  copy: WorkingCopy,
  item: ContentItem,
): boolean => {
  if (authorId !== undefined && copy.authorId !== authorId) return false;
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
    author: user && { id: user.id, name: publicNameOf(user) },
  };
};
