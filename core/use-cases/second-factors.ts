import { assertSecondFactor } from '../accounts/authenticate-session.ts';
import type { Actor } from '../model/actor.ts';
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type EnterCode,
  type RecoveryCodes,
} from '../second-factor/change-factor.ts';
import {
  beginSecondFactor,
  type BeginSecondFactor,
  type PendingSecondFactor,
} from '../second-factor/set-up-factor.ts';
import { removeFactorOf, unlockAccount, type Unlocked } from '../second-factor/unlock.ts';
import {
  endTrustedBrowser,
  listTrustedBrowsers,
  type ShownTrustedBrowser,
} from '../second-factor/trusted-browsers.ts';
import {
  startLogInWithCode,
  type AnswerChallenge,
  type LoggedInWithCode,
} from '../sign-in/log-in-with-code.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** The second factor of a caller's own account, and signing in with it. */
export interface SecondFactorUseCases {
  /**
   * Makes a key for an app. For ten minutes, a code of it confirms it; until then, the account has no second factor. A new
   * key ends one that waits. An account without a password proves itself by a session that is less than ten minutes old.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found` if the account was deleted meanwhile,
   *   `factor_exists`, `wrong_password`, `rate_limited`, `overloaded`.
   */
  readonly begin: (actor: Actor, command: BeginSecondFactor) => Promise<PendingSecondFactor>;

  /**
   * Sets the second factor up, by a code of the app that has the key. Returns ten recovery codes, which are shown once. Ends
   * all other sessions of the account, and its trusted browsers.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found` if the account was deleted meanwhile,
   *   `invalid_code`, also if no key waits; `rate_limited` after ten wrong codes within an hour.
   */
  readonly confirm: (actor: Actor, command: EnterCode) => Promise<RecoveryCodes>;

  /**
   * Removes the second factor, by a code of the app or a recovery code. Ends the trusted browsers of the account. Its sessions
   * stay.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found` if the account was deleted meanwhile,
   *   `invalid_code`, also without a second factor; `rate_limited` after ten wrong codes within an hour.
   */
  readonly remove: (actor: Actor, command: EnterCode) => Promise<void>;

  /**
   * Replaces all recovery codes, by a code of the app. Ends the trusted browsers of the account.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found` if the account was deleted meanwhile,
   *   `invalid_code`, also for a recovery code and without a second factor; `rate_limited` after ten wrong codes within an
   *   hour.
   */
  readonly renewRecoveryCodes: (actor: Actor, command: EnterCode) => Promise<RecoveryCodes>;

  /**
   * Counts an attempt to finish a sign-in before its input is read, so that requests that cannot be parsed count too: ten a
   * minute for each client.
   *
   * @param client the caller's address.
   * @param userAgent what the client calls itself.
   * @returns a function that finishes the sign-in of a challenge, which takes five codes in five minutes. It throws DomainError
   *   `invalid_code`, also for a challenge that has ended or never existed, and `rate_limited` after ten wrong codes for the
   *   account within an hour. With `invalid_code`, the error has the `challenge` while that takes another code.
   * @throws DomainError `rate_limited`.
   */
  readonly startLogIn: (
    client: string,
    userAgent?: string,
  ) => Promise<(answer: AnswerChallenge) => Promise<LoggedInWithCode>>;

  /**
   * The browsers in which the password of the caller's account is enough, newest first.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token.
   */
  readonly listTrustedBrowsers: (actor: Actor) => Promise<readonly ShownTrustedBrowser[]>;

  /**
   * Ends the trust in a browser. Its sessions stay.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found`.
   */
  readonly endTrustedBrowser: (actor: Actor, id: string) => Promise<void>;

  /**
   * Removes the second factor of another account, its recovery codes, a key that waits for its first code, and what has stopped
   * its codes. Ends its sessions, its trusted browsers, and its sign-ins that wait for a code. Its owner gets a notice.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, also for the caller's own account; `not_found`,
   *   also without a second factor.
   */
  readonly removeOf: (actor: Actor, userId: string) => Promise<void>;

  /**
   * The same as {@link removeOf} for the account with an address, for the operator.
   *
   * @returns the account, and whether there was anything to remove: without, nothing changes.
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, also for the caller's own account; `not_found`.
   */
  readonly unlock: (actor: Actor, email: string) => Promise<Unlocked>;

  /**
   * Rejects an actor who must set a second factor up first. Driving adapters call it for everything but the caller's own
   * account. The answer holds until {@link UserActor.secondFactorDueAt}.
   *
   * @throws DomainError `second_factor_setup_required`.
   */
  readonly assertSetUp: (actor: Actor) => void;
}

export const secondFactorUseCases = (dependencies: UseCaseDependencies): SecondFactorUseCases => ({
  begin: beginSecondFactor(dependencies),
  confirm: confirmSecondFactor(dependencies),
  remove: removeSecondFactor(dependencies),
  renewRecoveryCodes: renewRecoveryCodes(dependencies),
  startLogIn: startLogInWithCode(dependencies),
  listTrustedBrowsers: listTrustedBrowsers(dependencies),
  endTrustedBrowser: endTrustedBrowser(dependencies),
  removeOf: removeFactorOf(dependencies),
  unlock: unlockAccount(dependencies),
  assertSetUp: assertSecondFactor(dependencies.clock),
});
