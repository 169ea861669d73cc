import type { LiveSession, Session, SessionRepository } from '../../../core/index.ts';
import { sessionStamp } from '../basis.ts';
import type { Database } from '../connection/connections.ts';
import { sharedReads, type SharedRead } from '../connection/shared-reads.ts';
import { execute, query, removeIfAny, type Statement } from '../connection/statement.ts';
import { userColumns, userOf, type UserRow } from './user-row.ts';

/** A row of `sessions`, joined with its account. */
interface LiveSessionRow extends UserRow {
  readonly session_id: string;
  readonly session_created_at: string;
  readonly session_expires_at: string;
  readonly stamp: string;
}

/** The most sessions that one statement finds. */
const maxIds = 1_000;

/** The lock waits for a change of the account, and looks at its result; later changes wait for the insert. */
const insert: Statement = {
  name: 'session_insert',
  text:
    'insert into sessions (id, user_id, created_at, expires_at) ' +
    'select $1, id, $3, $4 from users where id = $2 and is_active and password_hash = $5 for share',
};

const find: Statement = {
  name: 'session_find',
  text:
    'select sessions.id as session_id, sessions.created_at as session_created_at, ' +
    `sessions.expires_at as session_expires_at, ${sessionStamp} as stamp, ${userColumns} ` +
    'from sessions join users on users.id = sessions.user_id where sessions.id = any ($1)',
};

const remove: Statement = { name: 'session_delete', text: 'delete from sessions where id = $1' };

/** The second value is the id of the session to keep, or null. */
const removeByUser: Statement = {
  name: 'session_delete_by_user',
  text: 'delete from sessions where user_id = $1 and id is distinct from $2',
};

const anyExpired: Statement = {
  name: 'sessions_any_expired',
  text: 'select 1 from sessions where expires_at < $1 order by expires_at limit 1',
};

const removeExpired: Statement = {
  name: 'session_delete_expired',
  text: 'delete from sessions where expires_at < $1',
};

const liveSessionOf = (row: LiveSessionRow): LiveSession => ({
  session: {
    id: row.session_id,
    userId: row.id,
    createdAt: Number(row.session_created_at),
    expiresAt: Number(row.session_expires_at),
  },
  user: userOf(row),
  stamp: row.stamp,
});

/** Sessions in PostgreSQL. */
export class PostgresSessionRepository implements SessionRepository {
  readonly #database: Database;
  readonly #find: SharedRead<string, LiveSession>;

  constructor(database: Database) {
    this.#database = database;
    this.#find = sharedReads({
      load: async (ids) => {
        const rows = await query<LiveSessionRow>(database, find, [ids]);
        return new Map(rows.map((row) => [row.session_id, liveSessionOf(row)]));
      },
      nameOf: (id) => id,
      maxKeys: maxIds,
    });
  }

  async insert(session: Session, passwordHash: string): Promise<boolean> {
    const { id, userId, createdAt, expiresAt } = session;
    const values = [id, userId, createdAt, expiresAt, passwordHash];
    return (await execute(this.#database, insert, values)) === 1;
  }

  async find(id: string): Promise<LiveSession | undefined> {
    return this.#find(id);
  }

  async delete(id: string): Promise<void> {
    await execute(this.#database, remove, [id]);
  }

  async deleteByUser(userId: string, exceptId: string | undefined): Promise<void> {
    await execute(this.#database, removeByUser, [userId, exceptId ?? null]);
  }

  async deleteExpired(time: number): Promise<void> {
    await removeIfAny(this.#database, anyExpired, removeExpired, [time]);
  }
}
