import type { UserActor } from '../access/actor.ts';
import type { Dependencies } from '../dependencies.ts';
import { DomainError } from '../errors.ts';
import { subjects } from '../freshness/subjects.ts';
import { minute, second } from '../time.ts';
import { readUuid } from '../uuid.ts';
import { areCredible, type SessionClaims } from './session.ts';

/** How long the claims of a verified token are cached. */
const verificationLifetimeMs = 5 * minute;
const tokenMaxLength = 4_096;

type AuthenticateDependencies = Pick<
  Dependencies,
  'sessions' | 'digest' | 'signer' | 'clock' | 'memory'
>;

/**
 * Authenticates the user of a session token. The result of verifying the signature is kept for five
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
    const actor = await dependencies.memory.read(
      subjects.session(id),
      [subjects.session(id), subjects.user(claims.userId), subjects.grants],
      () => findActive(dependencies, id),
    );
    if (actor === undefined || hasEnded(actor, now) || actor.userId !== claims.userId) {
      throw ended();
    }
    return actor;
  };

/**
 * Whether a user who was authenticated before still has the same session and rights. Waits for nothing;
 * can be false although they have.
 */
export const isSessionCurrent =
  ({ memory, clock }: Pick<Dependencies, 'memory' | 'clock'>) =>
  (actor: UserActor): boolean =>
    !hasEnded(actor, clock.now()) && memory.holds(actor);

const hasEnded = ({ expiresAt = 0 }: UserActor, now: number): boolean => expiresAt <= now;

const findActive = async (
  { sessions }: Pick<Dependencies, 'sessions'>,
  sessionId: string,
): Promise<UserActor | undefined> => {
  const live = await sessions.find(sessionId);
  if (live === undefined || !live.user.isActive) return undefined;
  const { id: userId, role, grants } = live.user;
  return { kind: 'user', userId, sessionId, role, grants, expiresAt: live.session.expiresAt };
};

const ended = (): DomainError =>
  new DomainError('invalid_session', 'This session is not valid or has ended');

/** The key is a digest of the whole token, so a token that differs in one byte is verified again. */
const verify = async (
  { memory, digest, signer, clock }: AuthenticateDependencies,
  token: string,
): Promise<SessionClaims | undefined> =>
  memory.read(
    `verified-token:${await digest.sha256(token)}`,
    [],
    () => signer.verify(token),
    ({ exp }) => ({ lifetimeMs: Math.min(verificationLifetimeMs, exp * second - clock.now()) }),
  );
