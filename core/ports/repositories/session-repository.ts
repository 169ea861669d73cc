import type { Stamp } from '../../model/basis.ts';
import type { Session } from '../../model/session.ts';
import type { User } from '../../model/user.ts';
import type { EpochMs } from '../../primitives/time.ts';
import type { Swept } from './swept.ts';

export interface LiveSession {
  readonly session: Session;
  readonly user: User;
  /** Changes with the session, the account and its grants. */
  readonly stamp: Stamp;
}

/** Sessions. A sweep removes those that expired before a time. */
export interface SessionRepository extends Swept<EpochMs> {
  /**
   * Stores a session if its account is active and has this password hash. A concurrent change of the account
   * is stored either before, and counts, or after: then {@link deleteByUser}, called after the change in the
   * same transaction, deletes the session.
   *
   * @returns whether it was stored.
   */
  insert(session: Session, passwordHash: string): Promise<boolean>;

  /** The session and its account, as of one moment. */
  find(id: string): Promise<LiveSession | undefined>;

  /** Deleting an unknown session succeeds. */
  delete(id: string): Promise<void>;

  /** Deletes all sessions of the user except `exceptId`. */
  deleteByUser(userId: string, exceptId: string | undefined): Promise<void>;
}
