import type { CollectionFields, SiteRepository, SiteState } from '../../core/store.ts';
import { defaultSettings, type Collection, type Settings } from '../../core/vocabulary.ts';
import { copyOf } from './copy-of.ts';
import { collectionOf, collectionStates, siteStamp } from './memory-basis.ts';
import type { MemoryAccess, MemoryTables, SiteRow } from './memory-tables.ts';

export class MemorySiteRepository implements SiteRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async load(name?: string, withSchemas = false): Promise<SiteState> {
    return this.#access.read((tables) => {
      const collection = collectionOf(tables, name);
      return {
        settings: rowOf(tables).settings ?? defaultSettings,
        collectionStates: collectionStates(tables),
        collection: collection && {
          id: collection.id,
          name: collection.name,
          isActive: collection.isActive,
          isSingleton: collection.isSingleton,
        },
        ...(withSchemas && {
          schemas: [...tables.collections.values()].map(fieldsOf),
        }),
        stamp: siteStamp(tables, name),
      };
    });
  }

  async saveSettings(settings: Settings): Promise<void> {
    const stored = copyOf(settings);
    await this.#access.write((tables) => put(tables, { settings: stored }));
  }

  async claimStarterCollections(): Promise<boolean> {
    return this.#access.write((tables) => {
      if (rowOf(tables).hasStarterCollections === true) return false;
      put(tables, { hasStarterCollections: true });
      return true;
    });
  }
}

const fieldsOf = ({ id, name, isActive, schema }: Collection): CollectionFields => ({
  id,
  name,
  isActive,
  schema,
});

const rowOf = ({ site }: MemoryTables): SiteRow => site.get('current') ?? {};

const put = (tables: MemoryTables, row: SiteRow): void => {
  tables.site.set('current', { ...rowOf(tables), ...row });
};
