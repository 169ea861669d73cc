import { DomainError, type ErrorContext } from '../../primitives/errors.ts';
import type { JsonText } from '../../primitives/json.ts';
import type { EpochMs } from '../../primitives/time.ts';
import { copyMembers, pickMembers, type ContentItem } from './content-item.ts';
import type { SearchText } from './search.ts';
import type { Author } from '../user.ts';

/** The members of an item that a working copy can change. */
export type CopyState = Pick<ContentItem, (typeof copyMembers)[number]>;

/** An unpublished rewriting of an item, which readers do not see. An item has at most one. */
export interface WorkingCopy extends CopyState {
  readonly contentId: string;
  /** The item when the copy was begun. Stored with the copy, because the history can lose that version. */
  readonly base: CopyBase;
  /** The user who changed it last; undefined for programs. */
  readonly authorId: string | undefined;
  /** Differs for all states that the copies of an item ever have, also after one was removed. */
  readonly version: string;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
}

export interface CopyBase extends CopyState {
  readonly version: number;
}

/** What is stored beside a working copy. */
export interface CopyParts {
  /** What is searched of the copy. Without it, searches do not find the copy until its entry is updated. */
  readonly search?: SearchText | undefined;
  /** How many words the copy has. */
  readonly words?: number | undefined;
  /** The row of the outbox. */
  readonly event?: JsonText | undefined;
}

/** A working copy as lists show it. */
export interface WorkingCopyEntry extends Pick<
  WorkingCopy,
  'contentId' | 'title' | 'slug' | 'updatedAt'
> {
  /** The collection of the item, without a move by the copy. */
  readonly collectionId: string;
  readonly baseVersion: number;
  /** Whether the item has another title, slug, collection or data than the base. */
  readonly isOutdated: boolean;
  /** The user who changed the copy last; undefined for programs, or if the account was deleted. */
  readonly author: Author | undefined;
}

export const copyStateOf = (state: CopyState): CopyState => pickMembers(state, copyMembers);

/** Whether both are the same, as texts. */
export const isSameCopyState = (one: CopyState, other: CopyState): boolean =>
  copyMembers.every((name) => one[name] === other[name]);

/** The error for a copy that changes what the item has changed, too. */
export const draftOutdated = (context: ErrorContext): DomainError =>
  new DomainError(
    'draft_outdated',
    'The content has changed since the working copy was begun',
    context,
  );
