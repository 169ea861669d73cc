import type { UserActor } from '../access/actor.ts';
import type { TieredCache } from '../caching/tiered-cache.ts';
import { DomainError } from '../errors.ts';
import type { Ports } from '../ports/ports.ts';
import { minute, second } from '../time.ts';
import { readUuid } from '../uuid.ts';
import { areCredible, readClaims, type SessionClaims } from './session.ts';

const verdictLifetimeMs = 5 * minute;
const maxLength = 4_096;

interface AuthenticatePorts extends Pick<Ports, 'sessions' | 'digest' | 'signer' | 'clock'> {
  readonly cache: TieredCache;
}

/**
 * Turns a session token into the user it stands for. The verdict on the signature is remembered for
 * five minutes; whether the session and the account still hold is looked up on every request.
 *
 * @throws DomainError `invalid_session`.
 */
export const authenticateSession =
  (ports: AuthenticatePorts) =>
  async (token: string): Promise<UserActor> => {
    const claims = token.length <= maxLength ? await verify(ports, token) : undefined;
    const now = ports.clock.now();
    const id = claims === undefined ? undefined : readUuid(claims.jti);
    if (claims === undefined || id === undefined || !areCredible(claims, now)) throw ended();
    const live = await ports.sessions.find(id);
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

/** The key is a hash of the whole token, so a token with any other byte is verified anew. */
const verify = async (
  { cache, digest, signer, clock }: AuthenticatePorts,
  token: string,
): Promise<SessionClaims | undefined> => {
  const key = `session:${await digest.sha256(token)}`;
  const known = await cache.find(key, decodeClaims);
  if (known !== undefined) return known.value;
  const claims = await signer.verify(token);
  const remainingMs = claims === undefined ? 0 : claims.exp * second - clock.now();
  if (claims !== undefined && remainingMs > 0) {
    await cache.keep(key, JSON.stringify(claims), Math.min(verdictLifetimeMs, remainingMs));
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
