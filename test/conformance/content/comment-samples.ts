import type { Comment, Store } from '../../../core/store.ts';
import { equal } from '../assert.ts';
import { contentId, momentOf } from '../samples.ts';

/** Ids ascend with `n` and differ from those of other records. */
export const commentId = (n: number): string =>
  `90000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** A thread of the first item that mentions nobody. */
export const sampleComment = (n: number, changes: Partial<Comment> = {}): Comment => ({
  id: commentId(n),
  contentId: contentId(1),
  threadId: commentId(n),
  text: `Comment ${n}`,
  authorId: undefined,
  createdAt: momentOf(n),
  editedAt: undefined,
  place: undefined,
  resolvedAt: undefined,
  resolvedBy: undefined,
  ...changes,
});

/** A reply to the thread with the number `to`. */
export const sampleReply = (n: number, to: number, changes: Partial<Comment> = {}): Comment =>
  sampleComment(n, { threadId: commentId(to), ...changes });

/** Enough for every case that is not about the limit. */
export const muchRoom = 100;

export const insertComments = async (
  { repositories }: Store,
  comments: readonly Comment[],
): Promise<void> => {
  for (const comment of comments) {
    equal(await repositories.comments.insert(comment, muchRoom), 'added', 'the outcome');
  }
};

/** @returns the ids of the threads, each followed by those of its replies. */
export const threadIds = async (
  { repositories }: Store,
  item: number,
  resolved?: boolean,
  page = { limit: 50, offset: 0 },
): Promise<readonly (readonly string[])[]> =>
  (await repositories.comments.listThreads(contentId(item), page, resolved)).map((thread) => [
    thread.id,
    ...thread.replies.map(({ id }) => id),
  ]);
