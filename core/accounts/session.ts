import type { Role } from '../access/role.ts';
import { hour, second } from '../time.ts';

/** A login that has not ended. Its row is the truth; the signed token only names it. */
export interface Session {
  /** The token's `jti`. */
  readonly id: string;
  readonly userId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** The payload of a session token (RFC 7519); times in Unix seconds. */
export interface SessionClaims {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
}

export const sessionLifetimeMs = 24 * hour;

/** How far the clocks of two instances may differ. */
const clockToleranceMs = 5 * second;

/** Whether well-signed claims are also credible: issued, not over, and not for longer than we ever issue. */
export const areCredible = ({ iat, exp }: SessionClaims, now: number): boolean =>
  Number.isSafeInteger(iat) &&
  Number.isSafeInteger(exp) &&
  exp * second > now &&
  iat * second <= now + clockToleranceMs &&
  exp > iat &&
  (exp - iat) * second <= sessionLifetimeMs;
