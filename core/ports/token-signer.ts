import type { SessionClaims } from '../model/session.ts';

export interface TokenSigner {
  /** A compact JWS (RFC 7515), HS256. */
  sign(claims: SessionClaims): Promise<string>;

  /**
   * Does not check `exp`, `iat` and `nbf` against the clock; the core does.
   *
   * @returns the claims, each of the right type; undefined for a token that is malformed, has an invalid
   *   signature, was signed with another algorithm, or lacks a required claim.
   */
  verify(token: string): Promise<SessionClaims | undefined>;
}
