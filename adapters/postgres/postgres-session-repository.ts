import type { Knex } from 'knex';
import type { LiveSession, Session, SessionRepository } from '../../core/index.ts';
import { runStatement, runWrite, write, type Statement } from './statement.ts';
import { userColumns, userOf, type UserRow } from './user-row.ts';

interface LiveSessionRow extends UserRow {
  readonly session_id: string;
  readonly session_created_at: string;
  readonly session_expires_at: string;
}

/** A session of an account that is gone would be unknown at once: it is not stored. */
const insert: Statement = {
  name: 'session_insert',
  text:
    'insert into sessions (id, user_id, created_at, expires_at) ' +
    'select $1, id, $3, $4 from users where id = $2 for key share',
};

const find: Statement = {
  name: 'session_find',
  text:
    'select sessions.id as session_id, sessions.created_at as session_created_at, ' +
    `sessions.expires_at as session_expires_at, ${userColumns} ` +
    'from sessions join users on users.id = sessions.user_id where sessions.id = $1',
};

const liveSessionOf = (row: LiveSessionRow): LiveSession => ({
  session: {
    id: row.session_id,
    userId: row.id,
    createdAt: Number(row.session_created_at),
    expiresAt: Number(row.session_expires_at),
  },
  user: userOf(row),
});

/** Sessions in PostgreSQL. */
export class PostgresSessionRepository implements SessionRepository {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async insert({ id, userId, createdAt, expiresAt }: Session): Promise<void> {
    await runWrite(this.#knex, insert, [id, userId, createdAt, expiresAt]);
  }

  async find(id: string): Promise<LiveSession | undefined> {
    const { rows } = await runStatement<LiveSessionRow>(this.#knex, find, [id]);
    return rows[0] && liveSessionOf(rows[0]);
  }

  async delete(id: string): Promise<void> {
    await write(this.#knex, this.#knex('sessions').where({ id }).delete());
  }

  async deleteByUser(userId: string, exceptId: string | undefined): Promise<void> {
    const sessions = this.#knex('sessions').where({ user_id: userId });
    if (exceptId !== undefined) void sessions.whereNot({ id: exceptId });
    await write(this.#knex, sessions.delete());
  }

  async deleteExpired(time: number): Promise<void> {
    await write(this.#knex, this.#knex('sessions').where('expires_at', '<', time).delete());
  }
}
