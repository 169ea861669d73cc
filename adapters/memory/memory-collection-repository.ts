import {
  DomainError,
  notSingleton,
  type ContentItem,
  type Collection,
  type CollectionRepository,
} from '../../core/index.ts';
import { copyOf } from './copy-of.ts';
import { collectionOf } from './memory-basis.ts';
import { ascending } from './memory-order.ts';
import { removeTrashed } from './content/memory-trash-repository.ts';
import type { MemoryAccess, MemoryTables } from './memory-tables.ts';

export class MemoryCollectionRepository implements CollectionRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async insert(collection: Collection): Promise<void> {
    const stored = copyOf(collection);
    return this.#access.write((tables) => {
      if (tables.collections.has(stored.id)) {
        throw new DomainError('id_taken', 'There is a collection with this id already');
      }
      assertNameIsFree(tables, stored);
      tables.collections.set(stored.id, stored);
    });
  }

  async update(collection: Collection): Promise<boolean> {
    const stored = copyOf(collection);
    return this.#access.write((tables) => {
      const before = tables.collections.get(stored.id);
      if (before === undefined) return false;
      assertNameIsFree(tables, stored);
      if (stored.isSingleton === true && before.isSingleton !== true) {
        const isIn = ({ collectionId }: ContentItem) => collectionId === stored.id;
        if ([...tables.contents.values()].filter(isIn).length > 1) throw notSingleton();
      }
      tables.collections.set(stored.id, stored);
      return true;
    });
  }

  async delete(id: string): Promise<boolean> {
    return this.#access.write((tables) => {
      const { collections, contents, users, trash } = tables;
      if ([...contents.values()].some((item) => item.collectionId === id)) {
        throw new DomainError('collection_not_empty', 'Content lives in the collection');
      }
      for (const user of users.values()) {
        const grants = user.grants.filter((grant) => grant.collectionId !== id);
        if (grants.length < user.grants.length) users.set(user.id, { ...user, grants });
      }
      for (const trashed of trash.values()) {
        if (trashed.item.collectionId === id) removeTrashed(tables, trashed);
      }
      tables.referenceIndexes.delete(id);
      return collections.delete(id);
    });
  }

  async findById(id: string): Promise<Collection | undefined> {
    return this.#access.read(({ collections }) => collections.get(id));
  }

  async findByName(name: string): Promise<Collection | undefined> {
    return this.#access.read((tables) => collectionOf(tables, name));
  }

  async list(): Promise<readonly Collection[]> {
    return this.#access.read(({ collections }) =>
      [...collections.values()].sort((left, right) => ascending(left.name, right.name)),
    );
  }
}

const assertNameIsFree = ({ collections }: MemoryTables, { id, name }: Collection): void => {
  for (const other of collections.values()) {
    if (other.name === name && other.id !== id) {
      throw new DomainError('collection_name_taken', `The name '${name}' is taken`);
    }
  }
};
