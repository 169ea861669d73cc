import type { LiveSession, Session, SessionRepository } from '../../../core/index.ts';
import { copyOf } from '../copy-of.ts';
import { removeEntries } from '../remove-entries.ts';
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
    await this.#removeWhere((session) => session.userId === userId && session.id !== exceptId);
  }

  async deleteExpired(time: number): Promise<void> {
    await this.#removeWhere((session) => session.expiresAt < time);
  }

  #removeWhere(matches: (session: Session) => boolean): Promise<void> {
    return removeEntries(this.#access, ({ sessions }) => sessions, matches);
  }
}
