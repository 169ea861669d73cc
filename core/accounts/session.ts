import { isRole, type Role } from '../access/role.ts';
import { isJsonObject } from '../json.ts';
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

/** @returns the claims and nothing else; undefined unless each is there and of its type. */
export const readClaims = (value: unknown): SessionClaims | undefined => {
  if (!isJsonObject(value)) return undefined;
  const { userId, email, role, jti, iat, exp } = value;
  if (typeof userId !== 'string' || typeof email !== 'string' || typeof jti !== 'string') {
    return undefined;
  }
  if (!isRole(role) || !isSeconds(iat) || !isSeconds(exp)) return undefined;
  return { userId, email, role, jti, iat, exp };
};

const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value);

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
