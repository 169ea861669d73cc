import type { Ports } from '../ports/ports.ts';
import { second } from '../time.ts';
import { sessionLifetimeMs, type SessionClaims } from './session.ts';
import { profileOf, type Profile, type User } from './user.ts';

export interface LoggedIn {
  readonly user: Profile;
  /** The signed session token. */
  readonly token: string;
  /** The token's `jti`. */
  readonly sessionId: string;
  readonly expiresAt: number;
}

/** Starts a session and signs a token for it. */
export const openSession = async (
  { sessions, clock, ids, signer }: Pick<Ports, 'sessions' | 'clock' | 'ids' | 'signer'>,
  user: User,
): Promise<LoggedIn> => {
  // Tokens count in whole seconds; the session ends exactly when its token does.
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
  await sessions.insert({ id: sessionId, userId: user.id, createdAt: issuedAt, expiresAt });
  return { user: profileOf(user), token, sessionId, expiresAt };
};
