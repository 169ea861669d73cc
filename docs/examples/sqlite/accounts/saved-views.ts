import type { SavedView, SavedViewRepository } from 'quoin/core/store';
import type { Page, ShownView } from 'quoin/core/vocabulary';
import { authorOf } from '../content/copies.ts';
import type { Access } from '../work/access.ts';
import type { Db, Value } from '../work/db.ts';

interface ViewRow {
  readonly doc: string;
  readonly owner_id: string | null;
}

export class SqliteSavedViews implements SavedViewRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async list(userId: string, { limit, offset }: Page): Promise<readonly ShownView[]> {
    return this.#access.read((db) =>
      rows(
        db,
        'owner_id = ? or is_shared = 1 order by name, id limit ? offset ?',
        userId,
        limit,
        offset,
      ),
    );
  }

  async find(id: string): Promise<ShownView | undefined> {
    return this.#access.read((db) => rows(db, 'id = ?', id)[0]);
  }

  async countOf(userId: string): Promise<number> {
    return this.#access.read((db) => rows(db, 'owner_id = ?', userId).length);
  }

  async insert(view: SavedView): Promise<void> {
    await this.#access.write((db) => put(db, view));
  }

  async update(view: SavedView): Promise<void> {
    await this.#access.write((db) => {
      if (rows(db, 'id = ?', view.id).length > 0) put(db, view);
    });
  }

  async delete(id: string): Promise<boolean> {
    return this.#access.write((db) => db.run('delete from saved_views where id = ?', id) > 0);
  }
}

/** The owner is in a column, which becomes null with the account. */
const shown = (db: Db, { doc, owner_id }: ViewRow): ShownView => {
  const ownerId = owner_id ?? undefined;
  return {
    ...(JSON.parse(doc) as Omit<SavedView, 'ownerId'>),
    ownerId,
    owner: authorOf(db, ownerId),
  };
};

const rows = (db: Db, clauses: string, ...values: readonly Value[]): ShownView[] =>
  db
    .all<ViewRow>(`select doc, owner_id from saved_views where ${clauses}`, ...values)
    .map((row) => shown(db, row));

const put = (db: Db, { ownerId, ...rest }: SavedView): void => {
  const { id, name, isShared } = rest;
  db.put('saved_views', 'id', {
    id,
    owner_id: ownerId,
    is_shared: isShared,
    name,
    doc: JSON.stringify(rest),
  });
};
