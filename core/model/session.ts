import { isJsonObject } from '../primitives/json.ts';
import { hour, second, type EpochMs, type EpochSeconds } from '../primitives/time.ts';
import { isRole, type Role } from './actor.ts';

/** A login that has not ended. The stored session decides; the signed token only identifies it. */
export interface Session {
  /** The token's `jti`. */
  readonly id: string;
  readonly userId: string;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
}

/** The payload of a session token (RFC 7519); its times are in seconds. */
export interface SessionClaims {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly jti: string;
  readonly iat: EpochSeconds;
  readonly exp: EpochSeconds;
  /** The token is not valid before this time. We issue none, but others may sign with the same secret. */
  readonly nbf?: EpochSeconds;
}

/** @returns the claims without other members; undefined if one has the wrong type, or is required and absent. */
export const readClaims = (value: unknown): SessionClaims | undefined => {
  if (!isJsonObject(value)) return undefined;
  const { userId, email, role, jti, iat, exp, nbf } = value;
  if (typeof userId !== 'string' || typeof email !== 'string' || typeof jti !== 'string') {
    return undefined;
  }
  if (!isRole(role) || !isSeconds(iat) || !isSeconds(exp)) return undefined;
  if (nbf !== undefined && !isSeconds(nbf)) return undefined;
  return { userId, email, role, jti, iat, exp, ...(nbf !== undefined && { nbf }) };
};

const isSeconds = (value: unknown): value is EpochSeconds => Number.isSafeInteger(value);

export const sessionLifetimeMs = 24 * hour;

/** How far the clocks of two instances may differ. */
const clockToleranceMs = 5 * second;

/** Whether verified claims are plausible: issued and valid by now, not expired, with a lifetime that we issue. */
export const areClaimsValidAt = ({ iat, exp, nbf = iat }: SessionClaims, now: EpochMs): boolean =>
  Number.isSafeInteger(iat) &&
  Number.isSafeInteger(exp) &&
  exp * second > now &&
  Math.max(iat, nbf) * second <= now + clockToleranceMs &&
  exp > iat &&
  (exp - iat) * second <= sessionLifetimeMs;
