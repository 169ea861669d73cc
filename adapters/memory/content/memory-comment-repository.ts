import {
  inScope,
  isThread,
  type Comment,
  type CommentOfItem,
  type CommentOutcome,
  type CommentPosition,
  type CommentRepository,
  type Resolution,
} from '../../../core/store.ts';
import {
  mentionsIn,
  asAuthor,
  type Author,
  type CollectionScope,
  type CommentThread,
  type Mention,
  type Page,
  type ShownComment,
} from '../../../core/vocabulary.ts';
import { copyOf } from '../copy-of.ts';
import { ascending, newestFirst, oldestFirst } from '../memory-order.ts';
import { findAnywhere, stampOf } from '../memory-stamps.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';

export class MemoryCommentRepository implements CommentRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async listThreads(
    contentId: string,
    { limit, offset }: Page,
    resolved?: boolean,
  ): Promise<readonly CommentThread[]> {
    return this.#access.read((tables) => {
      const all = ofItem(tables, contentId).toSorted(oldestFirst);
      const isListed = (comment: Comment): boolean =>
        isThread(comment) && (resolved === undefined || isResolved(comment) === resolved);
      return all
        .filter(isListed)
        .slice(offset, offset + limit)
        .map((thread) => ({
          ...shown(tables, thread),
          replies: all
            .filter((each) => each.threadId === thread.id && !isThread(each))
            .map((reply) => shown(tables, reply)),
        }));
    });
  }

  async find(id: string): Promise<ShownComment | undefined> {
    return this.#access.read((tables) => {
      const comment = tables.comments.get(id);
      return comment && shown(tables, comment);
    });
  }

  async insert(comment: Comment, max: number): Promise<CommentOutcome> {
    const stored = copyOf(comment);
    return this.#access.write((tables) => {
      if (!tables.contents.has(stored.contentId)) return 'no_item';
      if (!fits(tables, stored)) return 'no_thread';
      if (ofItem(tables, stored.contentId).length >= max) return 'full';
      tables.comments.set(stored.id, stored);
      return 'added';
    });
  }

  async edit({
    text,
    editedAt,
    ...of
  }: Pick<Comment, 'id' | 'contentId' | 'text' | 'editedAt'>): Promise<boolean> {
    return this.#change(of, (comment) => ({ ...comment, text, editedAt }));
  }

  async resolve(
    thread: Pick<Comment, 'id' | 'contentId'>,
    resolution: Resolution | undefined,
  ): Promise<boolean> {
    return this.#change(thread, (comment) => {
      if (!isThread(comment)) return undefined;
      if (resolution !== undefined && isResolved(comment)) return comment;
      return { ...comment, resolvedAt: resolution?.at, resolvedBy: resolution?.by };
    });
  }

  async remove({ id, contentId }: Pick<Comment, 'id' | 'contentId'>): Promise<boolean> {
    return this.#access.write((tables) => {
      if (findLive(tables, { id, contentId }) === undefined) return false;
      for (const comment of ofItem(tables, contentId)) {
        if (comment.id === id || comment.threadId === id) tables.comments.delete(comment.id);
      }
      return true;
    });
  }

  async listMentions(
    userId: string,
    { limit, offset }: Page,
    within: CollectionScope,
  ): Promise<readonly Mention[]> {
    return this.#access.read((tables) => {
      const latest = new Map<string, Comment>();
      for (const comment of [...tables.comments.values()].toSorted(oldestFirst)) {
        const thread = tables.comments.get(comment.threadId);
        const isOpen = thread !== undefined && !isResolved(thread);
        if (isOpen && mentionsIn(comment.text).includes(userId)) latest.set(thread.id, comment);
      }
      return [...latest.values()]
        .toSorted(newestFirst)
        .flatMap((comment) => {
          const item = tables.contents.get(comment.contentId);
          if (item === undefined || !inScope(within, item.collectionId)) return [];
          const { id, title, collectionId } = item;
          return { item: { id, title, collectionId }, comment: shown(tables, comment) };
        })
        .slice(offset, offset + limit);
    });
  }

  async listAfter(
    after: CommentPosition | undefined,
    limit: number,
  ): Promise<readonly CommentOfItem[]> {
    return this.#access.read((tables) =>
      [...tables.comments.values()]
        .toSorted(byPosition)
        .filter((comment) => after === undefined || byPosition(comment, after) > 0)
        .slice(0, limit)
        .map((comment) => {
          const item = findAnywhere(tables, comment.contentId);
          return { comment, item: item && stampOf(item) };
        }),
    );
  }

  async add(comments: readonly Comment[], max: number): Promise<readonly boolean[]> {
    const added = copyOf(comments);
    return this.#access.write((tables) =>
      added.map((comment) => {
        const { id, contentId } = comment;
        const isPossible =
          !tables.comments.has(id) &&
          findAnywhere(tables, contentId) !== undefined &&
          fits(tables, comment) &&
          ofItem(tables, contentId).length < max;
        if (isPossible) tables.comments.set(id, comment);
        return isPossible;
      }),
    );
  }

  /** @param change returns undefined for a comment that it cannot change. */
  #change(
    of: Pick<Comment, 'id' | 'contentId'>,
    change: (comment: Comment) => Comment | undefined,
  ): Promise<boolean> {
    return this.#access.write((tables) => {
      const stored = findLive(tables, of);
      const changed = stored && change(stored);
      if (changed === undefined) return false;
      tables.comments.set(of.id, changed);
      return true;
    });
  }
}

const isResolved = ({ resolvedAt }: Comment): boolean => resolvedAt !== undefined;

const ofItem = ({ comments }: MemoryTables, contentId: string): readonly Comment[] =>
  [...comments.values()].filter((comment) => comment.contentId === contentId);

/** Undefined also for a comment of an item that is not content. */
const findLive = (
  { comments, contents }: MemoryTables,
  { id, contentId }: Pick<Comment, 'id' | 'contentId'>,
): Comment | undefined => {
  const comment = comments.get(id);
  return comment?.contentId === contentId && contents.has(contentId) ? comment : undefined;
};

/** Whether a comment begins a thread, or replies to one of its item. */
const fits = ({ comments }: MemoryTables, comment: Comment): boolean => {
  if (isThread(comment)) return true;
  const thread = comments.get(comment.threadId);
  return thread !== undefined && isThread(thread) && thread.contentId === comment.contentId;
};

const byPosition = (left: CommentPosition, right: CommentPosition): number =>
  ascending(left.threadId, right.threadId) ||
  Number(!isThread(left)) - Number(!isThread(right)) ||
  ascending(left.id, right.id);

const shown = ({ users }: MemoryTables, comment: Comment): ShownComment => {
  const named = (id: string | undefined): Author | undefined => {
    const user = id === undefined ? undefined : users.get(id);
    return user && asAuthor(user);
  };
  return { ...comment, author: named(comment.authorId), resolver: named(comment.resolvedBy) };
};
