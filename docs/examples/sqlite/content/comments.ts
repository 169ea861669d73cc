import {
  isThread,
  type Comment,
  type CommentOfItem,
  type CommentOutcome,
  type CommentPosition,
  type CommentRepository,
  type Resolution,
} from 'quoin/core/store';
import {
  mentionsIn,
  type CollectionScope,
  type CommentThread,
  type Mention,
  type Page,
  type ShownComment,
} from 'quoin/core/vocabulary';
import type { Access } from '../work/access.ts';
import type { Db } from '../work/db.ts';
import { authorOf, stampOf } from './copies.ts';
import { findItem, matching } from './items.ts';

export class SqliteComments implements CommentRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async listThreads(
    contentId: string,
    { limit, offset }: Page,
    resolved?: boolean,
  ): Promise<readonly CommentThread[]> {
    return this.#access.read((db) =>
      rows(db, 'content_id = ? and not is_reply order by created_at, id', contentId)
        .filter(
          ({ resolvedAt }) => resolved === undefined || (resolvedAt !== undefined) === resolved,
        )
        .slice(offset, offset + limit)
        .map((thread) => ({
          ...shown(db, thread),
          replies: rows(db, 'thread_id = ? and is_reply order by created_at, id', thread.id).map(
            (reply) => shown(db, reply),
          ),
        })),
    );
  }

  async find(id: string): Promise<ShownComment | undefined> {
    return this.#access.read((db) => rows(db, 'id = ?', id).map((each) => shown(db, each))[0]);
  }

  async insert(comment: Comment, max: number): Promise<CommentOutcome> {
    return this.#access.write((db) => {
      const { contentId } = comment;
      if (findItem(db, contentId) === undefined) return 'no_item';
      if (!fits(db, comment)) return 'no_thread';
      if (countOf(db, contentId) >= max) return 'full';
      put(db, comment);
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
      if (resolution !== undefined && comment.resolvedAt !== undefined) return comment;
      return { ...comment, resolvedAt: resolution?.at, resolvedBy: resolution?.by };
    });
  }

  async remove(of: Pick<Comment, 'id' | 'contentId'>): Promise<boolean> {
    return this.#access.write((db) => {
      if (findLive(db, of) === undefined) return false;
      return db.run('delete from comments where id = ?1 or thread_id = ?1', of.id) > 0;
    });
  }

  async listMentions(
    userId: string,
    { limit, offset }: Page,
    within: CollectionScope,
  ): Promise<readonly Mention[]> {
    const { sql, values } = matching({ within }, 'i.');
    return this.#access.read((db) => {
      const latest = new Map<string, Mention>();
      const found = db.all<CommentRow & Mention['item']>(
        `select c.doc, i.id, i.title, i.collection_id as collectionId
          from comments c join items i on i.id = c.content_id
          join comments thread on thread.id = c.thread_id and thread.doc ->> 'resolvedAt' is null
          where ${sql} order by c.created_at desc, c.id desc`,
        ...values,
      );
      for (const { doc, id, title, collectionId } of found) {
        const comment = commentOf({ doc });
        if (latest.has(comment.threadId) || !mentionsIn(comment.text).includes(userId)) continue;
        latest.set(comment.threadId, {
          item: { id, title, collectionId },
          comment: shown(db, comment),
        });
      }
      return [...latest.values()].slice(offset, offset + limit);
    });
  }

  async listAfter(
    after: CommentPosition | undefined,
    limit: number,
  ): Promise<readonly CommentOfItem[]> {
    return this.#access.read((db) =>
      rows(
        db,
        '(thread_id, is_reply, id) > (?, ?, ?) order by thread_id, is_reply, id limit ?',
        after?.threadId ?? '',
        after !== undefined && !isThread(after),
        after?.id ?? '',
        limit,
      ).map((comment) => ({ comment, item: stampOf(db, comment.contentId) })),
    );
  }

  async add(comments: readonly Comment[], max: number): Promise<readonly boolean[]> {
    return this.#access.write((db) =>
      comments.map((comment) => {
        const { id, contentId } = comment;
        const isPossible =
          rows(db, 'id = ?', id).length === 0 &&
          stampOf(db, contentId) !== undefined &&
          fits(db, comment) &&
          countOf(db, contentId) < max;
        if (isPossible) put(db, comment);
        return isPossible;
      }),
    );
  }

  /** @param change returns undefined for a comment that it cannot change. */
  #change(
    of: Pick<Comment, 'id' | 'contentId'>,
    change: (comment: Comment) => Comment | undefined,
  ): Promise<boolean> {
    return this.#access.write((db) => {
      const stored = findLive(db, of);
      const changed = stored && change(stored);
      if (changed !== undefined) put(db, changed);
      return changed !== undefined;
    });
  }
}

interface CommentRow {
  readonly doc: string;
}

type Absent = 'authorId' | 'editedAt' | 'place' | 'resolvedAt' | 'resolvedBy';
type Stored = Omit<Comment, Absent> & Partial<Pick<Comment, Absent>>;

/** What JSON leaves out is undefined. */
const commentOf = ({ doc }: CommentRow): Comment => ({
  authorId: undefined,
  editedAt: undefined,
  place: undefined,
  resolvedAt: undefined,
  resolvedBy: undefined,
  ...(JSON.parse(doc) as Stored),
});

const rows = (db: Db, clauses: string, ...values: Parameters<Db['all']>[1][]): Comment[] =>
  db.all<CommentRow>(`select doc from comments where ${clauses}`, ...values).map(commentOf);

const put = (db: Db, comment: Comment): void => {
  const { id, contentId, threadId, createdAt } = comment;
  db.put('comments', 'id', {
    id,
    content_id: contentId,
    thread_id: threadId,
    created_at: createdAt,
    is_reply: !isThread(comment),
    doc: JSON.stringify(comment),
  });
};

const countOf = (db: Db, contentId: string): number =>
  db.get<{ readonly count: number }>(
    'select count(*) as count from comments where content_id = ?',
    contentId,
  )?.count ?? 0;

/** Undefined also for a comment of an item that is not content. */
const findLive = (
  db: Db,
  { id, contentId }: Pick<Comment, 'id' | 'contentId'>,
): Comment | undefined => {
  const [comment] = rows(db, 'id = ? and content_id = ?', id, contentId);
  return findItem(db, contentId) === undefined ? undefined : comment;
};

/** Whether a comment begins a thread, or replies to one of its item. */
const fits = (db: Db, comment: Comment): boolean => {
  const { threadId, contentId } = comment;
  const clauses = 'id = ? and content_id = ? and not is_reply';
  return isThread(comment) || rows(db, clauses, threadId, contentId).length > 0;
};

const shown = (db: Db, comment: Comment): ShownComment => ({
  ...comment,
  author: authorOf(db, comment.authorId),
  resolver: authorOf(db, comment.resolvedBy),
});
