import type { AuditNote } from '../model/audit-entry.ts';
import type { Collection } from '../model/collection.ts';
import type { DecidedChange } from '../model/content/content-change.ts';
import type {
  ContentItem,
  ContentStatus,
  TranslationGroup,
} from '../model/content/content-item.ts';
import { groupOf } from '../model/content/translation.ts';
import type { MediaFile } from '../model/media/media-file.ts';
import type { ScheduledAction, ScheduledChange } from '../model/content/schedule.ts';
import type { CopyState } from '../model/content/working-copy.ts';
import type { LocaleCode } from '../model/locale.ts';
import { encodeJson, type JsonText } from '../primitives/json.ts';
import type { EpochMs } from '../primitives/time.ts';

/** What an event says about a state of an item: little, whatever the size of the item. */
export type ItemOutline = {
  readonly version: number;
  readonly status: ContentStatus;
  readonly slug: string;
  readonly collectionId: string;
  readonly title: string;
  /** Only items of localised collections have a locale and a group. */
  readonly locale?: LocaleCode;
  readonly group?: Pick<TranslationGroup, 'id' | 'since'>;
};

/** Under which slug, and in which collection and group, the perspective of drafts shows an item. */
export type ShownOutline = Pick<ItemOutline, 'slug' | 'collectionId' | 'locale' | 'group'>;

export interface ContentEvent {
  readonly type: 'content';
  readonly id: string;
  /** Null for a new item, and for one from the trash, which also has `restored: true`. */
  readonly before: ItemOutline | null;
  /** Null for a deleted item. */
  readonly after: ItemOutline | null;
  readonly restored?: true;
  /** Whether a working copy was published, and so has ended. */
  readonly endsCopy?: true;
}

/** A working copy was saved or discarded. Its publication is an event of the content. */
export interface CopyEvent {
  readonly type: 'copy';
  /** Of the item. */
  readonly id: string;
  readonly before: ShownOutline;
  readonly after: ShownOutline;
}

export interface MediaEvent {
  readonly type: 'media';
  readonly id: string;
  readonly change: 'created' | 'updated' | 'deleted';
  readonly filename: string;
  readonly key: string;
}

/** A collection was created, changed or deleted. */
export interface CollectionEvent {
  readonly type: 'collection';
  readonly id: string;
  readonly name: string;
  /** After the event, or when it was deleted. Events of older versions do not say it. */
  readonly isActive?: boolean;
  /** After the event, or when it was deleted. */
  readonly isPrivate?: boolean;
  readonly isDeleted?: true;
  /** After the event, or when it was deleted. Events of older versions do not say it. */
  readonly version?: number;
  /** Null for a new collection, absent for a deleted one. Events of older versions do not say it. */
  readonly before?: Pick<Collection, 'name' | 'isActive' | 'version'> | null;
}

/** What decides, besides who the readers are, whether they see a collection. */
export type Openness = { readonly isActive: boolean; readonly isPrivate?: boolean };

/**
 * Somebody sees other content, although no item has changed: the user with this id, who was given or has lost a grant in the
 * collection if there is one; whoever sees the collection in only one of the states; or, without both, everybody who reads
 * as the public.
 */
export interface VisibilityEvent {
  readonly type: 'visibility';
  readonly collectionId?: string;
  readonly userId?: string;
  /** Of the collection; equal for a grant. Events of older versions do not say it: they are about public ones. */
  readonly before?: Openness;
  readonly after?: Openness;
  /** A collection was deleted that not everybody saw: what was in it stays hidden from those who did not see it. */
  readonly isDeleted?: true;
}

/** The items of a collection, or without one those of all, have other locales, although none of them was written. */
export interface LocalesEvent {
  readonly type: 'locales';
  readonly collectionId?: string;
}

export interface ScheduleFailedEvent {
  readonly type: 'schedule_failed';
  readonly id: string;
  readonly action: ScheduledAction;
  readonly scheduledFor: EpochMs;
  readonly scheduledBy: string | null;
  readonly reason: string;
}

/** What the outbox contains. `audit` is for the audit alone: it has addresses of clients. */
export type StoredEvent = (
  | ContentEvent
  | CopyEvent
  | MediaEvent
  | CollectionEvent
  | VisibilityEvent
  | LocalesEvent
  | ScheduleFailedEvent
) & { readonly at: EpochMs; readonly audit?: AuditNote };

/** An event, as it is stored. */
export const encodeEvent = (event: StoredEvent, audit?: AuditNote): JsonText =>
  encodeJson({ ...event, ...(audit !== undefined && { audit }) });

/** @param audit undefined for a change that continues one which the audit has already. */
export const contentEvent = (
  change: DecidedChange,
  at: EpochMs,
  audit: AuditNote | undefined,
): JsonText => {
  const { kind, item } = change;
  const before = kind === 'update' ? change.before : kind === 'delete' ? item : undefined;
  const event: StoredEvent = {
    type: 'content',
    id: item.id,
    at,
    before: before === undefined ? null : outlineOf(before),
    after: kind === 'delete' ? null : outlineOf(item),
    ...(kind === 'recover' && { restored: true as const }),
    ...(kind === 'update' && change.expected?.copy !== undefined && { endsCopy: true as const }),
  };
  return encodeEvent(event, audit);
};

const outlineOf = (item: ContentItem): ItemOutline => {
  const { version, status, slug, collectionId, title } = item;
  return { version, status, slug, collectionId, title, ...placementOf(item) };
};

type Placed = Pick<ContentItem, 'id' | 'createdAt' | 'locale' | 'group'>;

const placementOf = (item: Placed): Pick<ItemOutline, 'locale' | 'group'> =>
  item.locale === undefined ? {} : { locale: item.locale, group: groupOf(item) };

type Shown = Pick<CopyState, 'slug' | 'collectionId'>;

/**
 * The change of the working copy of an item.
 *
 * @param item whose locale and group a copy does not change.
 * @param states before and after: the copy or, without one, the item.
 * @param audit undefined for a save that continues one which the audit has already.
 */
export const copyEvent = (
  item: Placed,
  [before, after]: readonly [before: Shown, after: Shown],
  at: EpochMs,
  audit: AuditNote | undefined,
): JsonText => {
  const outlineOfShown = ({ slug, collectionId }: Shown): ShownOutline => ({
    slug,
    collectionId,
    ...placementOf(item),
  });
  return encodeEvent(
    { type: 'copy', id: item.id, at, before: outlineOfShown(before), after: outlineOfShown(after) },
    audit,
  );
};

export const mediaEvent = (
  change: MediaEvent['change'],
  { id, filename, key }: MediaFile,
  at: EpochMs,
  audit: AuditNote,
): JsonText => encodeEvent({ type: 'media', id, at, change, filename, key }, audit);

/** The failure of a planned change. */
export const scheduleFailedEvent = (
  { contentId, action, at: scheduledFor, scheduledBy }: ScheduledChange,
  reason: string,
  at: EpochMs,
): JsonText =>
  encodeEvent({
    type: 'schedule_failed',
    id: contentId,
    at,
    action,
    scheduledFor,
    scheduledBy: scheduledBy ?? null,
    reason,
  });
