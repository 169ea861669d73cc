import type {
  ApiToken,
  Collection,
  ContentItem,
  MediaFile,
  Session,
  Settings,
  Slug,
  User,
} from '../../core/index.ts';

/** All stored data: one map per kind, by id. Entries are replaced, never modified. */
export interface MemoryTables {
  readonly contents: Map<string, ContentItem>;
  /** Item ids by slug. */
  readonly slugs: Map<Slug, string>;
  readonly collections: Map<string, Collection>;
  readonly media: Map<string, MediaFile>;
  readonly users: Map<string, User>;
  readonly sessions: Map<string, Session>;
  readonly apiTokens: Map<string, ApiToken>;
  /** Empty until something is saved; then one entry. */
  readonly site: Map<'current', SiteRow>;
}

export interface SiteRow {
  readonly settings?: Settings;
  readonly hasStarterCollections?: boolean;
}

export const emptyTables = (): MemoryTables => ({
  contents: new Map(),
  slugs: new Map(),
  collections: new Map(),
  media: new Map(),
  users: new Map(),
  sessions: new Map(),
  apiTokens: new Map(),
  site: new Map(),
});

/** A copy whose changes do not affect the original. The entries are shared. */
export const forkTables = (tables: MemoryTables): MemoryTables => ({
  contents: new Map(tables.contents),
  slugs: new Map(tables.slugs),
  collections: new Map(tables.collections),
  media: new Map(tables.media),
  users: new Map(tables.users),
  sessions: new Map(tables.sessions),
  apiTokens: new Map(tables.apiTokens),
  site: new Map(tables.site),
});
