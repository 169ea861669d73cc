import type { Author, CommentThread, Mention, ShownComment } from '../../core/vocabulary.ts';
import { mentionsIn } from '../../core/vocabulary.ts';
import type { CommentDto, MentionDto, ThreadDto } from '../schemas/comment-schemas.ts';

const presentAuthor = (author: Author | undefined) =>
  author ? { id: author.id, name: author.name } : null;

const presentSaid = ({ id, text, author, createdAt, editedAt }: ShownComment) => ({
  id,
  text,
  mentions: [...mentionsIn(text)],
  author: presentAuthor(author),
  at: createdAt,
  ...(editedAt !== undefined && { edited_at: editedAt }),
});

const presentThreadState = ({ place, resolvedAt, resolver }: ShownComment) => ({
  ...(place !== undefined && { place: { ...place } }),
  ...(resolvedAt !== undefined && { resolved: { at: resolvedAt, by: presentAuthor(resolver) } }),
});

export const presentComment = (comment: ShownComment): CommentDto => ({
  ...presentSaid(comment),
  ...(comment.threadId !== comment.id && { replyTo: comment.threadId }),
  ...presentThreadState(comment),
});

export const presentThread = (thread: CommentThread): ThreadDto => ({
  ...presentSaid(thread),
  ...presentThreadState(thread),
  replies: thread.replies.map(presentSaid),
});

export const presentMention = ({ item, comment }: Mention): MentionDto => ({
  item: { id: item.id, title: item.title, collectionId: item.collectionId },
  comment: presentComment(comment),
});
