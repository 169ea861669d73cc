import type { SessionClaims } from '../accounts/session.ts';

export interface TokenSigner {
  /** A compact JWS (RFC 7515), HS256. */
  sign(claims: SessionClaims): Promise<string>;

  /**
   * @returns the claims, each of its right type, or undefined for a token that is forged, malformed,
   *   signed with any other algorithm or lacks a claim. Expiry is the core's business.
   */
  verify(token: string): Promise<SessionClaims | undefined>;
}
