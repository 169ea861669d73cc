import type { Comment } from '../../../../core/store.ts';
import { mentionsIn, type ShownComment } from '../../../../core/vocabulary.ts';
import { authorOf } from '../../accounts/author-row.ts';
import { json, orNull, plain, time } from '../../rows/fields.ts';
import { table } from '../../rows/table.ts';

export const comments = table<Comment>('content_comments', {
  id: plain('id', 'uuid'),
  contentId: plain('content_id', 'uuid'),
  threadId: plain('thread_id', 'uuid'),
  text: plain('text', 'text'),
  authorId: orNull(plain('author_id', 'uuid')),
  createdAt: time('created_at'),
  editedAt: orNull(time('edited_at')),
  place: orNull(json('place')),
  resolvedAt: orNull(time('resolved_at')),
  resolvedBy: orNull(plain('resolved_by', 'uuid')),
});

const named = ['author', 'resolver'] as const;

/** Selects the comments of a table that is called `comment`, with the names of their people. */
export const commentSelection = [
  comments.joined({ alias: 'comment' }).selection,
  ...named.flatMap((who) =>
    ['username', 'first_name', 'last_name'].map((column) => `${who}.${column} as ${who}_${column}`),
  ),
].join(', ');

export const joinedPeople =
  'left join users author on author.id = comment.author_id ' +
  'left join users resolver on resolver.id = comment.resolved_by';

type NameCells = Readonly<Record<string, string | null>>;

const nameIn = (row: object, who: (typeof named)[number], id: string | undefined) => {
  const cells = row as NameCells;
  const cell = (column: string): string | null => cells[`${who}_${column}`] ?? null;
  return authorOf(id, {
    username: cell('username'),
    first_name: cell('first_name'),
    last_name: cell('last_name'),
  });
};

export const shownOf = (row: object): ShownComment => {
  const comment = comments.record(row);
  return {
    ...comment,
    author: nameIn(row, 'author', comment.authorId),
    resolver: nameIn(row, 'resolver', comment.resolvedBy),
  };
};

/** As functions of the database read it. */
export const documentOf = (comment: Comment) => ({
  id: comment.id,
  content_id: comment.contentId,
  thread_id: comment.threadId,
  text: comment.text,
  mentions: mentionsIn(comment.text),
  author_id: comment.authorId ?? null,
  created_at: comment.createdAt,
  edited_at: comment.editedAt ?? null,
  place: comment.place ?? null,
  resolved_at: comment.resolvedAt ?? null,
  resolved_by: comment.resolvedBy ?? null,
});
