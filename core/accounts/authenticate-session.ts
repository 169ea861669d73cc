import type { UserActor } from '../access/actor.ts';
import type { Dependencies } from '../dependencies.ts';
import { DomainError } from '../errors.ts';
import { minute, second } from '../time.ts';
import { readUuid } from '../uuid.ts';
import { areCredible, readClaims, type SessionClaims } from './session.ts';

/** How long the claims of a verified token are cached. */
const verificationLifetimeMs = 5 * minute;
const tokenMaxLength = 4_096;

type AuthenticateDependencies = Pick<
  Dependencies,
  'sessions' | 'digest' | 'signer' | 'clock' | 'sessionCache'
>;

/**
 * Authenticates the user of a session token. The result of verifying the signature is cached for five
 * minutes; the session and the account are looked up on every request.
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
    const live = await dependencies.sessions.find(id);
    if (
      live === undefined ||
      live.session.expiresAt <= now ||
      live.user.id !== claims.userId ||
      !live.user.isActive
    ) {
      throw ended();
    }
    const { role, grants } = live.user;
    return { kind: 'user', userId: live.user.id, sessionId: id, role, grants };
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
