import type {
  ApiToken,
  AuditEntry,
  Collection,
  ContentItem,
  FormerSlug,
  Delivery,
  FieldIndex,
  JsonText,
  MediaFile,
  PreviewToken,
  Receipt,
  Reference,
  ReferenceIndex,
  Revision,
  ScheduledChange,
  SearchText,
  Session,
  Settings,
  Slug,
  Snapshot,
  StoredWebhook,
  TrashedItem,
  User,
  WorkingCopy,
} from '../../core/index.ts';

/** All stored data: one map per kind, by id. Entries are replaced, never modified. */
export interface MemoryTables {
  /** Identifies the store among all others. */
  readonly store: string;
  /** The snapshot of the store while it is in this state; undefined while a transaction changes it. */
  readonly snapshot: Snapshot | undefined;
  readonly contents: Map<string, ContentItem>;
  /** Item ids by slug. */
  readonly slugs: Map<Slug, string>;
  /** By item, oldest first. */
  readonly revisions: Map<string, readonly StoredRevision[]>;
  readonly trash: Map<string, StoredTrashedItem>;
  readonly outbox: Set<StoredEvent>;
  /** How far the feed has come, and the last position of an event that was removed. */
  readonly feed: Map<'current', { readonly head: number; readonly removed: number }>;
  /** Oldest first. */
  readonly audit: Set<AuditEntry>;
  /** The last event that was looked at, and the number of the last entry. */
  readonly auditState: Map<'current', { readonly position: number; readonly number: number }>;
  /** By item. */
  readonly copies: Map<string, WorkingCopy>;
  /** By item, by action. */
  readonly schedules: Map<string, readonly StoredSchedule[]>;
  /** By item. Items without references are left out. */
  readonly references: Map<string, readonly Reference[]>;
  /** By collection. */
  readonly referenceIndexes: Map<string, ReferenceIndex>;
  /** By item. */
  readonly search: Map<string, StoredSearchEntry>;
  /** By item. An entry of another version than that of the copy is outdated. */
  readonly copySearch: Map<string, StoredSearchEntry<string>>;
  readonly searchIndex: Map<'current', SearchIndex>;
  /** By item. */
  readonly words: Map<string, number>;
  /** Of working copies, by item. */
  readonly copyWords: Map<string, number>;
  /** By slug. */
  readonly formerSlugs: Map<Slug, FormerSlug>;
  /** By user and key. */
  readonly receipts: Map<string, StoredReceipt>;
  readonly collections: Map<string, Collection>;
  /** By what they contain; see `indexKey`. */
  readonly indexes: Map<string, StoredIndex>;
  readonly media: Map<string, MediaFile>;
  readonly users: Map<string, User>;
  readonly sessions: Map<string, Session>;
  readonly apiTokens: Map<string, ApiToken>;
  readonly previewTokens: Map<string, StoredPreviewToken>;
  readonly webhooks: Map<string, StoredWebhook>;
  readonly deliveries: Map<string, StoredDelivery>;
  /** Empty until something is saved; then one entry. */
  readonly site: Map<'current', SiteRow>;
}

export interface StoredIndex {
  readonly index: FieldIndex;
  /** Undefined for one that is ready. */
  readonly failure?: { readonly reason: string; readonly failedAt: number };
}

export interface StoredRevision extends Revision {
  readonly storedAt: number;
}

export interface StoredSchedule extends ScheduledChange {
  readonly claimedUntil: number;
}

export interface StoredSearchEntry<Version = number> {
  readonly text: SearchText;
  /** The version that has this text, of the item or of the copy. */
  readonly version: Version;
  /** The last rebuild when the text was made. */
  readonly rebuild: number;
}

/** What has made entries outdated, and how far the walk has come that replaces them. */
export interface SearchIndex {
  /** The number of the last rebuild. */
  readonly rebuild: number;
  /** Their numbers by collection. */
  readonly rebuilds: Readonly<Record<string, number>>;
  readonly walk: { readonly target: number; readonly after: string | undefined } | undefined;
  readonly done: number;
  readonly endedAt: number;
  readonly leasedUntil: number;
}

export interface StoredTrashedItem extends TrashedItem {
  readonly storedAt: number;
}

export interface StoredPreviewToken extends PreviewToken {
  readonly expiresAt: number;
}

export interface StoredDelivery extends Delivery {
  readonly claimedUntil: number;
}

export interface StoredEvent {
  readonly position: number;
  readonly event: JsonText;
  readonly storedAt: number;
}

/** A reservation, and later its receipt. */
export interface StoredReceipt {
  readonly userId: string;
  readonly id: string;
  readonly digest: string;
  readonly leasedUntil: number;
  readonly storedAt: number;
  readonly receipt: Receipt | undefined;
  readonly bytes: number;
}

export interface SiteRow {
  readonly settings?: Settings;
  readonly hasStarterCollections?: boolean;
}

export const emptyTables = (store: string): MemoryTables => ({
  store,
  snapshot: undefined,
  contents: new Map(),
  slugs: new Map(),
  revisions: new Map(),
  trash: new Map(),
  outbox: new Set(),
  feed: new Map(),
  audit: new Set(),
  auditState: new Map(),
  copies: new Map(),
  schedules: new Map(),
  references: new Map(),
  referenceIndexes: new Map(),
  search: new Map(),
  copySearch: new Map(),
  searchIndex: new Map(),
  words: new Map(),
  copyWords: new Map(),
  formerSlugs: new Map(),
  receipts: new Map(),
  collections: new Map(),
  indexes: new Map(),
  media: new Map(),
  users: new Map(),
  sessions: new Map(),
  apiTokens: new Map(),
  previewTokens: new Map(),
  webhooks: new Map(),
  deliveries: new Map(),
  site: new Map(),
});

/** A copy whose changes do not affect the original. The entries are shared. */
export const forkTables = (tables: MemoryTables): MemoryTables => ({
  ...tables,
  contents: new Map(tables.contents),
  slugs: new Map(tables.slugs),
  revisions: new Map(tables.revisions),
  trash: new Map(tables.trash),
  outbox: new Set(tables.outbox),
  feed: new Map(tables.feed),
  audit: new Set(tables.audit),
  auditState: new Map(tables.auditState),
  copies: new Map(tables.copies),
  schedules: new Map(tables.schedules),
  references: new Map(tables.references),
  referenceIndexes: new Map(tables.referenceIndexes),
  search: new Map(tables.search),
  copySearch: new Map(tables.copySearch),
  searchIndex: new Map(tables.searchIndex),
  words: new Map(tables.words),
  copyWords: new Map(tables.copyWords),
  formerSlugs: new Map(tables.formerSlugs),
  receipts: new Map(tables.receipts),
  collections: new Map(tables.collections),
  indexes: new Map(tables.indexes),
  media: new Map(tables.media),
  users: new Map(tables.users),
  sessions: new Map(tables.sessions),
  apiTokens: new Map(tables.apiTokens),
  previewTokens: new Map(tables.previewTokens),
  webhooks: new Map(tables.webhooks),
  deliveries: new Map(tables.deliveries),
  site: new Map(tables.site),
});

/** How repositories access the tables, inside and outside of a transaction. */
export interface MemoryAccess {
  /** Runs a query on the current tables. The result is a copy. */
  read<T>(query: (tables: MemoryTables) => T): Promise<T>;

  /**
   * Runs a change, atomically. `change` must not modify anything before it throws, and must store copies
   * that its caller cannot modify.
   */
  write<T>(change: (tables: MemoryTables) => T): Promise<T>;
}

/** The tables, and how several accesses of them belong together. */
export interface MemoryWork extends MemoryAccess {
  /** Stores all writes of `work`, or none. */
  transaction<T>(work: (access: MemoryAccess) => Promise<T>): Promise<T>;

  /** All reads of `work` see the current tables, regardless of concurrent writes. Writes fail. */
  readConsistently<T>(work: (access: MemoryAccess) => Promise<T>): Promise<T>;
}

/** A copy of the tables that only its holder changes. Exactly one of the functions must be called. */
export interface HeldTables {
  tables: MemoryTables;
  /** Replaces the tables of the store. */
  readonly commit: () => void;
  readonly drop: () => void;
}
