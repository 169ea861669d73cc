import type { SavedView, SavedViewRepository } from '../../../core/store.ts';
import { asAuthor, type Page, type ShownView } from '../../../core/vocabulary.ts';
import { copyOf } from '../copy-of.ts';
import { ascending, byCodePoints } from '../memory-order.ts';
import { memoryRecords, type MemoryRecords } from '../memory-records.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';

export class MemorySavedViewRepository implements SavedViewRepository {
  readonly #access: MemoryAccess;
  readonly #views: MemoryRecords<SavedView>;

  constructor(access: MemoryAccess) {
    this.#access = access;
    this.#views = memoryRecords(access, ({ savedViews }) => savedViews);
  }

  async list(userId: string, { limit, offset }: Page): Promise<readonly ShownView[]> {
    return this.#access.read((tables) =>
      [...tables.savedViews.values()]
        .filter(({ isShared, ownerId }) => isShared || ownerId === userId)
        .toSorted(byName)
        .slice(offset, offset + limit)
        .map((view) => shown(tables, view)),
    );
  }

  async find(id: string): Promise<ShownView | undefined> {
    return this.#access.read((tables) => {
      const view = tables.savedViews.get(id);
      return view && shown(tables, view);
    });
  }

  async countOf(userId: string): Promise<number> {
    const where = ({ ownerId }: SavedView): boolean => ownerId === userId;
    return (await this.#views.list(byName, { where })).length;
  }

  async insert(view: SavedView): Promise<void> {
    await this.#views.insert(view);
  }

  async update(view: SavedView): Promise<void> {
    const changed = copyOf(view);
    await this.#views.change(changed.id, () => changed);
  }

  async delete(id: string): Promise<boolean> {
    return this.#views.remove(id);
  }
}

const byName = (left: SavedView, right: SavedView): number =>
  byCodePoints(left.name, right.name) || ascending(left.id, right.id);

const shown = ({ users }: MemoryTables, view: SavedView): ShownView => {
  const owner = view.ownerId === undefined ? undefined : users.get(view.ownerId);
  return { ...view, owner: owner && asAuthor(owner) };
};
