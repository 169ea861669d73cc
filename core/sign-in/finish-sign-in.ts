import type { LoggedIn, SignIn } from '../accounts/session.ts';
import type { Actor } from '../model/actor.ts';
import { subjectMaxLength } from '../model/identity.ts';
import type { LoginClient } from '../model/session.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { ProvenIdentity } from '../ports/identity-provider.ts';
import { isStorable } from '../primitives/text.ts';
import { providerOf, type BeginDependencies } from './begin-sign-in.ts';
import { openSignIn } from './begun-sign-in.ts';
import { identifiedUser, type IdentifyDependencies } from './identified-user.ts';
import { claimNames } from './identity-claims.ts';
import { linkIdentity } from './link-identity.ts';
import { openSession, type OpenSessionDependencies } from './open-session.ts';
import { recordRejection } from './reject-sign-in.ts';
import type { SignInFailure } from './sign-in-failure.ts';

export interface FinishSignIn {
  /** The query with which the provider has sent the browser back. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What the browser has kept since the beginning; undefined if it has begun no sign-in with this state. */
  readonly sealed: string | undefined;
  /** The caller's address. */
  readonly client: string;
  /** What the client calls itself, for the list of sessions. */
  readonly userAgent?: string | undefined;
}

export type FinishedSignIn =
  | { readonly kind: 'signed in'; readonly loggedIn: LoggedIn; readonly next: string }
  /** The identity is linked to the account of the caller. */
  | { readonly kind: 'linked'; readonly next: string }
  | { readonly kind: 'failed'; readonly error: SignInFailure; readonly next: string | undefined };

export type FinishDependencies = BeginDependencies &
  IdentifyDependencies &
  OpenSessionDependencies &
  Pick<Dependencies, 'limiter'>;

const byIdentity: SignIn = { method: 'oidc', secondFactor: false };

export const finishSignIn =
  (dependencies: FinishDependencies) =>
  async (actor: Actor, command: FinishSignIn): Promise<FinishedSignIn> => {
    const { provider } = providerOf(dependencies);
    const { parameters, sealed, client: address, userAgent } = command;
    const attempt = await openSignIn(dependencies, sealed, parameters['state']);
    const failed = (error: SignInFailure): FinishedSignIn => ({
      kind: 'failed',
      error,
      next: attempt?.next,
    });
    const failedBecause = (reason: string): FinishedSignIn => {
      dependencies.log.warn('A sign-in by the identity provider failed', { reason });
      return failed('oidc_failed');
    };
    if (attempt === undefined) return failedBecause('This browser has not begun the sign-in');
    const { next, link } = attempt;
    const claims = claimNames(dependencies.identityRules);
    const outcome = await provider.finish({ attempt, parameters, claims });
    if (outcome.kind === 'denied') return failed('oidc_denied');
    if (outcome.kind === 'failed') return failedBecause(outcome.reason);
    if (!isUsable(outcome)) return failedBecause('The subject is empty, or too long');
    if (link !== undefined) {
      const problem = await linkIdentity(dependencies, actor, link, outcome);
      return problem === undefined ? { kind: 'linked', next } : failedBecause(problem);
    }
    const from = { address, userAgent };
    const signedIn = await open(dependencies, outcome, from);
    return typeof signedIn === 'string'
      ? failed(signedIn)
      : { kind: 'signed in', loggedIn: signedIn, next };
  };

const isUsable = ({ issuer, subject }: ProvenIdentity): boolean =>
  subject !== '' && subject.length <= subjectMaxLength && isStorable(subject) && isStorable(issuer);

const open = async (
  dependencies: FinishDependencies,
  identity: ProvenIdentity,
  from: LoginClient,
): Promise<LoggedIn | SignInFailure> => {
  const user = await identifiedUser(dependencies, identity, from);
  if (typeof user === 'string') {
    await recordRejection(dependencies, undefined, from.address);
    return user;
  }
  const loggedIn = await openSession(dependencies, user, from, byIdentity);
  // The account changed after it was read: decide again.
  return loggedIn ?? open(dependencies, identity, from);
};
