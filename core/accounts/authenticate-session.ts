import type { UserActor } from '../access/actor.ts';
import type { Dependencies } from '../dependencies.ts';
import { DomainError } from '../errors.ts';
import { subjects } from '../freshness/subjects.ts';
import { minute, second } from '../time.ts';
import { readUuid } from '../uuid.ts';
import { areCredible, readClaims, type SessionClaims } from './session.ts';

/** How long the claims of a verified token are cached. */
const verificationLifetimeMs = 5 * minute;
const tokenMaxLength = 4_096;

type AuthenticateDependencies = Pick<
  Dependencies,
  'sessions' | 'digest' | 'signer' | 'clock' | 'sessionCache' | 'memory'
>;

/**
 * Authenticates the user of a session token. The result of verifying the signature is cached for five
 * minutes; the session and its account are kept in memory until a write changes them.
 *
 * @throws DomainError `invalid_session`.
 */
export const authenticateSession =
  (dependencies: AuthenticateDependencies) =>
  async (token: string): Promise<UserActor> => {
    const claims = token.length <= tokenMaxLength ? await verify(dependencies, token) : undefined;
    const now = dependencies.clock.now();
    const id = claims === undefined ? undefined : readUuid(claims.jti);
    if (claims === undefined || id === undefined || !areCredible(claims, now)) throw ended();
    const live = await dependencies.memory.read(
      subjects.session(id),
      [subjects.session(id), subjects.user(claims.userId), subjects.grants],
      () => findActive(dependencies, id),
    );
    if (live === undefined || live.expiresAt <= now || live.actor.userId !== claims.userId) {
      throw ended();
    }
    return live.actor;
  };

interface ActiveSession {
  readonly actor: UserActor;
  readonly expiresAt: number;
}

const findActive = async (
  { sessions }: Pick<Dependencies, 'sessions'>,
  sessionId: string,
): Promise<ActiveSession | undefined> => {
  const live = await sessions.find(sessionId);
  if (live === undefined || !live.user.isActive) return undefined;
  const { id: userId, role, grants } = live.user;
  return {
    actor: { kind: 'user', userId, sessionId, role, grants },
    expiresAt: live.session.expiresAt,
  };
};

const ended = (): DomainError =>
  new DomainError('invalid_session', 'This session is not valid or has ended');

/** The key is a digest of the whole token, so a token that differs in one byte is verified again. */
const verify = async (
  { sessionCache, digest, signer, clock }: AuthenticateDependencies,
  token: string,
): Promise<SessionClaims | undefined> => {
  const key = `session:${await digest.sha256(token)}`;
  const known = await sessionCache.find(key, decodeClaims);
  if (known !== undefined) return known.value;
  const claims = await signer.verify(token);
  const remainingMs = claims === undefined ? 0 : claims.exp * second - clock.now();
  if (claims !== undefined && remainingMs > 0) {
    await sessionCache.store(
      key,
      JSON.stringify(claims),
      Math.min(verificationLifetimeMs, remainingMs),
    );
  }
  return claims;
};

const decodeClaims = (text: string): SessionClaims | undefined => {
  try {
    return readClaims(JSON.parse(text));
  } catch {
    return undefined;
  }
};
