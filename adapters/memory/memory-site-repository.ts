import {
  defaultSettings,
  type CollectionScope,
  type Settings,
  type SiteRepository,
  type SiteState,
} from '../../core/index.ts';
import { copyOf } from './copy-of.ts';
import type { MemoryAccess } from './memory-access.ts';
import type { MemoryTables, SiteRow } from './memory-tables.ts';

export class MemorySiteRepository implements SiteRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async load(): Promise<SiteState> {
    return this.#access.read((tables) => {
      const { settings = defaultSettings } = rowOf(tables);
      return { settings, activeCollections: activeCollectionsOf(tables) };
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

const rowOf = ({ site }: MemoryTables): SiteRow => site.get('current') ?? {};

const put = (tables: MemoryTables, row: SiteRow): void => {
  tables.site.set('current', { ...rowOf(tables), ...row });
};

const activeCollectionsOf = ({ collections }: MemoryTables): CollectionScope => {
  const all = [...collections.values()];
  const active = all.filter(({ isActive }) => isActive);
  return active.length === all.length ? 'all' : active.map(({ id }) => id);
};
