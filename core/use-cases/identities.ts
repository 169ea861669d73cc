import type { Actor } from '../model/actor.ts';
import { beginLink, beginSignIn, type SignInStart } from '../sign-in/begin-sign-in.ts';
import { finishSignIn, type FinishedSignIn, type FinishSignIn } from '../sign-in/finish-sign-in.ts';
import { unlinkIdentity, unlinkOwnIdentity } from '../sign-in/link-identity.ts';
import { signInWays, type SignInWays } from '../sign-in/sign-in-ways.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Signing in by an identity provider, and the identities that accounts are linked to. */
export interface IdentityUseCases {
  /** The ways to sign in. They do not change while the process runs. */
  readonly ways: () => SignInWays;

  /** Whether an active admin can sign in: with a password that counts, or with a linked identity. */
  readonly adminCanSignIn: () => Promise<boolean>;

  /**
   * Begins a sign-in.
   *
   * @param next the path to open afterwards.
   * @throws DomainError `not_found` if no provider is configured, `dependency_unavailable` if it cannot be reached.
   */
  readonly begin: (next: string) => Promise<SignInStart>;

  /**
   * Begins a sign-in that links the identity to the caller's account.
   *
   * @param next the path to open afterwards.
   * @throws DomainError `not_found` if no provider is configured, `not_authenticated`, `forbidden` for an API token,
   *   `dependency_unavailable` if the provider cannot be reached.
   */
  readonly beginLink: (actor: Actor, next: string) => Promise<SignInStart>;

  /**
   * Ends a sign-in: checks what the provider says, finds, links or creates the account as far as the rules allow it, takes
   * over names and role, and begins a session. For a link, the caller must still have the session that has begun it.
   *
   * @throws DomainError `not_found` if no provider is configured.
   */
  readonly finish: (actor: Actor, command: FinishSignIn) => Promise<FinishedSignIn>;

  /**
   * Undoes the link of the caller's account. Its sessions stay.
   *
   * @throws DomainError `not_found` if no provider is configured, or without a link; `not_authenticated`, `forbidden` for an
   *   API token, `last_sign_in`.
   */
  readonly unlinkOwn: (actor: Actor) => Promise<void>;

  /**
   * Undoes the link of an account. Its sessions stay.
   *
   * @throws DomainError `not_found` if no provider is configured, for an unknown account, or without a link;
   *   `not_authenticated`, `token_read_only`, `forbidden`, `last_sign_in` for the caller's own account.
   */
  readonly unlink: (actor: Actor, userId: string) => Promise<void>;
}

export const identityUseCases = (dependencies: UseCaseDependencies): IdentityUseCases => {
  const ways = signInWays(dependencies);
  return {
    ways: () => ways,
    adminCanSignIn: async () => ways.password !== 'none' || dependencies.identities.anyAdmin(),
    begin: beginSignIn(dependencies),
    beginLink: beginLink(dependencies),
    finish: finishSignIn(dependencies),
    unlinkOwn: unlinkOwnIdentity(dependencies),
    unlink: unlinkIdentity(dependencies),
  };
};
