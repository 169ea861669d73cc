import type { Actor, UserActor } from '../model/actor.ts';
import { secondFactorDueAt } from '../model/site/factor-policy.ts';
import { areClaimsValidAt, readClaims, type SessionClaims } from '../model/session.ts';
import type { LiveSession } from '../ports/repositories/session-repository.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Clock } from '../ports/time.ts';
import { DomainError } from '../primitives/errors.ts';
import { minute, second } from '../primitives/time.ts';
import { readUuid } from '../primitives/uuid.ts';
import type { SeenSessions } from './seen-sessions.ts';

/** How long the claims of a verified token are cached. */
const verificationLifetimeMs = 5 * minute;
const tokenMaxLength = 4_096;

type AuthenticateDependencies = Pick<
  Dependencies,
  'sessions' | 'digest' | 'signer' | 'clock' | 'processCache' | 'sharedCache'
> & { readonly seenSessions: SeenSessions };

export const authenticateSession =
  (dependencies: AuthenticateDependencies) =>
  async (token: string): Promise<UserActor> => {
    const claims = token.length <= tokenMaxLength ? await verify(dependencies, token) : undefined;
    const id = claims === undefined ? undefined : readUuid(claims.jti);
    if (claims === undefined || id === undefined) throw ended();
    if (!areClaimsValidAt(claims, dependencies.clock.now())) throw ended();
    const { session, actor } = await findLive(dependencies, id);
    if (actor.userId !== claims.userId) throw ended();
    const seenAt = await dependencies.seenSessions.note(session);
    // Others may sign with the same secret, for a shorter time.
    return { ...actor, seenAt, expiresAt: Math.min(session.expiresAt, claims.exp * second) };
  };

/**
 * The user of a live session, by its id, to continue a read.
 *
 * @throws DomainError `invalid_session`, `second_factor_setup_required`.
 */
export const findSessionActor = async (
  dependencies: Pick<Dependencies, 'sessions' | 'clock'>,
  sessionId: string,
): Promise<UserActor> => {
  const { actor } = await findLive(dependencies, sessionId);
  assertSecondFactor(dependencies.clock)(actor);
  return actor;
};

export const assertSecondFactor =
  (clock: Clock) =>
  (actor: Actor): void => {
    if (actor.kind !== 'user' || (actor.secondFactorDueAt ?? Infinity) > clock.now()) return;
    throw new DomainError('second_factor_setup_required', 'Your role needs a second factor', {
      details: 'Set one up in your account, or with POST /auth/totp',
    });
  };

const findLive = async (
  { sessions, clock }: Pick<Dependencies, 'sessions' | 'clock'>,
  sessionId: string,
): Promise<Pick<LiveSession, 'session'> & { readonly actor: UserActor }> => {
  const live = await sessions.find(sessionId);
  if (live === undefined || !live.user.isActive) throw ended();
  const { session, user, factorPolicy, stamp } = live;
  const { expiresAt, lastSeenAt: seenAt } = session;
  if (expiresAt <= clock.now()) throw ended();
  const dueAt = secondFactorDueAt(factorPolicy, user, session.method);
  const { id: userId, role, grants } = user;
  const actor = {
    kind: 'user',
    userId,
    sessionId,
    role,
    grants,
    expiresAt,
    seenAt,
    stamp,
    ...(dueAt !== undefined && { secondFactorDueAt: dueAt }),
  } as const;
  return { session, actor };
};

const ended = (): DomainError =>
  new DomainError('invalid_session', 'This session is not valid or has ended');

/** The key is a digest of the whole token, so a token that differs in one byte is verified again. */
const verify = async (
  { processCache, sharedCache, digest, signer, clock }: AuthenticateDependencies,
  token: string,
): Promise<SessionClaims | undefined> => {
  const key = `verified-token:${await digest.sha256(token)}`;
  const cached = await processCache.get(key);
  if (cached !== undefined) return readClaims(JSON.parse(cached.value));
  // Without the shared cache, each instance verifies the token itself.
  const shared = await sharedCache?.get(key).catch(() => undefined);
  if (shared !== undefined) {
    await processCache.set(key, shared.value, shared.ttlMs);
    return readClaims(JSON.parse(shared.value));
  }
  const claims = await signer.verify(token);
  if (claims === undefined) return undefined;
  const lifetimeMs = Math.min(verificationLifetimeMs, claims.exp * second - clock.now());
  if (lifetimeMs < 1) return claims;
  const value = JSON.stringify(claims);
  await processCache.set(key, value, lifetimeMs);
  void sharedCache?.set(key, value, lifetimeMs).catch(() => undefined);
  return claims;
};
