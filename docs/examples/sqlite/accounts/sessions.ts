import type { LiveSession, Session, SessionRepository } from 'quoin/core/store';
import type { Access } from '../work/access.ts';
import { findSession, sessionOf, type SessionRow } from '../work/basis.ts';
import { findUser } from './users.ts';

interface SignInRow {
  readonly user_id: string;
  readonly signed_in_at: number;
}

const signIn =
  'insert into sign_ins values (?, ?) on conflict (user_id) ' +
  'do update set signed_in_at = max(signed_in_at, excluded.signed_in_at)';

const listByUser =
  'select doc, last_seen_at from sessions where user_id = ? order by created_at desc, public_id desc';

const lastSignIns =
  'select user_id, signed_in_at from sign_ins where user_id in (select value from json_each(?))';

export class SqliteSessions implements SessionRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async insert(session: Session, passwordHash: string | undefined): Promise<boolean> {
    return this.#access.write((db) => {
      const { lastSeenAt, ...rest } = session;
      const { id, publicId, userId, createdAt, expiresAt } = rest;
      const user = findUser(db, 'id', userId);
      if (user?.isActive !== true || user.passwordHash !== passwordHash) return false;
      const { method, secondFactor } = session;
      if (user.hasSecondFactor && method === 'password' && !secondFactor) return false;
      db.put('sessions', 'id', {
        id,
        public_id: publicId,
        user_id: userId,
        created_at: createdAt,
        expires_at: expiresAt,
        last_seen_at: lastSeenAt,
        doc: JSON.stringify(rest),
      });
      db.run(signIn, userId, createdAt);
      return true;
    });
  }

  async find(id: string): Promise<LiveSession | undefined> {
    return this.#access.read((db) => findSession(db, id));
  }

  async listByUser(userId: string): Promise<readonly Session[]> {
    return this.#access.read((db) => db.all<SessionRow>(listByUser, userId).map(sessionOf));
  }

  async lastSignIns(userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#access.read((db) => {
      const rows = db.all<SignInRow>(lastSignIns, JSON.stringify(userIds));
      return new Map(rows.map(({ user_id, signed_in_at }) => [user_id, signed_in_at]));
    });
  }

  async storeSeen(id: string, expected: number, seenAt: number): Promise<void> {
    await this.#access.write((db) =>
      db.run(
        'update sessions set last_seen_at = ? where id = ? and last_seen_at = ?',
        seenAt,
        id,
        expected,
      ),
    );
  }

  async delete(id: string): Promise<void> {
    await this.#access.write((db) => db.run('delete from sessions where id = ?', id));
  }

  async deleteByPublicId(userId: string, publicId: string): Promise<boolean> {
    return this.#access.write(
      (db) =>
        db.run('delete from sessions where user_id = ? and public_id = ?', userId, publicId) > 0,
    );
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
