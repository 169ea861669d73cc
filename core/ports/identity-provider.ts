import type { IdentityKey } from '../model/identity.ts';
import type { JsonObject } from '../primitives/json.ts';

/** What one sign-in is recognised by. Everything but `redirectUri` is random, and used once. */
export interface SignInAttempt {
  /** Where the provider sends the browser at the end. */
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636): 43 to 128 letters and digits. */
  readonly codeVerifier: string;
}

/** The reasons are sentences for operators: without codes, tokens, secrets, and what the provider says about a person. */
export interface ProviderFailure {
  readonly kind: 'failed';
  readonly reason: string;
}

export type BeginOutcome =
  /** The URL that the browser opens. */
  { readonly kind: 'begun'; readonly url: string } | ProviderFailure;

export interface ProvenIdentity extends IdentityKey {
  readonly kind: 'proven';
  readonly claims: JsonObject;
}

export type FinishOutcome =
  | ProvenIdentity
  /** The person, or the provider, has refused. */
  | { readonly kind: 'denied' }
  | ProviderFailure;

export interface FinishRequest {
  readonly attempt: SignInAttempt;
  /** The query with which the provider has sent the browser back. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The names of the claims that are of interest. */
  readonly claims: readonly string[];
}

/** Proves who somebody is, by OpenID Connect. */
export interface IdentityProvider {
  /** Ends within half a minute, also if the provider does not answer. Never throws. */
  begin(attempt: SignInAttempt): Promise<BeginOutcome>;

  /**
   * Exchanges the code for an ID token, and checks everything that belongs to the attempt: its state, its nonce, its code
   * verifier, the issuer. The ID token is for this client, valid now, and signed with RS256 or ES256 by a key of the provider.
   *
   * The claims are those of the ID token. Of the requested ones, those that it lacks are from the provider's userinfo, if that
   * is about the same subject. `email` and `email_verified` are both from where `email` is.
   *
   * Ends within half a minute, also if the provider does not answer. Never throws.
   */
  finish(request: FinishRequest): Promise<FinishOutcome>;
}
