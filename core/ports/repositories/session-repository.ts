import type { Stamp } from '../../model/basis.ts';
import type { Session } from '../../model/session.ts';
import type { FactorPolicy } from '../../model/site/factor-policy.ts';
import type { User } from '../../model/user.ts';
import type { EpochMs } from '../../primitives/time.ts';
import type { Swept } from './swept.ts';

/** The members of a session that decide about a request. No others are read with each request. */
export type SessionState = Pick<Session, 'id' | 'userId' | 'expiresAt' | 'lastSeenAt' | 'method'>;

export interface LiveSession {
  readonly session: SessionState;
  readonly user: User;
  readonly factorPolicy: FactorPolicy;
  /** Changes with the session, the account, its grants and the settings, but not when the session is seen. */
  readonly stamp: Stamp;
}

/** Sessions, and when users last signed in. A sweep removes the sessions that expired before a time. */
export interface SessionRepository extends Swept<EpochMs> {
  /**
   * Stores a session if its account is active and has this password hash or, for undefined, none; and that the user signed in
   * when it was created. An account with a second factor gets no session by a password alone. A concurrent change of the account is stored either before, and counts, or after: then {@link deleteByUser},
   * called after the change in the same transaction, deletes the session.
   *
   * @returns whether it was stored.
   */
  insert(session: Session, passwordHash: string | undefined): Promise<boolean>;

  /** The session, its account and what the settings say, as of one moment. */
  find(id: string): Promise<LiveSession | undefined>;

  /** The sessions of the user, also expired ones. Newest first; those of the same time by descending `publicId`. */
  listByUser(userId: string): Promise<readonly Session[]>;

  /**
   * When each of the users last signed in, also with a session that has ended. Users who never did are left out. The time
   * of a user never decreases.
   */
  lastSignIns(userIds: readonly string[]): Promise<ReadonlyMap<string, EpochMs>>;

  /** Replaces the time when the session was last seen if it is still `expected`: of several instances, one writes. */
  storeSeen(id: string, expected: EpochMs, seenAt: EpochMs): Promise<void>;

  /** Deleting an unknown session succeeds. */
  delete(id: string): Promise<void>;

  /** Deletes a session of this user. @returns whether it existed. */
  deleteByPublicId(userId: string, publicId: string): Promise<boolean>;

  /** Deletes all sessions of the user except `exceptId`. */
  deleteByUser(userId: string, exceptId: string | undefined): Promise<void>;
}
