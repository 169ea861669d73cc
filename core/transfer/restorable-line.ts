import type { CommentPlace } from '../model/content/comment.ts';
import type { ContentStatus, ItemStamp } from '../model/content/content-item.ts';
import type { ScheduledAction } from '../model/content/schedule.ts';
import type { JsonObject } from '../primitives/json.ts';
import type { EpochMs } from '../primitives/time.ts';
import type { ExportedContent } from './content-record.ts';

/**
 * An item in the trash. Users are e-mail addresses, here and below; one that has no account is left out. Absent members
 * stand for an unknown user.
 */
export interface TrashRecord {
  readonly item: ExportedContent;
  readonly deletedAt: EpochMs;
  readonly deletedBy?: string | undefined;
}

export interface StateRecord {
  readonly title: string;
  readonly slug: string;
  /** The name of the collection; the id of one that was deleted. */
  readonly collection: string;
  readonly data: JsonObject;
}

/** A revision. Absent members stand for an unknown user, and for no note. */
export interface RevisionRecord extends StateRecord {
  readonly version: number;
  readonly createdAt: EpochMs;
  readonly author?: string | undefined;
  readonly status: ContentStatus;
  readonly changed: readonly string[];
  readonly note?: string | undefined;
  readonly isAutosave: boolean;
}

/** A working copy. Absent members stand for an unknown user. */
export interface CopyRecord extends StateRecord {
  readonly base: StateRecord & { readonly version: number };
  readonly author?: string | undefined;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
}

/** A planned change. Absent members stand for an unknown user, and for a change that has not failed. */
export interface ScheduleRecord {
  readonly action: ScheduledAction;
  readonly at: EpochMs;
  /** Why the change failed; undefined while it is pending. */
  readonly reason?: string | undefined;
  readonly scheduledBy?: string | undefined;
}

/** A comment. Absent members stand for an unknown user, and for what a comment does not have. */
export interface CommentRecord {
  readonly id: string;
  /** The thread that it replies to. */
  readonly replyTo?: string | undefined;
  readonly text: string;
  /** The e-mail addresses of those whom the text mentions, by their ids in it. */
  readonly mentioned: Readonly<Record<string, string>>;
  readonly author?: string | undefined;
  readonly createdAt: EpochMs;
  readonly editedAt?: EpochMs | undefined;
  readonly place?: CommentPlace | undefined;
  /** Absent for a thread that is open, and for a reply. */
  readonly resolved?: { readonly at: EpochMs; readonly by?: string | undefined } | undefined;
}

/**
 * A line of a complete export, besides those that every export has. `item` is the exported state of the item to which
 * the line belongs: it is restored only with an item in this state.
 */
export type RestorableLine =
  | { readonly type: 'trash'; readonly trashed: TrashRecord }
  | { readonly type: 'revision'; readonly item: ItemStamp; readonly revision: RevisionRecord }
  | { readonly type: 'workingCopy'; readonly item: ItemStamp; readonly copy: CopyRecord }
  | { readonly type: 'schedule'; readonly item: ItemStamp; readonly change: ScheduleRecord }
  | { readonly type: 'comment'; readonly item: ItemStamp; readonly comment: CommentRecord }
  | {
      readonly type: 'formerSlug';
      readonly item: ItemStamp;
      readonly slug: string;
      /** The collections in which it was seen. Undefined, from an earlier version, means that of the item if it is active. */
      readonly seenIn?: readonly string[] | undefined;
    };
