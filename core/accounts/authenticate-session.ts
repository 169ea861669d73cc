import type { UserActor } from '../access/actor.ts';
import type { ForgivingCache } from '../caching/forgiving-cache.ts';
import { DomainError } from '../errors.ts';
import { isJsonObject } from '../json.ts';
import type { Ports } from '../ports/ports.ts';
import { minute, second } from '../time.ts';
import { readUuid } from '../uuid.ts';
import { areCredible, type SessionClaims } from './session.ts';

const verdictLifetimeMs = 5 * minute;
const maxLength = 4_096;

interface AuthenticatePorts extends Pick<Ports, 'sessions' | 'digest' | 'signer' | 'clock'> {
  readonly sharedCache: ForgivingCache;
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
  { sharedCache, digest, signer, clock }: AuthenticatePorts,
  token: string,
): Promise<SessionClaims | undefined> => {
  const key = `session:${await digest.sha256(token)}`;
  const known = await sharedCache.get(key);
  if (known !== undefined) {
    const claims = readClaims(known.value);
    if (claims !== undefined) return claims;
  }
  const claims = await signer.verify(token);
  const remainingMs = claims === undefined ? 0 : claims.exp * second - clock.now();
  if (claims !== undefined && remainingMs > 0) {
    const lifetimeMs = Math.min(verdictLifetimeMs, remainingMs);
    await sharedCache.set(key, JSON.stringify(claims), lifetimeMs);
  }
  return claims;
};

/** @returns undefined for anything that is not what {@link verify} stored: then it is a miss. */
const readClaims = (text: string): SessionClaims | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    const fits =
      isJsonObject(value) &&
      typeof value['userId'] === 'string' &&
      typeof value['jti'] === 'string' &&
      typeof value['iat'] === 'number' &&
      typeof value['exp'] === 'number';
    return fits ? (value as unknown as SessionClaims) : undefined;
  } catch {
    return undefined;
  }
};
