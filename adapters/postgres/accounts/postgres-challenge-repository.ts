import type { Challenge, ChallengeRepository } from '../../../core/store.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { execute, executeReturning, type Statement } from '../connection/statement.ts';
import { numeric, plain, time } from '../rows/fields.ts';
import { expirySweep } from '../rows/expiry-sweep.ts';
import { table } from '../rows/table.ts';

export const challenges = table<Challenge>('challenges', {
  digest: plain('digest', 'text'),
  userId: plain('user_id', 'uuid'),
  expiresAt: time('expires_at'),
  codesLeft: numeric('codes_left', 'integer'),
});

/** The password hash comes after the values. The lock waits for a change of the account, and looks at its result. */
const insert: Statement = {
  name: 'challenge_insert',
  text:
    `insert into challenges (${challenges.written}) ` +
    `select ${challenges.placeholders((place, { name, type }) => (name === 'user_id' ? 'id' : `${place}::${type}`))} ` +
    'from users where id = $2 and is_active and has_second_factor ' +
    `and password_hash is not distinct from $${challenges.columns.length + 1} for share`,
};

const takeCode: Statement = {
  name: 'challenge_take_code',
  text:
    'update challenges set codes_left = codes_left - 1 ' +
    `where digest = $1 and codes_left > 0 and expires_at > $2 returning ${challenges.selection}`,
};

const remove = challenges.remove('challenge_delete');
const removeByUser = challenges.remove('challenge_delete_by_user', 'user_id = $1');

const sweep = expirySweep(challenges, 'expires_at');

export class PostgresChallengeRepository implements ChallengeRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async insert(challenge: Challenge, passwordHash: string | undefined): Promise<boolean> {
    const values = [...challenges.values(challenge), passwordHash ?? null];
    return (await execute(this.#database, insert, values)) > 0;
  }

  async takeCode(digest: string, now: number): Promise<Challenge | undefined> {
    const [row] = await executeReturning<object>(this.#database, takeCode, [digest, now]);
    return row && challenges.record(row);
  }

  async delete(digest: string): Promise<boolean> {
    return (await execute(this.#database, remove, [digest])) > 0;
  }

  async deleteByUser(userId: string): Promise<void> {
    await execute(this.#database, removeByUser, [userId]);
  }

  async sweep(time: number): Promise<false> {
    return sweep(this.#database, time);
  }
}
