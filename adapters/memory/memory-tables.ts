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

/** Everything that is kept: one map per kind, by id. What a map holds is replaced, never changed. */
export interface MemoryTables {
  readonly contents: Map<string, ContentItem>;
  /** The id of the item that has the slug. */
  readonly slugs: Map<Slug, string>;
  readonly collections: Map<string, Collection>;
  readonly media: Map<string, MediaFile>;
  readonly users: Map<string, User>;
  readonly sessions: Map<string, Session>;
  readonly apiTokens: Map<string, ApiToken>;
  /** One entry once something was saved. */
  readonly settings: Map<'current', Settings>;
}

export const emptyTables = (): MemoryTables => ({
  contents: new Map(),
  slugs: new Map(),
  collections: new Map(),
  media: new Map(),
  users: new Map(),
  sessions: new Map(),
  apiTokens: new Map(),
  settings: new Map(),
});

/** Tables that can be written without the others noticing. The entries are shared. */
export const forkTables = (tables: MemoryTables): MemoryTables => ({
  contents: new Map(tables.contents),
  slugs: new Map(tables.slugs),
  collections: new Map(tables.collections),
  media: new Map(tables.media),
  users: new Map(tables.users),
  sessions: new Map(tables.sessions),
  apiTokens: new Map(tables.apiTokens),
  settings: new Map(tables.settings),
});
