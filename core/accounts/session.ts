import { authorizeOwnAccount } from '../access/policy.ts';
import { audited } from '../events/record-audit.ts';
import { sweepAll } from '../limits/sweep-all.ts';
import type { Actor } from '../model/actor.ts';
import {
  originOf,
  sessionLifetimeMs,
  type LoginClient,
  type Session,
  type SessionClaims,
} from '../model/session.ts';
import { profileOf, type Profile, type User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import { second, type EpochMs } from '../primitives/time.ts';
import { uuidOfDigest } from '../primitives/uuid.ts';

export interface LoggedIn {
  readonly user: Profile;
  /** The signed session token. */
  readonly token: string;
  /** The token's `jti`. */
  readonly sessionId: string;
  readonly expiresAt: EpochMs;
}

/** A session that is not stored yet, and what its owner gets once it is. */
export interface NewSession {
  readonly session: Session;
  readonly loggedIn: LoggedIn;
}

export type CreateSessionDependencies = Pick<
  Dependencies,
  'clock' | 'ids' | 'signer' | 'secrets' | 'digest'
>;

/** As many bits as a UUID of a digest has, and more. */
const publicIdBits = 128;

/** How the user of a new session was recognised. */
export type SignIn = Pick<Session, 'method' | 'secondFactor'>;

export const byPassword: SignIn = { method: 'password', secondFactor: false };

/** Signs the token of a new session. */
export const createSession = async (
  { clock, ids, signer, secrets, digest }: CreateSessionDependencies,
  user: User,
  from: LoginClient,
  by: SignIn,
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
    session: {
      id: sessionId,
      userId: user.id,
      createdAt: issuedAt,
      expiresAt,
      // Not another of `ids`: two of the same moment have much in common.
      publicId: uuidOfDigest(await digest.sha256(secrets.next(publicIdBits))),
      lastSeenAt: issuedAt,
      ...originOf(from),
      ...by,
    },
    loggedIn: { user: profileOf(user), token, sessionId, expiresAt },
  };
};

export const logOut =
  (dependencies: Pick<Dependencies, 'store'>) =>
  async (actor: Actor): Promise<void> => {
    if (actor.kind !== 'user') return;
    await audited(
      dependencies,
      actor,
      ({ sessions }) => sessions.delete(actor.sessionId),
      () => ({ action: 'session.end', id: actor.userId }),
    );
  };

export const endOtherSessions =
  (dependencies: Pick<Dependencies, 'store'>) =>
  async (actor: Actor): Promise<void> => {
    const { userId, sessionId } = authorizeOwnAccount(actor);
    await audited(
      dependencies,
      actor,
      ({ sessions }) => sessions.deleteByUser(userId, sessionId),
      () => ({ action: 'session.end_others', id: userId }),
    );
  };

export const sweepSessions =
  ({
    sessions,
    previewTokens,
    accountLinks,
    invitations,
    clock,
  }: Pick<Dependencies, 'sessions' | 'previewTokens' | 'accountLinks' | 'invitations' | 'clock'>) =>
  async (): Promise<void> => {
    await sweepAll(sessions, clock.now());
    await sweepAll(accountLinks, clock.now());
    await sweepAll(invitations, clock.now());
    await sweepAll(previewTokens, undefined);
  };
