import type { LiveSession, Session, SessionRepository } from '../../../core/store.ts';
import { sessionStamp } from '../basis.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { sharedReads, type SharedRead } from '../connection/shared-reads.ts';
import { execute, query, removeIfAny, type Statement } from '../connection/statement.ts';
import { plain, time } from '../rows/fields.ts';
import { table } from '../rows/table.ts';
import { userColumns, userOf, type UserRow } from './user-row.ts';

export const sessions = table<Session>('sessions', {
  id: plain('id', 'text'),
  userId: plain('user_id', 'uuid'),
  createdAt: time('created_at'),
  expiresAt: time('expires_at'),
});

/** A row of `sessions`, joined with its account. */
interface LiveSessionRow extends UserRow {
  readonly stamp: string;
}

/** The most sessions that one statement finds. */
const maxIds = 1_000;

/** The lock waits for a change of the account, and looks at its result; later changes wait for the insert. */
const insert: Statement = {
  name: 'session_insert',
  text:
    `insert into sessions (${sessions.written}) ` +
    'select $1, id, $3, $4 from users where id = $2 and is_active and password_hash = $5 for share',
};

const joined = sessions.joined({ prefix: 'session_' });

const find: Statement = {
  name: 'session_find',
  text:
    `select ${joined.selection}, ${sessionStamp} as stamp, ${userColumns} ` +
    'from sessions join users on users.id = sessions.user_id where sessions.id = any ($1)',
};

const remove = sessions.remove('session_delete');

/** The second value is the id of the session to keep, or null. */
const removeByUser = sessions.remove(
  'session_delete_by_user',
  'user_id = $1 and id is distinct from $2',
);

const anyExpired: Statement = {
  name: 'sessions_any_expired',
  text: 'select 1 from sessions where expires_at < $1 order by expires_at limit 1',
};

const removeExpired = sessions.remove('session_delete_expired', 'expires_at < $1');

const liveSessionOf = (row: LiveSessionRow): LiveSession => ({
  session: joined.record(row),
  user: userOf(row),
  stamp: row.stamp,
});

/** Sessions in PostgreSQL. */
export class PostgresSessionRepository implements SessionRepository {
  readonly #database: DatabaseSession;
  readonly #find: SharedRead<string, LiveSession>;

  constructor(database: DatabaseSession) {
    this.#database = database;
    this.#find = sharedReads({
      load: async (ids) => {
        const rows = await query<LiveSessionRow>(database, find, [ids]);
        return new Map(rows.map(liveSessionOf).map((live) => [live.session.id, live]));
      },
      nameOf: (id) => id,
      maxKeys: maxIds,
    });
  }

  async insert(session: Session, passwordHash: string): Promise<boolean> {
    const values = [...sessions.values(session), passwordHash];
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

  async sweep(time: number): Promise<false> {
    await removeIfAny(this.#database, anyExpired, removeExpired, [time]);
    return false;
  }
}
