import { authorize, authorizeAnywhere, may } from '../access/policy.ts';
import { findStoredItem, resourceOf, type StoredItem } from '../content/stored-item.ts';
import { audited } from '../events/record-audit.ts';
import type { QueueDependencies } from '../mail/queue-mail.ts';
import { userIdOf, type Actor } from '../model/actor.ts';
import {
  commentLimits,
  isThread,
  mentionsIn,
  parseCommentText,
  parsePlace,
  type Comment,
  type CommentPlace,
  type ShownComment,
} from '../model/content/comment.ts';
import { publicNameOf } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { DomainError, invalid, notFound } from '../primitives/errors.ts';
import { parseUuid, readUuid } from '../primitives/uuid.ts';
import { laterOf } from '../primitives/time.ts';
import { findMentioned } from './mentioned-users.ts';
import { mailMentions } from './mention-mail.ts';

export interface CreateComment {
  readonly text: string;
  /** What it is about; by default the whole item. Absent texts are empty. */
  readonly place?: (Pick<CommentPlace, 'path'> & Partial<CommentPlace>) | undefined;
  /** The id of a thread of the item. */
  readonly replyTo?: string | undefined;
}

/** Absent members stay as they are. */
export interface UpdateComment {
  readonly text?: string | undefined;
  /** Only of a thread. */
  readonly resolved?: boolean | undefined;
}

type CommentDependencies = QueueDependencies &
  Pick<Dependencies, 'store' | 'contents' | 'collections' | 'comments' | 'users' | 'clock'>;

export const createComment =
  (dependencies: CommentDependencies) =>
  async (actor: Actor, id: string, command: CreateComment): Promise<ShownComment> => {
    const stored = await findCommentable(dependencies, actor, id);
    const { ids, clock } = dependencies;
    const commentId = ids.next();
    const { text, place, replyTo } = parseComment(command);
    const comment: Comment = {
      id: commentId,
      contentId: stored.item.id,
      threadId: replyTo ?? commentId,
      text,
      authorId: userIdOf(actor),
      createdAt: clock.now(),
      editedAt: undefined,
      place,
      resolvedAt: undefined,
      resolvedBy: undefined,
    };
    const mail = await mentionMails(dependencies, actor, stored, comment);
    return dependencies.store.atomically(async ({ repositories }) => {
      switch (await repositories.comments.insert(comment, commentLimits.comments)) {
        case 'no_item':
          throw notFound('Content');
        case 'no_thread':
          throw invalid('invalid_input', [
            { path: 'replyTo', message: 'must be a thread of this content' },
          ]);
        case 'full':
          throw tooMany();
        case 'added':
          await mail(repositories);
      }
      return findAgain(repositories, commentId);
    });
  };

export const updateComment =
  (dependencies: CommentDependencies) =>
  async (
    actor: Actor,
    id: string,
    rawId: string,
    { text: rawText, resolved }: UpdateComment,
  ): Promise<ShownComment> => {
    const stored = await findCommentable(dependencies, actor, id);
    const comment = await findComment(dependencies, stored, rawId);
    if (rawText === undefined && resolved === undefined) {
      throw invalid('invalid_input', [{ path: 'text', message: 'or resolved is required' }]);
    }
    if (resolved !== undefined && !isThread(comment)) {
      const message = 'is only for threads, not for replies';
      throw invalid('invalid_input', [{ path: 'resolved', message }]);
    }
    if (rawText !== undefined && comment.authorId !== userIdOf(actor)) throw notYours();
    const text = rawText === undefined ? comment.text : parseCommentText(rawText);
    const isEdited = text !== comment.text;
    const now = dependencies.clock.now();
    const edited: Comment = isEdited
      ? { ...comment, text, editedAt: laterOf(comment.createdAt, now) }
      : comment;
    const mail = isEdited
      ? await mentionMails(dependencies, actor, stored, edited, mentionsIn(comment.text))
      : undefined;
    return dependencies.store.atomically(async ({ repositories }) => {
      const { comments } = repositories;
      if (isEdited && !(await comments.edit(edited))) throw noComment();
      if (resolved !== undefined && resolved !== (comment.resolvedAt !== undefined)) {
        const resolution = resolved ? { at: now, by: userIdOf(actor) } : undefined;
        if (!(await comments.resolve(comment, resolution))) throw noComment();
      }
      await mail?.(repositories);
      return findAgain(repositories, comment.id);
    });
  };

export const deleteComment =
  (dependencies: Pick<CommentDependencies, 'store' | 'contents' | 'collections' | 'comments'>) =>
  async (actor: Actor, id: string, rawId: string): Promise<void> => {
    const stored = await findCommentable(dependencies, actor, id);
    const comment = await findComment(dependencies, stored, rawId);
    const isOwn = comment.authorId !== undefined && comment.authorId === userIdOf(actor);
    if (!isOwn) authorizeModeration(actor, stored);
    const isRemoved = await audited(
      dependencies,
      actor,
      ({ comments }) => comments.remove(comment),
      (isDone) =>
        isDone && !isOwn
          ? { action: 'comment.delete', id: stored.item.id, detail: stored.item.slug }
          : undefined,
    );
    if (!isRemoved) throw noComment();
  };

/** @throws DomainError `not_authenticated`, `token_read_only`, `not_found`. */
const findCommentable = async (
  dependencies: Pick<Dependencies, 'contents' | 'collections'>,
  actor: Actor,
  id: string,
): Promise<StoredItem> => {
  authorizeAnywhere(actor, 'write_comments');
  const stored = await findStoredItem(dependencies, actor, id);
  authorize(actor, 'write_comments', resourceOf(stored));
  return stored;
};

const findComment = async (
  { comments }: Pick<Dependencies, 'comments'>,
  { item }: StoredItem,
  rawId: string,
): Promise<ShownComment> => {
  const id = readUuid(rawId);
  const comment = id === undefined ? undefined : await comments.find(id);
  if (comment?.contentId !== item.id) throw noComment();
  return comment;
};

/** Those who may edit every item there delete comments of others. @throws DomainError `forbidden`. */
const authorizeModeration = (actor: Actor, stored: StoredItem): void => {
  const { ownerId: _, ...resource } = resourceOf(stored);
  if (may(actor, 'edit', resource).allowed) authorize(actor, 'edit', resource);
  else throw notYours();
};

const parseComment = ({ text, place, replyTo }: CreateComment) => {
  if (place !== undefined && replyTo !== undefined) {
    const message = 'is only for threads, not for replies';
    throw invalid('invalid_input', [{ path: 'place', message }]);
  }
  return {
    text: parseCommentText(text),
    place: place && parsePlace({ quote: '', before: '', after: '', ...place }),
    replyTo: replyTo === undefined ? undefined : parseUuid('replyTo', replyTo),
  };
};

/**
 * @param known who is mentioned already, and is neither checked nor told again.
 * @returns what stores the mails for those whom the comment mentions now, apart from its author.
 * @throws DomainError `invalid_input`.
 */
const mentionMails = async (
  dependencies: CommentDependencies,
  actor: Actor,
  { item, collection }: StoredItem,
  { id, text }: Pick<Comment, 'id' | 'text'>,
  known: readonly string[] = [],
): Promise<(inside: Pick<Repositories, 'mails'>) => Promise<void>> => {
  const mentioned = mentionsIn(text);
  const added = mentioned.filter((each) => !known.includes(each));
  const checked = await findMentioned(dependencies, collection, added);
  const userId = userIdOf(actor);
  const recipients = checked.filter((user) => user.id !== userId);
  if (recipients.length === 0 || dependencies.mailer === undefined) return async () => undefined;
  const ids = [...mentioned, ...(userId === undefined ? [] : [userId])];
  const named = await dependencies.users.findByIds(ids);
  const writer = named.find((user) => user.id === userId);
  const author = writer === undefined ? 'Somebody' : publicNameOf(writer);
  return (inside) =>
    mailMentions(dependencies, inside, { id, item, text, author }, named, recipients);
};

/** @throws DomainError `not_found` for a comment that is gone since it was written. */
const findAgain = async (
  { comments }: Pick<Repositories, 'comments'>,
  id: string,
): Promise<ShownComment> => {
  const found = await comments.find(id);
  if (found === undefined) throw noComment();
  return found;
};

const noComment = (): DomainError => notFound('Comment');

const notYours = (): DomainError =>
  new DomainError('forbidden', 'Access denied: this is the comment of somebody else');

const tooMany = (): DomainError =>
  new DomainError(
    'too_many_comments',
    `The content has ${commentLimits.comments} comments already`,
    {
      details: 'Delete threads that are resolved',
    },
  );
