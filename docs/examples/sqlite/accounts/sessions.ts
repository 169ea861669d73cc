import type { LiveSession, Session, SessionRepository } from 'quoin/core/store';
import type { Access } from '../work/access.ts';
import { findSession } from '../work/basis.ts';
import { findUser } from './users.ts';

export class SqliteSessions implements SessionRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async insert(session: Session, passwordHash: string): Promise<boolean> {
    return this.#access.write((db) => {
      const { id, userId, expiresAt } = session;
      const user = findUser(db, 'id', userId);
      if (user?.isActive !== true || user.passwordHash !== passwordHash) return false;
      const doc = JSON.stringify(session);
      db.put('sessions', 'id', { id, user_id: userId, expires_at: expiresAt, doc });
      return true;
    });
  }

  async find(id: string): Promise<LiveSession | undefined> {
    return this.#access.read((db) => findSession(db, id));
  }

  async delete(id: string): Promise<void> {
    await this.#access.write((db) => db.run('delete from sessions where id = ?', id));
  }

  async deleteByUser(userId: string, exceptId: string | undefined): Promise<void> {
    await this.#access.write((db) =>
      db.run('delete from sessions where user_id = ? and id is not ?', userId, exceptId),
    );
  }

  async sweep(time: number): Promise<false> {
    await this.#access.write((db) => db.run('delete from sessions where expires_at < ?', time));
    return false;
  }
}
