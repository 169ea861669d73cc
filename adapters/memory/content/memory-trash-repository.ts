import {
  DomainError,
  type CollectionShares,
  type TrashCount,
  type TrashRepository,
  type TrashScope,
  type TrashedItem,
} from '../../../core/store.ts';
import type { Page, TrashEntry } from '../../../core/vocabulary.ts';
import { copyOf } from '../copy-of.ts';
import { ascending } from '../memory-order.ts';
import { removeFound } from '../memory-records.ts';
import type { MemoryAccess, MemoryTables, StoredTrashedItem } from '../memory-tables.ts';
import { upToPageBytes } from '../page-bytes.ts';
import { isInLocales } from './memory-items.ts';
import { forgetFormerIds } from './memory-former-ids.ts';
import { purgeParts } from './parts/memory-parts.ts';

export class MemoryTrashRepository implements TrashRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async list(scope: TrashScope, { limit, offset }: Page): Promise<readonly TrashEntry[]> {
    return this.#access.read((tables) =>
      inScope(tables, scope)
        .sort(
          (left, right) =>
            right.deletedAt - left.deletedAt || ascending(right.item.id, left.item.id),
        )
        .slice(offset, offset + limit)
        .map(({ item: { id, title, slug, collectionId }, deletedAt, deletedBy }) => ({
          id,
          title,
          slug,
          collectionId,
          deletedAt,
          deletedBy,
        })),
    );
  }

  async find(id: string): Promise<TrashedItem | undefined> {
    return this.#access.read(({ trash }) => {
      const stored = trash.get(id);
      return stored && trashedOf(stored);
    });
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly TrashedItem[]> {
    return this.#access.read(({ trash }) => {
      const next = [...trash.values()]
        .filter(({ item }) => id === undefined || item.id > id)
        .sort((left, right) => ascending(left.item.id, right.item.id))
        .slice(0, limit);
      return upToPageBytes(next, ({ item }) => [item]).map(trashedOf);
    });
  }

  async add(trashed: TrashedItem): Promise<boolean> {
    const { item, deletedAt, deletedBy } = copyOf(trashed);
    return this.#access.write((tables) => {
      const { contents, trash, collections, users } = tables;
      if (contents.has(item.id) || trash.has(item.id)) return false;
      if (!collections.has(item.collectionId)) {
        throw new DomainError('collection_not_found', 'The collection is gone');
      }
      const known = (id: string | undefined): string | undefined =>
        id !== undefined && users.has(id) ? id : undefined;
      trash.set(item.id, {
        item: { ...item, authorId: known(item.authorId) },
        deletedAt,
        deletedBy: known(deletedBy),
        storedAt: Date.now(),
      });
      if (item.group !== undefined) tables.formerIds.set(item.id, item.group.id);
      return true;
    });
  }

  async findIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await this.#access.read(({ trash }) => ids.filter((id) => trash.has(id))));
  }

  async count(shares: CollectionShares, max: number): Promise<readonly TrashCount[]> {
    return this.#access.read((tables) => {
      const counts = new Map<string, number>();
      for (const { item } of inScope(tables, shares)) {
        counts.set(item.collectionId, Math.min(max, (counts.get(item.collectionId) ?? 0) + 1));
      }
      return [...counts].map(([collectionId, count]) => ({ collectionId, count }));
    });
  }

  async purge(id: string, version: number): Promise<boolean> {
    return this.#access.write((tables) => {
      const stored = tables.trash.get(id);
      if (stored?.item.version !== version) return false;
      removeTrashed(tables, stored);
      return true;
    });
  }

  async purgeScope(scope: TrashScope, limit: number): Promise<number> {
    return this.#access.write((tables) =>
      removeAll(tables, inScope(tables, scope).slice(0, limit)),
    );
  }

  async sweep(ageMs: number): Promise<false> {
    const latest = Date.now() - ageMs;
    await removeFound(
      this.#access,
      ({ trash }) => [...trash.values()].filter(({ storedAt }) => storedAt <= latest),
      removeTrashed,
    );
    return false;
  }
}

const trashedOf = ({ storedAt: _, ...trashed }: StoredTrashedItem): TrashedItem => trashed;

const inScope = ({ trash }: MemoryTables, scope: TrashScope): StoredTrashedItem[] =>
  [...trash.values()].filter(
    ({ item }) =>
      scope === 'all' ||
      (isInLocales(scope.locales, item) &&
        (scope.whole.includes(item.collectionId) ||
          (item.authorId !== undefined &&
            item.authorId === scope.ownerId &&
            scope.owned.includes(item.collectionId)))),
  );

/** Deletes an item of the trash permanently, with all that belongs to it. */
export const removeTrashed = (tables: MemoryTables, { item }: StoredTrashedItem): void => {
  tables.trash.delete(item.id);
  forgetFormerIds(tables, item.group?.id);
  purgeParts(tables, item.id);
};

const removeAll = (tables: MemoryTables, found: readonly StoredTrashedItem[]): number => {
  for (const each of found) removeTrashed(tables, each);
  return found.length;
};
