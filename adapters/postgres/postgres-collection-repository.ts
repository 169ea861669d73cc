import type { CollectionRepository } from '../../core/store.ts';
import type { Collection } from '../../core/vocabulary.ts';
import type { DatabaseSession } from './connection/database-session.ts';
import { collectionUpdateErrors, deletionErrors } from './connection/errors.ts';
import { equalitiesByRange } from './content/index-order.ts';
import { removeParts } from './content/changes/trash-moves.ts';
import { execute, executeReturning, type Statement } from './connection/statement.ts';
import { joinTransaction } from './connection/transaction.ts';
import { json, optional, plain, time, unless } from './rows/fields.ts';
import { table } from './rows/table.ts';

export const collections = table<Collection>('collections', {
  id: plain('id', 'uuid'),
  name: plain('name', 'text'),
  displayName: plain('display_name', 'text'),
  description: plain('description', 'text'),
  schema: json('schema'),
  isActive: plain('is_active', 'boolean'),
  isSingleton: unless(false, plain('is_singleton', 'boolean')),
  isPrivate: unless(false, plain('is_private', 'boolean')),
  baseLocale: optional(plain('base_locale', 'text')),
  version: plain('version', 'integer'),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
  previewUrl: optional(plain('preview_url', 'text')),
  hiddenSince: optional(time('hidden_since')),
  icon: optional(plain('icon', 'text')),
  templates: optional(json('templates')),
});

const insert = collections.insert('collection_insert');
/** When the collection becomes localised, or stops to be, its items change. */
const update: Statement = { ...collections.replace('collection_update'), isUnbounded: true };
const remove: Statement = {
  name: 'collection_delete',
  text: 'delete from collections where id = $1 returning is_private',
};
const findById = collections.select('collection_by_id', 'where id = $1');
const findByName = collections.select('collection_by_name', 'where name = $1');
const list = collections.select('collection_list', 'order by name');

/** The trash of the deleted collection. An own statement: it sees what the deletion of the collection has waited for. */
const removeTrash: Statement = {
  name: 'collection_delete_trash',
  text:
    `with gone as (delete from content_trash where ${equalitiesByRange([['collection_id', '$1']])} ` +
    `returning ${removeParts}) select count(*) from gone`,
};

/** Reads all former slugs, which only the deletion of a private collection does. An own statement, like {@link removeTrash}. */
const forgetSlugs: Statement = {
  name: 'collection_forget_slugs',
  text: 'update former_slugs set seen_in = array_remove(seen_in, $1::uuid) where $1::uuid = any (seen_in)',
};

/** Collections in PostgreSQL. */
export class PostgresCollectionRepository implements CollectionRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async insert(collection: Collection): Promise<void> {
    await execute(this.#database, insert, collections.values(collection));
  }

  async update(collection: Collection): Promise<boolean> {
    const values = collections.values(collection);
    return (await execute(this.#database, update, values, collectionUpdateErrors)) > 0;
  }

  async delete(id: string): Promise<boolean> {
    return joinTransaction(this.#database, async (inside) => {
      type Row = { readonly is_private: boolean };
      const [removed] = await executeReturning<Row>(inside, remove, [id], deletionErrors);
      if (removed === undefined) return false;
      await execute(inside, removeTrash, [id]);
      if (removed.is_private) await execute(inside, forgetSlugs, [id]);
      return true;
    });
  }

  async findById(id: string): Promise<Collection | undefined> {
    return collections.find(this.#database, findById, [id]);
  }

  async findByName(name: string): Promise<Collection | undefined> {
    return collections.find(this.#database, findByName, [name]);
  }

  async list(): Promise<readonly Collection[]> {
    return collections.list(this.#database, list);
  }
}
