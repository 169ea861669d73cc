import { authenticateSession } from '../accounts/authenticate-session.ts';
import { logIn, startLogIn, type Credentials, type LogIn } from '../sign-in/log-in.ts';
import { endOwnSession, listOwnSessions, type ShownSession } from '../accounts/manage-sessions.ts';
import type { NewUserInput } from '../accounts/new-user.ts';
import {
  changeOwnPassword,
  getOwnAccount,
  updateOwnAccount,
  type ChangePassword,
} from '../accounts/own-account.ts';
import type { ShownUser } from '../accounts/read-users.ts';
import {
  newcomerRole,
  registerUser,
  startRegistration,
  type RegisterUser,
} from '../sign-in/register-user.ts';
import { requestReset, startResetRequest } from '../accounts/request-reset.ts';
import { resetPassword, type ResetPassword } from '../accounts/reset-password.ts';
import { endOtherSessions, logOut, type LoggedIn } from '../accounts/session.ts';
import type { UpdateNames } from '../accounts/update-user.ts';
import type { Actor, Role, UserActor } from '../model/actor.ts';
import type { Profile } from '../model/user.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Registration, sessions, and the own account of a caller. */
export interface AccountUseCases {
  /**
   * The role that a registration would get now; undefined while registration is disabled. Driving adapters use it to
   * decide whether to offer registration.
   */
  readonly newcomerRole: () => Promise<Role | undefined>;

  /**
   * Counts a registration before its input is read, so that requests that cannot be parsed count too.
   *
   * @param client the caller's address.
   * @param userAgent what the client calls itself.
   * @returns the rest of `register`, which throws what `register` throws.
   * @throws DomainError `rate_limited`.
   */
  readonly startRegistration: (
    client: string,
    userAgent?: string,
  ) => Promise<(input: NewUserInput) => Promise<LoggedIn>>;

  /**
   * Creates an account and logs it in. The first account becomes an admin; of concurrent registrations, exactly one
   * becomes the first.
   *
   * @throws DomainError `rate_limited`, `registration_disabled`, `invalid_email`, `invalid_password`, `invalid_input`,
   *   `invalid_text`, `email_taken`, `username_taken`, `overloaded`.
   */
  readonly register: (command: RegisterUser) => Promise<LoggedIn>;

  /**
   * Counts a login before its credentials are read, so that requests that cannot be parsed count too.
   *
   * @param client the caller's address.
   * @param userAgent what the client calls itself.
   * @returns the rest of `logIn`, which throws what `logIn` throws.
   * @throws DomainError `rate_limited`.
   */
  readonly startLogIn: (
    client: string,
    userAgent?: string,
  ) => Promise<(credentials: Credentials) => Promise<LoggedIn>>;

  /**
   * Begins a session. An unknown address, a deactivated account and a wrong password get the same error after the same
   * time.
   *
   * @throws DomainError `rate_limited`, `invalid_credentials`, `overloaded`; `password_login_disabled` after a right password.
   */
  readonly logIn: (command: LogIn) => Promise<LoggedIn>;

  /** Ends the caller's session on every instance. Does nothing for callers without a session. */
  readonly logOut: (actor: Actor) => Promise<void>;

  /**
   * Ends all other sessions of the caller's account on every instance. The session of this request stays valid.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token.
   */
  readonly endOtherSessions: (actor: Actor) => Promise<void>;

  /**
   * The sessions of the caller's account that have not ended, newest first.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token.
   */
  readonly listSessions: (actor: Actor) => Promise<readonly ShownSession[]>;

  /**
   * Ends a session of the caller's account on every instance; also that of this request.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found`.
   */
  readonly endSession: (actor: Actor, id: string) => Promise<void>;

  /**
   * Authenticates the user of a session token. The result of verifying the signature is cached for five minutes; the
   * session and its account are read on every call. When a session was last seen is stored at most every ten minutes.
   *
   * @throws DomainError `invalid_session`.
   */
  readonly authenticate: (token: string) => Promise<UserActor>;

  /**
   * The caller's own account.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found` if it was deleted meanwhile.
   */
  readonly getOwn: (actor: Actor) => Promise<ShownUser>;

  /**
   * Changes the names in the caller's own account.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found` if it was deleted meanwhile,
   *   `invalid_input`, `invalid_text`, `username_taken`.
   */
  readonly updateOwn: (actor: Actor, names: UpdateNames) => Promise<ShownUser>;

  /**
   * Changes the caller's own password, and ends all other sessions of the user. The session of this request stays
   * valid.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found` if the account was deleted
   *   meanwhile, `wrong_password`, `invalid_password`, `invalid_text`, `rate_limited`, `overloaded`.
   */
  readonly changeOwnPassword: (actor: Actor, command: ChangePassword) => Promise<Profile>;

  /**
   * Counts a request for a mail that resets a password before its address is read, so that requests that cannot be parsed
   * count too.
   *
   * @param client the caller's address.
   * @returns the rest of `requestReset`, which throws what `requestReset` throws.
   * @throws DomainError `rate_limited`.
   */
  readonly startResetRequest: (client: string) => Promise<(email: string) => Promise<void>>;

  /**
   * Asks for a mail with a link that gives an account a new password, once, within 30 minutes. The steps and the result are
   * the same whether there is an account with this address or not: `MailUseCases.deliver` finds out. An account gets at
   * most three of these mails an hour, and one without a password gets a mail without a link.
   *
   * @throws DomainError `rate_limited`, `mail_not_configured`.
   */
  readonly requestReset: (command: {
    readonly email: string;
    readonly client: string;
  }) => Promise<void>;

  /**
   * Gives an account a new password, by the secret of a link, which is used up. Ends all sessions and links of the
   * account. Does not sign in.
   *
   * @throws DomainError `invalid_link`, `invalid_password`, `invalid_text`, `overloaded`.
   */
  readonly resetPassword: (command: ResetPassword) => Promise<void>;
}

export const accountUseCases = (dependencies: UseCaseDependencies): AccountUseCases => ({
  newcomerRole: newcomerRole(dependencies),
  startRegistration: startRegistration(dependencies),
  register: registerUser(dependencies),
  startLogIn: startLogIn(dependencies),
  logIn: logIn(dependencies),
  logOut: logOut(dependencies),
  endOtherSessions: endOtherSessions(dependencies),
  listSessions: listOwnSessions(dependencies),
  endSession: endOwnSession(dependencies),
  authenticate: authenticateSession(dependencies),
  getOwn: getOwnAccount(dependencies),
  updateOwn: updateOwnAccount(dependencies),
  changeOwnPassword: changeOwnPassword(dependencies),
  startResetRequest: startResetRequest(dependencies),
  requestReset: requestReset(dependencies),
  resetPassword: resetPassword(dependencies),
});
