import type { Session } from '../accounts/session.ts';
import type { User } from '../accounts/user.ts';

export interface LiveSession {
  readonly session: Session;
  readonly user: User;
}

/** Logins that have not ended. A session that was deleted is unknown from then on, to every instance. */
export interface SessionRepository {
  insert(session: Session): Promise<void>;

  /** The session and its account as they are now, in one look-up. */
  find(id: string): Promise<LiveSession | undefined>;

  /** Deleting an unknown session succeeds. */
  delete(id: string): Promise<void>;

  /** Ends the user's sessions, all but the one named. */
  deleteByUser(userId: string, exceptId: string | undefined): Promise<void>;

  /** Forgets sessions that were over before `time`. */
  deleteExpired(time: number): Promise<void>;
}
