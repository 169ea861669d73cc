import type { SessionClaims } from '../model/session.ts';

export interface TokenSigner {
  /**
   * A compact JWS (RFC 7515), in the one algorithm of the adapter. The built-in one is HS256.
   *
   * @throws DomainError `dependency_unavailable`, before the deadline of the core, if it needs something that does not
   *   answer, such as the server that has the key.
   */
  sign(claims: SessionClaims): Promise<string>;

  /**
   * Accepts the algorithm of the adapter only: the header of a token chooses nothing. Does not check `exp`, `iat` and
   * `nbf` against the clock; the core does.
   *
   * @returns the claims, each of the right type; undefined for a token that is malformed, has an invalid
   *   signature, was signed with another algorithm, or lacks a required claim.
   * @throws DomainError like `sign`.
   */
  verify(token: string): Promise<SessionClaims | undefined>;
}
