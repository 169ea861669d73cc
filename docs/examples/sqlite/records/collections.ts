import {
  DomainError,
  hasTranslations,
  notSingleton,
  type CollectionRepository,
} from 'quoin/core/store';
import type { Collection } from 'quoin/core/vocabulary';
import { deleteTrashed } from '../content/trash.ts';
import { forgetPlace } from '../content/redirects.ts';
import type { Access } from '../work/access.ts';
import type { Db } from '../work/db.ts';
import { collectionBy, listCollections } from './collection-rows.ts';

export class SqliteCollections implements CollectionRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async insert(collection: Collection): Promise<void> {
    return this.#access.write((db) => {
      if (collectionBy(db, 'id', collection.id) !== undefined) {
        throw new DomainError('id_taken', 'There is a collection with this id already');
      }
      put(db, collection);
    });
  }

  async update(collection: Collection): Promise<boolean> {
    return this.#access.write((db) => {
      const before = collectionBy(db, 'id', collection.id);
      if (before === undefined) return false;
      if (collection.isSingleton === true && before.isSingleton !== true) {
        const groups = db.all(
          'select distinct coalesce(group_id, id) from items where collection_id = ? limit 2',
          collection.id,
        );
        if (groups.length > 1) throw notSingleton();
      }
      put(db, collection);
      if ((collection.baseLocale === undefined) !== (before.baseLocale === undefined)) {
        localize(db, collection, before.baseLocale);
      }
      return true;
    });
  }

  /** Foreign keys delete the grants. */
  async delete(id: string): Promise<boolean> {
    return this.#access.write((db) => {
      if (db.get('select 1 from items where collection_id = ?', id) !== undefined) {
        throw new DomainError('collection_not_empty', 'Content lives in the collection');
      }
      const trashed = db.all<{ readonly id: string }>(
        'select id from trash where collection_id = ?',
        id,
      );
      for (const each of trashed) deleteTrashed(db, each.id);
      if (collectionBy(db, 'id', id)?.isPrivate === true) forgetPlace(db, id);
      return db.run('delete from collections where id = ?', id) > 0;
    });
  }

  async findById(id: string): Promise<Collection | undefined> {
    return this.#access.read((db) => collectionBy(db, 'id', id));
  }

  async findByName(name: string): Promise<Collection | undefined> {
    return this.#access.read((db) => collectionBy(db, 'name', name));
  }

  async list(): Promise<readonly Collection[]> {
    return this.#access.read(listCollections);
  }
}

/** Gives the items of a collection that becomes localised its base locale, or takes theirs. */
const localize = (
  db: Db,
  { id, baseLocale }: Collection,
  former: string | undefined = '',
): void => {
  if (baseLocale === undefined) {
    const other = db.get(
      "select 1 from items where collection_id = ?1 and locale <> ?2 union all select 1 from trash where collection_id = ?1 and doc ->> 'locale' <> ?2",
      id,
      former,
    );
    if (other !== undefined) throw hasTranslations();
    db.run(
      'delete from translation_sources where content_id in (select id from items where collection_id = ?1 union all select id from trash where collection_id = ?1)',
      id,
    );
    db.run(
      'delete from former_ids where group_id in (select group_id from items where collection_id = ?)',
      id,
    );
    db.run('update items set locale = null, translation_group = null where collection_id = ?', id);
    db.run(
      "update trash set doc = json_remove(doc, '$.locale', '$.group') where collection_id = ?",
      id,
    );
    return;
  }
  db.run(
    "update items set locale = ?, translation_group = json_object('id', id, 'since', created_at) where collection_id = ? and locale is null",
    baseLocale,
    id,
  );
  db.run(
    "update trash set doc = json_set(doc, '$.locale', ?, '$.group', json_object('id', id, 'since', doc -> 'createdAt')) where collection_id = ? and doc ->> 'locale' is null",
    baseLocale,
    id,
  );
};

const put = (db: Db, collection: Collection): void => {
  const { id, name, version, isActive, isSingleton = false } = collection;
  const other = collectionBy(db, 'name', name);
  if (other !== undefined && other.id !== id) {
    throw new DomainError('collection_name_taken', `The name '${name}' is taken`);
  }
  db.put('collections', 'id', {
    id,
    name,
    version,
    is_active: isActive,
    is_singleton: isSingleton,
    doc: JSON.stringify(collection),
  });
};
