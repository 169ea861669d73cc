import {
  isThread,
  type Comment,
  type CommentOfItem,
  type CommentOutcome,
  type CommentPosition,
  type CommentRepository,
  type Resolution,
} from '../../../../core/store.ts';
import {
  mentionsIn,
  type CollectionScope,
  type CommentThread,
  type Mention,
  type Page,
  type ShownComment,
} from '../../../../core/vocabulary.ts';
import type { DatabaseSession } from '../../connection/database-session.ts';
import { execute, executeReturning, query, type Statement } from '../../connection/statement.ts';
import { equalitiesByRange } from '../index-order.ts';
import { stampOfRow, stampSelection, type StampColumns } from '../item-stamps.ts';
import { commentSelection, comments, documentOf, joinedPeople, shownOf } from './comment-row.ts';

/** The page is cut before anything else is looked up. */
const threads = (name: string, condition = ''): Statement => ({
  name,
  text:
    `select ${commentSelection} from (select id as root, created_at as began from content_comments ` +
    `where content_id = $1 and (thread_id <> id) = false${condition} ` +
    'order by created_at, id limit $2 offset $3) page ' +
    'cross join lateral (select * from content_comments where thread_id = root offset 0) comment ' +
    `${joinedPeople} order by began, root, comment.thread_id <> comment.id, ` +
    'comment.created_at, comment.id',
});

const allThreads = threads('comments_threads');
const threadsByState = threads('comments_threads_by_state', ' and (resolved_at is not null) = $4');

const one: Statement = {
  name: 'comments_one',
  text: `select ${commentSelection} from content_comments comment ${joinedPeople} where comment.id = $1`,
};

const insert: Statement = {
  name: 'comments_insert',
  text: 'select add_content_comment($1, $2) as outcome',
};

/** The item is locked first, like all that write comments do. */
const ofLocked = (id: string, item: string): string =>
  `with item as (select id from content where id = ${item} for no key update), ` +
  `stored as (select comment.id from item join content_comments comment ` +
  `on comment.content_id = item.id and comment.id = ${id} offset 0)`;

const edit: Statement = {
  name: 'comments_edit',
  text:
    `${ofLocked('$1', '$2')} update content_comments set text = $3, mentions = $4::uuid[], edited_at = $5 ` +
    'from stored where content_comments.id = stored.id',
};

/** What is resolved already stays as it is, and counts. */
const resolve: Statement = {
  name: 'comments_resolve',
  text:
    `${ofLocked('$1', '$2')} update content_comments set resolved_at = coalesce(resolved_at, $3), ` +
    'resolved_by = case when resolved_at is null then $4 else resolved_by end ' +
    'from stored where content_comments.id = stored.id and thread_id = content_comments.id',
};

const reopen: Statement = {
  name: 'comments_reopen',
  text:
    `${ofLocked('$1', '$2')} update content_comments set resolved_at = null, resolved_by = null ` +
    'from stored where content_comments.id = stored.id and thread_id = content_comments.id',
};

/** Looks at all comments of the item, which are not many. */
const remove: Statement = {
  name: 'comments_remove',
  text:
    `${ofLocked('$1', '$2')} delete from content_comments using stored ` +
    'where content_id = $2 and (content_comments.id = stored.id or thread_id = stored.id)',
};

const mentions = (name: string, source: string): Statement => ({
  name,
  text:
    `select ${commentSelection}, item.title, item.collection_id ` +
    `from (select comment_id, at from ${source} order by at desc, comment_id desc limit $2 offset $3) page ` +
    'cross join lateral (select * from content_comments where id = comment_id offset 0) comment ' +
    'cross join lateral (select title, collection_id from content where id = comment.content_id offset 0) item ' +
    `${joinedPeople} order by at desc, comment_id desc`,
});

const mentionsAnywhere = mentions(
  'comments_mentions',
  '(select comment_id, at from content_mentions where user_id = $1 ' +
    'order by at desc, comment_id desc limit $2::bigint + $3::bigint) listed',
);

/** Of each collection, the latest mentions. */
const mentionsWithin = mentions(
  'comments_mentions_within',
  '(select found.* from unnest($4::uuid[]) wanted (id) cross join lateral (' +
    'select comment_id, at from content_mentions where ' +
    `${equalitiesByRange([
      ['user_id', '$1'],
      ['collection_id', 'wanted.id'],
    ])} order by collection_id desc, (at + 0) desc, comment_id desc limit $2::bigint + $3::bigint) found) listed`,
);

const inOrder = 'order by thread_id, (thread_id <> id), id';

const step = (name: string, where: string): Statement => ({
  name,
  text:
    `select ${comments.joined({ alias: 'comment' }).selection}, ${stampSelection('comment')} ` +
    `from (select * from content_comments ${where} ${inOrder} limit $1) comment ` +
    'order by comment.thread_id, (comment.thread_id <> comment.id), comment.id',
});

const listFirst = step('comments_first', '');
const listNext = step('comments_after', 'where (thread_id, (thread_id <> id), id) > ($2, $3, $4)');

const add: Statement = {
  name: 'comments_add',
  text: 'select restore_content_comments($1, $2) as id',
};

export class PostgresCommentRepository implements CommentRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async listThreads(
    contentId: string,
    { limit, offset }: Page,
    resolved?: boolean,
  ): Promise<readonly CommentThread[]> {
    const values = [contentId, limit, offset];
    const rows = await (resolved === undefined
      ? query<object>(this.#database, allThreads, values)
      : query<object>(this.#database, threadsByState, [...values, resolved]));
    const said = Map.groupBy(rows.map(shownOf), ({ threadId }) => threadId);
    return [...said.values()].flatMap(([thread, ...replies]) =>
      thread === undefined ? [] : [{ ...thread, replies }],
    );
  }

  async find(id: string): Promise<ShownComment | undefined> {
    const [row] = await query<object>(this.#database, one, [id]);
    return row && shownOf(row);
  }

  async insert(comment: Comment, max: number): Promise<CommentOutcome> {
    const values = [JSON.stringify(documentOf(comment)), max];
    type Row = { readonly outcome: CommentOutcome };
    const [row] = await executeReturning<Row>(this.#database, insert, values);
    return row?.outcome ?? 'no_item';
  }

  async edit({
    id,
    contentId,
    text,
    editedAt,
  }: Pick<Comment, 'id' | 'contentId' | 'text' | 'editedAt'>): Promise<boolean> {
    const values = [id, contentId, text, mentionsIn(text), editedAt ?? null];
    return (await execute(this.#database, edit, values)) > 0;
  }

  async resolve(
    { id, contentId }: Pick<Comment, 'id' | 'contentId'>,
    resolution: Resolution | undefined,
  ): Promise<boolean> {
    const count = await (resolution === undefined
      ? execute(this.#database, reopen, [id, contentId])
      : execute(this.#database, resolve, [id, contentId, resolution.at, resolution.by ?? null]));
    return count > 0;
  }

  async remove({ id, contentId }: Pick<Comment, 'id' | 'contentId'>): Promise<boolean> {
    return (await execute(this.#database, remove, [id, contentId])) > 0;
  }

  async listMentions(
    userId: string,
    { limit, offset }: Page,
    within: CollectionScope,
  ): Promise<readonly Mention[]> {
    type Row = StampColumns & { readonly title: string; readonly collection_id: string };
    const values = [userId, limit, offset];
    const rows = await (within === 'all'
      ? query<Row>(this.#database, mentionsAnywhere, values)
      : query<Row>(this.#database, mentionsWithin, [...values, within]));
    return rows.map((row) => ({
      item: { id: row.content_id, title: row.title, collectionId: row.collection_id },
      comment: shownOf(row),
    }));
  }

  async listAfter(
    after: CommentPosition | undefined,
    limit: number,
  ): Promise<readonly CommentOfItem[]> {
    const rows = await (after === undefined
      ? query<StampColumns>(this.#database, listFirst, [limit])
      : query<StampColumns>(this.#database, listNext, [
          limit,
          after.threadId,
          !isThread(after),
          after.id,
        ]));
    return rows.map((row) => ({ comment: comments.record(row), item: stampOfRow(row) }));
  }

  async add(given: readonly Comment[], max: number): Promise<readonly boolean[]> {
    if (given.length === 0) return [];
    const values = [JSON.stringify(given.map(documentOf)), max];
    const rows = await executeReturning<{ readonly id: string }>(this.#database, add, values);
    const added = new Set(rows.map(({ id }) => id));
    // The first of several with one id was added.
    return given.map(({ id }) => added.delete(id));
  }
}
