import {
  listComments,
  listMentions,
  listPeople,
  type ListComments,
  type PeopleListing,
} from '../comments/read-comments.ts';
import {
  createComment,
  deleteComment,
  updateComment,
  type CreateComment,
  type UpdateComment,
} from '../comments/write-comments.ts';
import type { Actor } from '../model/actor.ts';
import type { CommentThread, Mention, ShownComment } from '../model/content/comment.ts';
import type { PageRequest } from '../primitives/paging.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** What the people who work on an item say about it. Comments are no part of the content, and readers of that see none. */
export interface CommentUseCases {
  /**
   * The threads of an item, oldest first, each with its replies.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found`, `invalid_input`.
   */
  readonly list: (
    actor: Actor,
    id: string,
    request: ListComments,
  ) => Promise<readonly CommentThread[]>;

  /**
   * The people whom a comment on an item may mention: of the accounts on the page, oldest first, those that see the item.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found`, `invalid_input`.
   */
  readonly listPeople: (actor: Actor, id: string, request: PageRequest) => Promise<PeopleListing>;

  /**
   * The open threads in which the user is mentioned, newest first, of items that lists of content show to the user.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `invalid_input`.
   */
  readonly listMentions: (actor: Actor, request: PageRequest) => Promise<readonly Mention[]>;

  /**
   * Begins a thread, or replies to one. Those whom it mentions get a mail, apart from its author.
   *
   * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`; `invalid_input`, also for a mention of
   *   somebody who does not see the item; `invalid_text`, `too_many_comments`.
   */
  readonly create: (actor: Actor, id: string, command: CreateComment) => Promise<ShownComment>;

  /**
   * Changes the text of an own comment, or resolves a thread, or opens it again. Those whom the text did not mention before get a
   * mail.
   *
   * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`; `forbidden` for the text of somebody else;
   *   `invalid_input`, `invalid_text`.
   */
  readonly update: (
    actor: Actor,
    id: string,
    commentId: string,
    command: UpdateComment,
  ) => Promise<ShownComment>;

  /**
   * Deletes a comment; of a thread, also the replies.
   *
   * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`; `forbidden` for the comment of somebody else, without
   *   the right to edit all content there.
   */
  readonly delete: (actor: Actor, id: string, commentId: string) => Promise<void>;
}

export const commentUseCases = (dependencies: UseCaseDependencies): CommentUseCases => ({
  list: listComments(dependencies),
  listPeople: listPeople(dependencies),
  listMentions: listMentions(dependencies),
  create: createComment(dependencies),
  update: updateComment(dependencies),
  delete: deleteComment(dependencies),
});
