import type {
  AccountLink,
  ApiToken,
  Challenge,
  Comment,
  FormerSlug,
  FieldIndex,
  Invitation,
  Identity,
  NewMail,
  PreviewToken,
  ReaderPlace,
  Receipt,
  Reference,
  ReferenceIndex,
  Revision,
  SavedView,
  SearchText,
  SecondFactor,
  Session,
  StoredWebhook,
  TranslationSource,
  TrashedItem,
  TrustedBrowser,
  User,
} from '../../core/store.ts';
import type {
  AuditEntry,
  Collection,
  ContentItem,
  Delivery,
  JsonText,
  MediaFile,
  ScheduledChange,
  Settings,
  Slug,
  Snapshot,
  WorkingCopy,
} from '../../core/vocabulary.ts';

export interface StoredIndex {
  readonly index: FieldIndex;
  /** Undefined for one that is ready. */
  readonly failure?: { readonly reason: string; readonly failedAt: number };
}

/** What a translation was made from, and the paths that have changed there since. */
export interface StoredRecord extends TranslationSource {
  readonly changed: readonly string[];
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

/** A mail that waits, or a failure. */
export interface StoredMail extends NewMail {
  readonly attempts: number;
  readonly createdAt: number;
  readonly dueAt: number;
  readonly failure?: { readonly at: number; readonly reason: string };
}

export interface StoredReader extends ReaderPlace {
  readonly claim?: string;
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

/** The tables of an empty store: one map for each kind of record, by id. Entries are replaced, never modified. */
const newTables = () => ({
  contents: new Map<string, ContentItem>(),
  /** Item ids by slug: several for items that translate each other. */
  slugs: new Map<Slug, readonly string[]>(),
  /** By item, oldest first. */
  revisions: new Map<string, readonly StoredRevision[]>(),
  trash: new Map<string, StoredTrashedItem>(),
  outbox: new Set<StoredEvent>(),
  /** How far the feed has come, and the last position of an event that was removed. */
  feed: new Map<'current', { readonly head: number; readonly removed: number }>(),
  readers: new Map<string, StoredReader>(),
  /** Oldest first. */
  audit: new Set<AuditEntry>(),
  /** The last event that was looked at, and the number of the last entry. */
  auditState: new Map<'current', { readonly position: number; readonly number: number }>(),
  /** By item. */
  copies: new Map<string, WorkingCopy>(),
  /** By item, by action. */
  schedules: new Map<string, readonly StoredSchedule[]>(),
  /** By item. Items without references are left out. */
  references: new Map<string, readonly Reference[]>(),
  /** The groups of translations from which items were deleted, by the ids of these. */
  formerIds: new Map<string, string>(),
  /** By collection. */
  referenceIndexes: new Map<string, ReferenceIndex>(),
  /** By item. */
  search: new Map<string, StoredSearchEntry>(),
  /** By item. An entry of another version than that of the copy is outdated. */
  copySearch: new Map<string, StoredSearchEntry<string>>(),
  searchIndex: new Map<'current', SearchIndex>(),
  /** By translation. */
  sources: new Map<string, StoredRecord>(),
  /** By item. */
  words: new Map<string, number>(),
  /** Of working copies, by item. */
  copyWords: new Map<string, number>(),
  /** By slug. */
  formerSlugs: new Map<Slug, FormerSlug>(),
  comments: new Map<string, Comment>(),
  /** By user and key. */
  receipts: new Map<string, StoredReceipt>(),
  collections: new Map<string, Collection>(),
  /** By what they contain; see `indexKey`. */
  indexes: new Map<string, StoredIndex>(),
  media: new Map<string, MediaFile>(),
  users: new Map<string, User>(),
  sessions: new Map<string, Session>(),
  /** When they last signed in, by user. */
  signIns: new Map<string, number>(),
  /** By user. */
  identities: new Map<string, Identity>(),
  apiTokens: new Map<string, ApiToken>(),
  previewTokens: new Map<string, StoredPreviewToken>(),
  /** By user. */
  accountLinks: new Map<string, AccountLink>(),
  invitations: new Map<string, Invitation>(),
  savedViews: new Map<string, SavedView>(),
  webhooks: new Map<string, StoredWebhook>(),
  deliveries: new Map<string, StoredDelivery>(),
  /** By account. */
  secondFactors: new Map<string, SecondFactor>(),
  /** By digest. */
  challenges: new Map<string, Challenge>(),
  trustedBrowsers: new Map<string, TrustedBrowser>(),
  mails: new Map<string, StoredMail>(),
  /** Empty until something is saved; then one entry. */
  site: new Map<'current', SiteRow>(),
});

type NewTables = Readonly<ReturnType<typeof newTables>>;

/** All stored data. */
export interface MemoryTables extends NewTables {
  /** Identifies the store among all others. */
  readonly store: string;
  /** The snapshot of the store while it is in this state; undefined while a transaction changes it. */
  readonly snapshot: Snapshot | undefined;
}

export const emptyTables = (store: string): MemoryTables => ({
  store,
  snapshot: undefined,
  ...newTables(),
});

const forked = (table: unknown): unknown => {
  if (table instanceof Map) return new Map(table);
  return table instanceof Set ? new Set(table) : table;
};

/** A copy whose changes do not affect the original. The entries are shared. */
export const forkTables = (tables: MemoryTables): MemoryTables =>
  Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [name, forked(table)]),
  ) as unknown as MemoryTables;

/** How repositories access the tables, inside and outside of a transaction. */
export interface MemoryAccess<Tables = MemoryTables> {
  /** Runs a query on the current tables. The result is a copy. */
  read<T>(query: (tables: Tables) => T): Promise<T>;

  /**
   * Runs a change, atomically. `change` must not modify anything before it throws, and must store copies
   * that its caller cannot modify.
   */
  write<T>(change: (tables: Tables) => T): Promise<T>;
}

/** The tables, and how several accesses of them belong together. */
export interface MemoryWork extends MemoryAccess {
  /** Stores all writes of `work`, or none. */
  transaction<T>(work: (access: MemoryAccess) => Promise<T>): Promise<T>;

  /** All reads of `work` see the current tables, regardless of concurrent writes. Writes fail. */
  readConsistently<T>(work: (access: MemoryAccess) => Promise<T>): Promise<T>;
}
