import type { Knex } from 'knex';
import type { Collection, CollectionRepository, CollectionSchema } from '../../core/index.ts';
import { deletionErrors } from './constraint-errors.ts';
import { write } from './statement.ts';
import { translated } from './translated.ts';

interface CollectionRow {
  readonly id: string;
  readonly name: string;
  readonly display_name: string;
  readonly description: string;
  /** Parsed when read, text when written. */
  readonly schema: CollectionSchema | string;
  readonly is_active: boolean;
  readonly created_at: string | number;
  readonly updated_at: string | number;
}

const collectionOf = (row: CollectionRow): Collection => ({
  id: row.id,
  name: row.name,
  displayName: row.display_name,
  description: row.description,
  schema: row.schema as CollectionSchema,
  isActive: row.is_active,
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});

const rowOf = (collection: Collection): CollectionRow => ({
  id: collection.id,
  name: collection.name,
  display_name: collection.displayName,
  description: collection.description,
  schema: JSON.stringify(collection.schema),
  is_active: collection.isActive,
  created_at: collection.createdAt,
  updated_at: collection.updatedAt,
});

/** Collections in PostgreSQL. */
export class PostgresCollectionRepository implements CollectionRepository {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async insert(collection: Collection): Promise<void> {
    await write(this.#knex, this.#table().insert(rowOf(collection)));
  }

  async update(collection: Collection): Promise<boolean> {
    const { id, ...columns } = rowOf(collection);
    return (await write(this.#knex, this.#table().where({ id }).update(columns))) > 0;
  }

  async delete(id: string): Promise<boolean> {
    const deletion = this.#table().where({ id }).delete();
    return (await write(this.#knex, deletion, deletionErrors)) > 0;
  }

  async findById(id: string): Promise<Collection | undefined> {
    return this.#find({ id });
  }

  async findByName(name: string): Promise<Collection | undefined> {
    return this.#find({ name });
  }

  async list(): Promise<readonly Collection[]> {
    const rows: CollectionRow[] = await translated(this.#table().select().orderBy('name'));
    return rows.map(collectionOf);
  }

  async #find(key: { readonly id: string } | { readonly name: string }) {
    const row: CollectionRow | undefined = await translated(this.#table().where(key).first());
    return row && collectionOf(row);
  }

  #table() {
    return this.#knex<CollectionRow>('collections');
  }
}
