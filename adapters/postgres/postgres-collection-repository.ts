import type { Collection, CollectionRepository, CollectionSchema } from '../../core/index.ts';
import type { Database } from './connection/connections.ts';
import { collectionUpdateErrors, deletionErrors } from './connection/errors.ts';
import { equalitiesByRange } from './content/index-order.ts';
import { removeParts } from './content/changes/trash-moves.ts';
import { execute, query, type Statement, type Value } from './connection/statement.ts';
import { joinTransaction } from './connection/transaction.ts';

/** A row of `collections`. The driver parses JSON and returns `bigint` as digits. */
interface CollectionRow {
  readonly id: string;
  readonly name: string;
  readonly display_name: string;
  readonly description: string;
  readonly schema: CollectionSchema;
  readonly is_active: boolean;
  readonly is_singleton: boolean;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly preview_url: string | null;
  readonly hidden_since: string | null;
}

const columns =
  'id, name, display_name, description, schema, is_active, is_singleton, version, created_at, updated_at, preview_url, hidden_since';

const insert: Statement = {
  name: 'collection_insert',
  text: `insert into collections (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
};

const update: Statement = {
  name: 'collection_update',
  text: `update collections set (${columns}) = ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) where id = $1`,
};

const remove: Statement = {
  name: 'collection_delete',
  text: 'delete from collections where id = $1',
};

/** The trash of the deleted collection. An own statement: it sees what the deletion of the collection has waited for. */
const removeTrash: Statement = {
  name: 'collection_delete_trash',
  text:
    `with gone as (delete from content_trash where ${equalitiesByRange([['collection_id', '$1']])} ` +
    `returning ${removeParts}) select count(*) from gone`,
};

const findById: Statement = {
  name: 'collection_by_id',
  text: `select ${columns} from collections where id = $1`,
};

const findByName: Statement = {
  name: 'collection_by_name',
  text: `select ${columns} from collections where name = $1`,
};

const list: Statement = {
  name: 'collection_list',
  text: `select ${columns} from collections order by name`,
};

const valuesOf = (collection: Collection): readonly Value[] => [
  collection.id,
  collection.name,
  collection.displayName,
  collection.description,
  JSON.stringify(collection.schema),
  collection.isActive,
  collection.isSingleton === true,
  collection.version,
  collection.createdAt,
  collection.updatedAt,
  collection.previewUrl ?? null,
  collection.hiddenSince ?? null,
];

const collectionOf = (row: CollectionRow): Collection => ({
  id: row.id,
  name: row.name,
  displayName: row.display_name,
  description: row.description,
  schema: row.schema,
  isActive: row.is_active,
  ...(row.is_singleton && { isSingleton: true }),
  version: row.version,
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
  ...(row.preview_url !== null && { previewUrl: row.preview_url }),
  ...(row.hidden_since !== null && { hiddenSince: Number(row.hidden_since) }),
});

/** Collections in PostgreSQL. */
export class PostgresCollectionRepository implements CollectionRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(collection: Collection): Promise<void> {
    await execute(this.#database, insert, valuesOf(collection));
  }

  async update(collection: Collection): Promise<boolean> {
    const values = valuesOf(collection);
    return (await execute(this.#database, update, values, collectionUpdateErrors)) > 0;
  }

  async delete(id: string): Promise<boolean> {
    return joinTransaction(this.#database, async (inside) => {
      if ((await execute(inside, remove, [id], deletionErrors)) === 0) return false;
      await execute(inside, removeTrash, [id]);
      return true;
    });
  }

  async findById(id: string): Promise<Collection | undefined> {
    const [row] = await query<CollectionRow>(this.#database, findById, [id]);
    return row && collectionOf(row);
  }

  async findByName(name: string): Promise<Collection | undefined> {
    const [row] = await query<CollectionRow>(this.#database, findByName, [name]);
    return row && collectionOf(row);
  }

  async list(): Promise<readonly Collection[]> {
    return (await query<CollectionRow>(this.#database, list)).map(collectionOf);
  }
}
