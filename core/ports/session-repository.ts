import type { Session } from '../accounts/session.ts';
import type { User } from '../accounts/user.ts';

export interface LiveSession {
  readonly session: Session;
  readonly user: User;
}

/** Sessions. Once a session is deleted, no instance finds it. */
export interface SessionRepository {
  insert(session: Session): Promise<void>;

  /** The session and its account, in one lookup. */
  find(id: string): Promise<LiveSession | undefined>;

  /** Deleting an unknown session succeeds. */
  delete(id: string): Promise<void>;

  /** Deletes all sessions of the user except `exceptId`. */
  deleteByUser(userId: string, exceptId: string | undefined): Promise<void>;

  /** Deletes sessions that expired before `time`. */
  deleteExpired(time: number): Promise<void>;
}
