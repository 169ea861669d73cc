import { authorizeOwnAccount } from '../access/policy.ts';
import type { Actor } from '../model/actor.ts';
import type { IdentityProvider } from '../ports/identity-provider.ts';
import type { Dependencies } from '../ports/ports.ts';
import { DomainError, notFound } from '../primitives/errors.ts';
import { newSignIn, sealSignIn, type LinkingSession } from './begun-sign-in.ts';

/** A sign-in that has begun. */
export interface SignInStart {
  /** The page of the provider that the browser opens. */
  readonly url: string;
  /** Identifies the sign-in: the provider sends it back. */
  readonly state: string;
  /** What the browser keeps for the end, as a secret that no other browser has. */
  readonly sealed: string;
}

export type BeginDependencies = Pick<
  Dependencies,
  'identityProvider' | 'secrets' | 'clock' | 'encryption' | 'log'
> & { readonly publicUrl: string | undefined };

/** The only URL that a provider sends browsers back to. Never from a header of a request. */
const redirectUriOf = (publicUrl: string): string => `${publicUrl}/auth/oidc/callback`;

/** @throws DomainError `not_found` if no provider is configured. */
export const providerOf = ({
  identityProvider,
  publicUrl,
}: Pick<BeginDependencies, 'identityProvider' | 'publicUrl'>): {
  readonly provider: IdentityProvider;
  readonly redirectUri: string;
} => {
  if (identityProvider === undefined || publicUrl === undefined) throw notFound('Page');
  return { provider: identityProvider, redirectUri: redirectUriOf(publicUrl) };
};

export const beginSignIn =
  (dependencies: BeginDependencies) =>
  (next: string): Promise<SignInStart> =>
    begin(dependencies, next);

export const beginLink =
  (dependencies: BeginDependencies) =>
  async (actor: Actor, next: string): Promise<SignInStart> => {
    const { userId, sessionId } = authorizeOwnAccount(actor);
    return begin(dependencies, next, { userId, sessionId });
  };

const begin = async (
  dependencies: BeginDependencies,
  next: string,
  link?: LinkingSession,
): Promise<SignInStart> => {
  const { provider, redirectUri } = providerOf(dependencies);
  const signIn = newSignIn(dependencies, redirectUri, next, link);
  const begun = await provider.begin(signIn);
  if (begun.kind === 'failed') {
    const { reason } = begun;
    dependencies.log.warn('A sign-in by the identity provider could not begin', { reason });
    throw new DomainError('dependency_unavailable', 'The identity provider cannot be reached');
  }
  const sealed = await sealSignIn(dependencies, signIn);
  return { url: begun.url, state: signIn.state, sealed };
};
