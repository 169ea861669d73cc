import type { Actor } from '../access/actor.ts';
import { authorizeOwnAccount, isRole, type Role } from '../access/policy.ts';
import type { Dependencies } from '../dependencies.ts';
import { isJsonObject } from '../json.ts';
import { hour, second } from '../time.ts';
import { profileOf, type Profile, type User } from './user.ts';

/** A login that has not ended. The stored session decides; the signed token only identifies it. */
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
  /** The token is not valid before this time. We issue none, but others may sign with the same secret. */
  readonly nbf?: number;
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

const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value);

export const sessionLifetimeMs = 24 * hour;

/** How far the clocks of two instances may differ. */
const clockToleranceMs = 5 * second;

/** Whether verified claims are plausible: issued and valid by now, not expired, with a lifetime that we issue. */
export const areCredible = ({ iat, exp, nbf = iat }: SessionClaims, now: number): boolean =>
  Number.isSafeInteger(iat) &&
  Number.isSafeInteger(exp) &&
  exp * second > now &&
  Math.max(iat, nbf) * second <= now + clockToleranceMs &&
  exp > iat &&
  (exp - iat) * second <= sessionLifetimeMs;

export interface LoggedIn {
  readonly user: Profile;
  /** The signed session token. */
  readonly token: string;
  /** The token's `jti`. */
  readonly sessionId: string;
  readonly expiresAt: number;
}

/** A session that is not stored yet, and what its owner gets once it is. */
export interface NewSession {
  readonly session: Session;
  readonly loggedIn: LoggedIn;
}

/** Signs the token of a new session. */
export const createSession = async (
  { clock, ids, signer }: Pick<Dependencies, 'clock' | 'ids' | 'signer'>,
  user: User,
): Promise<NewSession> => {
  // Tokens contain whole seconds. The session and its token expire at the same time.
  const issuedAt = Math.floor(clock.now() / second) * second;
  const expiresAt = issuedAt + sessionLifetimeMs;
  const sessionId = ids.next();
  const claims: SessionClaims = {
    userId: user.id,
    email: user.email,
    role: user.role,
    jti: sessionId,
    iat: issuedAt / second,
    exp: expiresAt / second,
  };
  const token = await signer.sign(claims);
  return {
    session: { id: sessionId, userId: user.id, createdAt: issuedAt, expiresAt },
    loggedIn: { user: profileOf(user), token, sessionId, expiresAt },
  };
};

/** Ends the caller's session on every instance. Does nothing for callers without a session. */
export const logOut =
  ({ sessions }: Pick<Dependencies, 'sessions'>) =>
  async (actor: Actor): Promise<void> => {
    if (actor.kind !== 'user') return;
    await sessions.delete(actor.sessionId);
  };

/**
 * Ends all other sessions of the caller's account on every instance. The session of this request stays
 * valid.
 *
 * @throws DomainError `not_authenticated`, `forbidden`.
 */
export const endOtherSessions =
  ({ sessions }: Pick<Dependencies, 'sessions'>) =>
  async (actor: Actor): Promise<void> => {
    const { userId, sessionId } = authorizeOwnAccount(actor);
    await sessions.deleteByUser(userId, sessionId);
  };

/** Deletes expired sessions, which are rejected even while they are stored. */
export const sweepSessions =
  ({ sessions, clock }: Pick<Dependencies, 'sessions' | 'clock'>) =>
  async (): Promise<void> => {
    await sessions.deleteExpired(clock.now());
  };
