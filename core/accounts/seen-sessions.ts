import { seenAccuracyMs, type Session } from '../model/session.ts';
import type { Log } from '../ports/monitoring.ts';
import type { SessionRepository } from '../ports/repositories/session-repository.ts';
import type { Clock } from '../ports/time.ts';
import { minute } from '../primitives/time.ts';

/** Stores when sessions were last seen, so seldom that reads do not become writes. */
export interface SeenSessions {
  /**
   * Notes a request with the session. Writes if the stored time is too old, at most once at a time for each session. Never
   * throws.
   *
   * @returns when the session was last seen, as it is stored now.
   */
  note(session: Pick<Session, 'id' | 'lastSeenAt'>): Promise<number>;
}

/** After a failure, nothing is stored for so long. */
const pauseMs = minute;

export const seenSessions = (
  sessions: Pick<SessionRepository, 'storeSeen'>,
  clock: Clock,
  log: Log,
): SeenSessions => {
  const storing = new Set<string>();
  let failedAt = -Infinity;

  return {
    note: async ({ id, lastSeenAt }) => {
      const now = clock.now();
      if (now - lastSeenAt < seenAccuracyMs || storing.has(id)) return lastSeenAt;
      // The clock may have been set back.
      if (Math.abs(now - failedAt) < pauseMs) return lastSeenAt;
      storing.add(id);
      try {
        await sessions.storeSeen(id, lastSeenAt, now);
        return now;
      } catch (error) {
        failedAt = now;
        // Not worth failing a read. A later request is stored.
        log.warn('The last use of a session could not be stored', {}, error);
        return lastSeenAt;
      } finally {
        storing.delete(id);
      }
    },
  };
};
