import { isJsonObject } from '../primitives/json.ts';
import { hour, minute, second, type EpochMs, type EpochSeconds } from '../primitives/time.ts';
import { isRole, type Role } from './actor.ts';

/** A login that has not ended. The stored session decides; the signed token only identifies it. */
export interface Session {
  /** The token's `jti`. */
  readonly id: string;
  readonly userId: string;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
  /** A UUID that names the session in lists. Says nothing about `id`. */
  readonly publicId: string;
  /** Accurate to {@link seenAccuracyMs}. */
  readonly lastSeenAt: EpochMs;
  /** The client's address at the login, as the limits see it; undefined if it is not known. */
  readonly address: string | undefined;
  /** The client's name for itself at the login, its `User-Agent`, as plain text; undefined if it is not known. */
  readonly client: string | undefined;
  readonly method: SignInMethod;
  /** Whether the login needed a second factor. */
  readonly secondFactor: boolean;
}

/** How a session began. */
export const signInMethods = ['password', 'oidc'] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** The use of a session is stored when the stored time is this old, and no more often. */
export const seenAccuracyMs = 10 * minute;

/** The longest text form of an IPv6 address with a zone is shorter. */
const addressMaxLength = 100;

/** In characters. Those of browsers are shorter. */
export const clientMaxLength = 200;

/** What the client of a login says about itself. It can send anything. */
export interface LoginClient {
  readonly address: string;
  readonly userAgent?: string | undefined;
}

/** The members of a session that tell where it began. */
export const originOf = ({
  address,
  userAgent = '',
}: LoginClient): Pick<Session, 'address' | 'client'> => ({
  address: plainText(address, addressMaxLength),
  client: plainText(userAgent, clientMaxLength),
});

/** Without characters that have no form, such as controls and marks of the direction of text. @returns undefined for nothing. */
const plainText = (raw: string, max: number): string | undefined => {
  const text = raw
    .slice(0, 4 * max)
    .replace(/\p{C}/gu, '')
    .trim();
  return text === '' ? undefined : Array.from(text).slice(0, max).join('').trimEnd();
};

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
