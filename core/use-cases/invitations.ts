import {
  createInvitation,
  listInvitations,
  resendInvitation,
  withdrawInvitation,
  type CreateInvitation,
  type NewInvitation,
  type ShownInvitation,
} from '../invitations/manage-invitations.ts';
import type { LoggedIn } from '../accounts/session.ts';
import type { Actor } from '../model/actor.ts';
import {
  acceptInvitation,
  startAcceptance,
  type AcceptInvitation,
  type InvitedUser,
} from '../sign-in/accept-invitation.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Invitations. One is open until it is accepted, withdrawn or replaced, and while its inviter is an active administrator. */
export interface InvitationUseCases {
  /**
   * The invitations that are open, newest first.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly list: (actor: Actor) => Promise<readonly ShownInvitation[]>;

  /**
   * Invites an address, in the place of an earlier invitation of it. If mail is configured, the address gets the link.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_email`, `collection_not_found`,
   *   `invalid_input` for a collection that is named twice, for locales in a collection that is not localised, and for an unknown
   *   locale, `email_taken`, `not_found` if the caller's account was deleted
   *   meanwhile.
   */
  readonly create: (actor: Actor, command: CreateInvitation) => Promise<NewInvitation>;

  /**
   * Makes a new link for an open invitation, which then lasts as long as at first, and which the caller answers for from
   * now on. If mail is configured, the address gets the link.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`, `email_taken`.
   */
  readonly resend: (actor: Actor, id: string) => Promise<NewInvitation>;

  /**
   * Ends an invitation.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`.
   */
  readonly withdraw: (actor: Actor, id: string) => Promise<void>;

  /**
   * Counts an acceptance before its input is read, so that requests that cannot be parsed count too.
   *
   * @param client the caller's address.
   * @param userAgent what the client calls itself.
   * @returns the rest of `accept`, which throws what `accept` throws.
   * @throws DomainError `rate_limited`.
   */
  readonly startAcceptance: (
    client: string,
    userAgent?: string,
  ) => Promise<(input: InvitedUser) => Promise<LoggedIn>>;

  /**
   * Makes the account that an invitation is for, by the secret of its link, which is used up, and logs it in. The account
   * has the role and the permissions of the invitation, without those for collections that were deleted meanwhile. Does not
   * depend on whether registration is enabled.
   *
   * @throws DomainError `rate_limited`, `invalid_link`, `invalid_password`, `invalid_input`, `invalid_text`, `email_taken`,
   *   `username_taken`, `overloaded`; `password_login_disabled`, with which the link is not used up.
   */
  readonly accept: (command: AcceptInvitation) => Promise<LoggedIn>;
}

export const invitationUseCases = (dependencies: UseCaseDependencies): InvitationUseCases => ({
  list: listInvitations(dependencies),
  create: createInvitation(dependencies),
  resend: resendInvitation(dependencies),
  withdraw: withdrawInvitation(dependencies),
  startAcceptance: startAcceptance(dependencies),
  accept: acceptInvitation(dependencies),
});
