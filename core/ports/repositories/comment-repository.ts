import type { CollectionScope } from '../../model/actor.ts';
import type { Comment, CommentThread, Mention, ShownComment } from '../../model/content/comment.ts';
import type { ItemStamp } from '../../model/content/content-item.ts';
import type { Page } from '../../primitives/paging.ts';
import type { EpochMs } from '../../primitives/time.ts';

/** Why a comment was not stored: its item is not content, its thread is not one of the item, or the item has too many. */
export type CommentOutcome = 'added' | 'no_item' | 'no_thread' | 'full';

/** What a step through all comments returns. */
export interface CommentOfItem {
  readonly comment: Comment;
  /** The item now, in content or in the trash; undefined if there is none. */
  readonly item: ItemStamp | undefined;
}

/** The place of a comment among all. */
export type CommentPosition = Pick<Comment, 'id' | 'threadId'>;

/** Who resolves a thread, and when. */
export interface Resolution {
  readonly at: EpochMs;
  readonly by: string | undefined;
}

/**
 * Comments on items. They stay while their item is in the trash, and go with it for good. No write of a comment changes the item,
 * or anything that readers of content see. Names are those that the accounts have now.
 */
export interface CommentRepository {
  /**
   * The threads of an item, oldest first; those of the same time by ascending id. Each with all of its replies, in the same
   * order. The work does not grow with the comments of other items.
   *
   * @param resolved only threads that are resolved, or that are open.
   */
  listThreads(contentId: string, page: Page, resolved?: boolean): Promise<readonly CommentThread[]>;

  find(id: string): Promise<ShownComment | undefined>;

  /**
   * Stores a comment of an item that is content. A reply must be to a thread of the same item.
   *
   * @param max nothing is stored if the item has so many comments, also for concurrent calls.
   */
  insert(comment: Comment, max: number): Promise<CommentOutcome>;

  /** Replaces the text. @returns whether the comment was stored, of an item that is content. */
  edit(comment: Pick<Comment, 'id' | 'contentId' | 'text' | 'editedAt'>): Promise<boolean>;

  /**
   * Resolves a thread, or opens it again. One that is resolved already keeps its resolution.
   *
   * @param resolution undefined to open it. @returns whether the thread was stored, of an item that is content.
   */
  resolve(
    thread: Pick<Comment, 'id' | 'contentId'>,
    resolution: Resolution | undefined,
  ): Promise<boolean>;

  /** Removes a comment of an item that is content; of a thread, also the replies. @returns whether it was stored. */
  remove(comment: Pick<Comment, 'id' | 'contentId'>): Promise<boolean>;

  /**
   * Open threads in which a user is mentioned, of items that are content: of each, the latest comment that mentions the user.
   * Newest first; those of the same time by descending id. The work does not grow with the comments that others are mentioned in,
   * nor with those in other collections.
   *
   * @param within the collections that the items are in now.
   */
  listMentions(userId: string, page: Page, within: CollectionScope): Promise<readonly Mention[]>;

  /**
   * Reads all comments in steps: up to `limit` after the place `after`, by ascending thread, each thread before its replies and
   * these by ascending id; the first ones for undefined; none at the end.
   */
  listAfter(after: CommentPosition | undefined, limit: number): Promise<readonly CommentOfItem[]>;

  /**
   * Adds comments of items, in content or in the trash, in their order. What is stored already does not change.
   *
   * @param max an item does not get more than so many comments.
   * @returns for each comment, whether it was added: the item exists and has room, a reply has its thread there, and there is no
   *   comment with the id.
   */
  add(comments: readonly Comment[], max: number): Promise<readonly boolean[]>;
}
