import { createUser, type CreateUser } from '../accounts/create-user.ts';
import { deleteUser } from '../accounts/delete-user.ts';
import { findAuthors } from '../accounts/find-authors.ts';
import {
  endUserSessions,
  listUserSessions,
  type ShownSession,
} from '../accounts/manage-sessions.ts';
import { createResetLink, type ResetLink } from '../accounts/reset-links.ts';
import { getUser, listUsers, type Permission, type ShownUser } from '../accounts/read-users.ts';
import { setPermissions } from '../accounts/set-permissions.ts';
import { updateUser, type UpdateUser } from '../accounts/update-user.ts';
import type { Actor } from '../model/actor.ts';
import type { Author } from '../model/user.ts';
import type { PageRequest } from '../primitives/paging.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** All accounts, for administrators, and the names of authors. */
export interface UserUseCases {
  /**
   * A page of accounts, oldest first.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`.
   */
  readonly list: (actor: Actor, page: PageRequest) => Promise<readonly ShownUser[]>;

  /**
   * The names of users, as others see them beside what they wrote. Accounts that do not exist are left out.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token.
   */
  readonly findAuthors: (actor: Actor, ids: readonly string[]) => Promise<readonly Author[]>;

  /**
   * An account by its id.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`.
   */
  readonly get: (actor: Actor, id: string) => Promise<ShownUser>;

  /**
   * Creates an account.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_email`, `invalid_password`,
   *   `invalid_input`, `invalid_text`, `email_taken`, `username_taken`, `overloaded`.
   */
  readonly create: (actor: Actor, command: CreateUser) => Promise<ShownUser>;

  /**
   * Changes an account. A new password or a deactivation ends the user's sessions and links, and a deactivation revokes
   * the preview tokens that the user created. The invitations of an administrator who is none any more end. A new role applies to the next request.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`, `invalid_input`,
   *   `invalid_text`, `invalid_password`, `username_taken`, `last_admin`, `role_managed`, `overloaded`.
   */
  readonly update: (actor: Actor, id: string, command: UpdateUser) => Promise<ShownUser>;

  /**
   * Makes a link that gives the account a new password, once, within 24 hours. It takes the place of earlier links of the
   * account, also of those sent by mail.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`.
   */
  readonly createResetLink: (actor: Actor, id: string) => Promise<ResetLink>;

  /**
   * Replaces all grants of a user.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`, `collection_not_found`,
   *   `invalid_input` for a collection that is named twice, for locales in a collection that is not localised, and for an
   *   unknown locale.
   */
  readonly setPermissions: (
    actor: Actor,
    id: string,
    permissions: readonly Permission[],
  ) => Promise<ShownUser>;

  /**
   * Deletes the account, its sessions, links and identity, and the preview tokens and invitations that it created. What the user created stays, without an
   * owner.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`, `last_admin`.
   */
  readonly delete: (actor: Actor, id: string) => Promise<void>;

  /**
   * The sessions of a user that have not ended, newest first.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`.
   */
  readonly listSessions: (actor: Actor, id: string) => Promise<readonly ShownSession[]>;

  /**
   * Ends all sessions of a user on every instance; of the caller's own account also that of this request.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`.
   */
  readonly endSessions: (actor: Actor, id: string) => Promise<void>;
}

export const userUseCases = (dependencies: UseCaseDependencies): UserUseCases => ({
  list: listUsers(dependencies),
  findAuthors: findAuthors(dependencies),
  get: getUser(dependencies),
  create: createUser(dependencies),
  update: updateUser(dependencies),
  createResetLink: createResetLink(dependencies),
  setPermissions: setPermissions(dependencies),
  delete: deleteUser(dependencies),
  listSessions: listUserSessions(dependencies),
  endSessions: endUserSessions(dependencies),
});
