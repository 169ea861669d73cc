import type { LiveSession, Session, SessionRepository, SessionState } from '../../../core/store.ts';
import { sessionStamp } from '../basis.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { sharedReads, type SharedRead } from '../connection/shared-reads.ts';
import { execute, query, type Statement } from '../connection/statement.ts';
import { orNull, plain, time, type Fields } from '../rows/fields.ts';
import { expirySweep } from '../rows/expiry-sweep.ts';
import { table } from '../rows/table.ts';
import { userColumns, userOf, type UserRow } from './user-row.ts';

const state = {
  id: plain('id', 'text'),
  userId: plain('user_id', 'uuid'),
  expiresAt: time('expires_at'),
  lastSeenAt: time('last_seen_at'),
  method: plain('method', 'text'),
} satisfies Fields<SessionState>;

export const sessions = table<Session>('sessions', {
  ...state,
  createdAt: time('created_at'),
  publicId: plain('public_id', 'uuid'),
  address: orNull(plain('address', 'text')),
  client: orNull(plain('client', 'text')),
  secondFactor: plain('second_factor', 'boolean'),
});

/** A row of `sessions`, joined with its account. */
interface LiveSessionRow extends UserRow {
  readonly stamp: string;
  /** Null while no role needs a second factor. */
  readonly factor_policy: LiveSession['factorPolicy'] | null;
}

interface SignInRow {
  readonly user_id: string;
  readonly signed_in_at: string;
}

/** The most sessions that one statement finds. */
const maxIds = 1_000;

/** The password hash comes after the values of the session. */
const passwordHash = `$${sessions.columns.length + 1}`;

/** The placeholder of a column. */
const placeOf = (column: string): string =>
  `$${sessions.columns.findIndex(({ name }) => name === column) + 1}`;

const isEnough =
  `(not has_second_factor or ${placeOf('second_factor')} ` +
  `or ${placeOf('method')} <> 'password')`;

/**
 * The lock waits for a change of the account, and looks at its result; later changes wait for the insert. Counts the rows of
 * `sign_ins`: one for each session that was stored.
 */
const insert: Statement = {
  name: 'session_insert',
  text:
    `with stored as (insert into sessions (${sessions.written}) ` +
    `select ${sessions.placeholders((place, { name }) => (name === 'user_id' ? 'id' : place))} ` +
    `from users where id = $2 and is_active and password_hash is not distinct from ${passwordHash} ` +
    `and ${isEnough} for share ` +
    'returning user_id, created_at) ' +
    'insert into sign_ins (user_id, signed_in_at) select user_id, created_at from stored ' +
    'on conflict (user_id) do update set signed_in_at = greatest(sign_ins.signed_in_at, excluded.signed_in_at)',
};

const joined = table<SessionState>('sessions', state).joined({ prefix: 'session_' });

const policyMembers = ['requireSecondFactor', 'secondFactorGraceDays', 'secondFactorRequiredSince']
  .map((name) => `'${name}', value -> '${name}'`)
  .join(', ');

/** Evaluated once for all sessions that the statement finds. */
const factorPolicy =
  `(select json_strip_nulls(json_build_object(${policyMembers})) from settings ` +
  "where value -> 'requireSecondFactor' ->> 0 is not null)";

const find: Statement = {
  name: 'session_find',
  text:
    `select ${joined.selection}, ${sessionStamp} as stamp, ${factorPolicy} as factor_policy, ${userColumns} ` +
    'from sessions join users on users.id = sessions.user_id where sessions.id = any ($1)',
};

const listByUser = sessions.select(
  'session_list',
  'where user_id = $1 order by created_at desc, public_id desc',
);

const lastSignIns: Statement = {
  name: 'session_last_sign_ins',
  text: 'select user_id, signed_in_at from sign_ins where user_id = any ($1::uuid[])',
};

const storeSeen: Statement = {
  name: 'session_seen',
  text: 'update sessions set last_seen_at = $3 where id = $1 and last_seen_at = $2',
};

const remove = sessions.remove('session_delete');

const removeByPublicId = sessions.remove(
  'session_delete_by_public_id',
  'user_id = $1 and public_id = $2',
);

/** The second value is the id of the session to keep, or null. */
const removeByUser = sessions.remove(
  'session_delete_by_user',
  'user_id = $1 and id is distinct from $2',
);

const sweep = expirySweep(sessions, 'expires_at');

const liveSessionOf = (row: LiveSessionRow): LiveSession => ({
  session: joined.record(row),
  user: userOf(row),
  factorPolicy: row.factor_policy ?? {},
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

  async insert(session: Session, passwordHash: string | undefined): Promise<boolean> {
    const values = [...sessions.values(session), passwordHash ?? null];
    return (await execute(this.#database, insert, values)) === 1;
  }

  async find(id: string): Promise<LiveSession | undefined> {
    return this.#find(id);
  }

  async listByUser(userId: string): Promise<readonly Session[]> {
    return sessions.list(this.#database, listByUser, [userId]);
  }

  async lastSignIns(userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await query<SignInRow>(this.#database, lastSignIns, [userIds]);
    return new Map(rows.map((row) => [row.user_id, Number(row.signed_in_at)]));
  }

  async storeSeen(id: string, expected: number, seenAt: number): Promise<void> {
    await execute(this.#database, storeSeen, [id, expected, seenAt]);
  }

  async delete(id: string): Promise<void> {
    await execute(this.#database, remove, [id]);
  }

  async deleteByPublicId(userId: string, publicId: string): Promise<boolean> {
    return (await execute(this.#database, removeByPublicId, [userId, publicId])) > 0;
  }

  async deleteByUser(userId: string, exceptId: string | undefined): Promise<void> {
    await execute(this.#database, removeByUser, [userId, exceptId ?? null]);
  }

  async sweep(time: number): Promise<false> {
    return sweep(this.#database, time);
  }
}
