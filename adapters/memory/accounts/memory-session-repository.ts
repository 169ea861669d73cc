import type { LiveSession, Session, SessionRepository } from '../../../core/index.ts';
import { copyOf } from '../copy-of.ts';
import type { MemoryAccess } from '../memory-tables.ts';
import { sessionStamp } from '../memory-basis.ts';

export class MemorySessionRepository implements SessionRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async insert(session: Session, passwordHash: string): Promise<boolean> {
    const stored = copyOf(session);
    return this.#access.write(({ sessions, users }) => {
      const user = users.get(stored.userId);
      if (user?.isActive !== true || user.passwordHash !== passwordHash) return false;
      sessions.set(stored.id, stored);
      return true;
    });
  }

  async find(id: string): Promise<LiveSession | undefined> {
    return this.#access.read((tables) => {
      const session = tables.sessions.get(id);
      const user = session && tables.users.get(session.userId);
      return session && user && { session, user, stamp: sessionStamp(tables, session) };
    });
  }

  async delete(id: string): Promise<void> {
    return this.#access.write(({ sessions }) => {
      sessions.delete(id);
    });
  }

  async deleteByUser(userId: string, exceptId: string | undefined): Promise<void> {
    return this.#deleteWhere((session) => session.userId === userId && session.id !== exceptId);
  }

  async deleteExpired(time: number): Promise<void> {
    const isExpired = (session: Session): boolean => session.expiresAt < time;
    // A write changes the snapshot, and so ends what is cached.
    const isAny = await this.#access.read(({ sessions }) => [...sessions.values()].some(isExpired));
    if (isAny) await this.#deleteWhere(isExpired);
  }

  #deleteWhere(matches: (session: Session) => boolean): Promise<void> {
    return this.#access.write(({ sessions }) => {
      for (const session of sessions.values()) {
        if (matches(session)) sessions.delete(session.id);
      }
    });
  }
}
