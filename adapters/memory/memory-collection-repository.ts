import {
  DomainError,
  hasTranslations,
  notSingleton,
  type CollectionRepository,
} from '../../core/store.ts';
import {
  groupOf,
  placedAlone,
  type Collection,
  type ContentItem,
  type LocaleCode,
} from '../../core/vocabulary.ts';
import { copyOf } from './copy-of.ts';
import { ascending } from './memory-order.ts';
import { forgetFormerIds } from './content/memory-former-ids.ts';
import { removeTrashed } from './content/memory-trash-repository.ts';
import { memoryRecords, type MemoryRecords } from './memory-records.ts';
import type { MemoryAccess, MemoryTables } from './memory-tables.ts';

export class MemoryCollectionRepository implements CollectionRepository {
  readonly #collections: MemoryRecords<Collection>;

  constructor(access: MemoryAccess) {
    this.#collections = memoryRecords(access, ({ collections }) => collections, removeBelongings);
  }

  async insert(collection: Collection): Promise<void> {
    await this.#collections.insert(collection, (tables, { id, name }) => {
      if (tables.collections.has(id)) {
        throw new DomainError('id_taken', 'There is a collection with this id already');
      }
      assertNameIsFree(tables, { id, name });
    });
  }

  async update(collection: Collection): Promise<boolean> {
    const stored = copyOf(collection);
    const changed = await this.#collections.change(stored.id, (before, tables) => {
      assertNameIsFree(tables, stored);
      if (stored.isSingleton === true && before.isSingleton !== true) {
        const isIn = ({ collectionId }: ContentItem) => collectionId === stored.id;
        const groups = [...tables.contents.values()].filter(isIn).map((item) => groupOf(item).id);
        if (new Set(groups).size > 1) throw notSingleton();
      }
      if ((stored.baseLocale === undefined) !== (before.baseLocale === undefined)) {
        localize(tables, stored, before.baseLocale);
      }
      return stored;
    });
    return changed !== undefined;
  }

  async delete(id: string): Promise<boolean> {
    return this.#collections.remove(id);
  }

  async findById(id: string): Promise<Collection | undefined> {
    return this.#collections.find(id);
  }

  async findByName(name: string): Promise<Collection | undefined> {
    return this.#collections.findWhere((each) => each.name === name);
  }

  async list(): Promise<readonly Collection[]> {
    return this.#collections.list((left, right) => ascending(left.name, right.name));
  }
}

/** @throws DomainError `collection_not_empty` if there is content. Removes what belongs to it. */
const removeBelongings = (tables: MemoryTables, id: string): void => {
  const { contents, users, trash, referenceIndexes, formerSlugs } = tables;
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
  referenceIndexes.delete(id);
  if (tables.collections.get(id)?.isPrivate !== true) return;
  for (const [slug, former] of formerSlugs) {
    const seenIn = former.seenIn.filter((place) => place !== id);
    if (seenIn.length < former.seenIn.length) formerSlugs.set(slug, { ...former, seenIn });
  }
};

/** Gives the items of a collection that becomes localised its base locale, or takes theirs. */
const localize = (
  tables: MemoryTables,
  collection: Collection,
  formerBase: LocaleCode | undefined,
): void => {
  const { contents, trash, sources } = tables;
  const { baseLocale } = collection;
  const isOther = ({ collectionId, locale }: ContentItem): boolean =>
    collectionId === collection.id && locale !== formerBase;
  const trashed = [...trash.values()].map(({ item }) => item);
  if (baseLocale === undefined && [...contents.values(), ...trashed].some(isOther)) {
    throw hasTranslations();
  }
  const localized = (item: ContentItem): ContentItem => {
    const { locale, group: _, ...rest } = item;
    if (baseLocale === undefined) {
      sources.delete(item.id);
      return rest;
    }
    return locale === undefined ? { ...rest, ...placedAlone(item, baseLocale) } : item;
  };
  const groups = new Set<string | undefined>();
  for (const item of contents.values()) {
    if (item.collectionId !== collection.id) continue;
    groups.add(item.group?.id);
    contents.set(item.id, localized(item));
  }
  for (const [id, trashed] of trash) {
    const { item } = trashed;
    if (item.collectionId === collection.id) trash.set(id, { ...trashed, item: localized(item) });
  }
  for (const group of groups) forgetFormerIds(tables, group);
};

const assertNameIsFree = (
  { collections }: MemoryTables,
  { id, name }: Pick<Collection, 'id' | 'name'>,
): void => {
  for (const other of collections.values()) {
    if (other.name === name && other.id !== id) {
      throw new DomainError('collection_name_taken', `The name '${name}' is taken`);
    }
  }
};
