import type { LiveSession, Session, SessionRepository } from '../../../core/store.ts';
import { copyOf } from '../copy-of.ts';
import { memoryRecords, type MemoryRecords } from '../memory-records.ts';
import type { MemoryAccess } from '../memory-tables.ts';
import { sessionStamp } from '../memory-basis.ts';

export class MemorySessionRepository implements SessionRepository {
  readonly #access: MemoryAccess;
  readonly #sessions: MemoryRecords<Session>;

  constructor(access: MemoryAccess) {
    this.#access = access;
    this.#sessions = memoryRecords(access, ({ sessions }) => sessions);
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
    await this.#sessions.remove(id);
  }

  async deleteByUser(userId: string, exceptId: string | undefined): Promise<void> {
    await this.#sessions.removeWhere((each) => each.userId === userId && each.id !== exceptId);
  }

  async sweep(time: number): Promise<false> {
    await this.#sessions.removeWhere(({ expiresAt }) => expiresAt < time);
    return false;
  }
}
