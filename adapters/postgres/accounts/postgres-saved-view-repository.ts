import type { SavedView, SavedViewRepository } from '../../../core/store.ts';
import type { Page, ShownView } from '../../../core/vocabulary.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { execute, query, type Statement } from '../connection/statement.ts';
import { json, orNull, plain, time } from '../rows/fields.ts';
import { table } from '../rows/table.ts';
import { authorColumns, authorOf, type AuthorColumns } from './author-row.ts';

export const savedViews = table<SavedView>('saved_views', {
  id: plain('id', 'uuid'),
  name: plain('name', 'text'),
  query: json('query'),
  isShared: plain('is_shared', 'boolean'),
  ownerId: orNull(plain('owner_id', 'uuid')),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
});

const shown = savedViews.joined({ alias: 'saved' });

/** Selects the views of a table that is called `saved`, with the names of their owners. */
const shownFrom = (source: string): string =>
  `select ${shown.selection}, ${authorColumns} from ${source} ` +
  'left join users on users.id = saved.owner_id';

/** Each part in the order of its own index, as far as the page needs it. */
const part = (condition: string): string =>
  `(select * from saved_views where ${condition} order by name, id limit $2::bigint + $3::bigint)`;

const list: Statement = {
  name: 'saved_view_list',
  text: `${shownFrom(
    `(select * from (${part('owner_id = $1 and not is_shared')} union all ${part('is_shared')}) listed ` +
      'order by name, id limit $2 offset $3) saved',
  )} order by saved.name, saved.id`,
};

const find: Statement = {
  name: 'saved_view_find',
  text: `${shownFrom('saved_views saved')} where saved.id = $1`,
};

const count: Statement = {
  name: 'saved_view_count',
  text: 'select count(*)::integer as count from saved_views where owner_id = $1',
};

const insert = savedViews.insert('saved_view_insert');
const update = savedViews.replace('saved_view_update');
const remove = savedViews.remove('saved_view_delete');

export class PostgresSavedViewRepository implements SavedViewRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async list(userId: string, { limit, offset }: Page): Promise<readonly ShownView[]> {
    const rows = await query<AuthorColumns>(this.#database, list, [userId, limit, offset]);
    return rows.map(shownOf);
  }

  async find(id: string): Promise<ShownView | undefined> {
    const [row] = await query<AuthorColumns>(this.#database, find, [id]);
    return row && shownOf(row);
  }

  async countOf(userId: string): Promise<number> {
    type Row = { readonly count: number };
    const [row] = await query<Row>(this.#database, count, [userId]);
    return row?.count ?? 0;
  }

  async insert(view: SavedView): Promise<void> {
    await execute(this.#database, insert, savedViews.values(view));
  }

  async update(view: SavedView): Promise<void> {
    await execute(this.#database, update, savedViews.values(view));
  }

  async delete(id: string): Promise<boolean> {
    return (await execute(this.#database, remove, [id])) > 0;
  }
}

const shownOf = (row: AuthorColumns): ShownView => {
  const view = shown.record(row);
  return { ...view, owner: authorOf(view.ownerId, row) };
};
