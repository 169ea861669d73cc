import type { SecondFactor, SecondFactorRepository } from '../../../core/store.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { execute, type Statement } from '../connection/statement.ts';
import { json, numeric, orNull, plain, time } from '../rows/fields.ts';
import { expirySweep } from '../rows/expiry-sweep.ts';
import { table } from '../rows/table.ts';

export const secondFactors = table<SecondFactor>('second_factors', {
  userId: plain('user_id', 'uuid'),
  version: plain('version', 'uuid'),
  secret: plain('secret', 'text'),
  pendingUntil: orNull(time('pending_until')),
  lastStep: numeric('last_step'),
  recoveryCodes: json('recovery_codes'),
  wrongAt: json('wrong_at'),
});

const find = secondFactors.select('second_factor_find', 'where user_id = $1');

const insert: Statement = {
  name: 'second_factor_insert',
  text: `${secondFactors.insert('').text} on conflict (user_id) do nothing`,
};

/** The expected version comes after the values. A concurrent change is waited for, and then looked at. */
const replace: Statement = {
  name: 'second_factor_replace',
  text: `${secondFactors.replace('').text} and version = $${secondFactors.columns.length + 1}`,
};

const remove = secondFactors.remove('second_factor_delete');

const sweep = expirySweep(secondFactors, 'pending_until');

export class PostgresSecondFactorRepository implements SecondFactorRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async find(userId: string): Promise<SecondFactor | undefined> {
    return secondFactors.find(this.#database, find, [userId]);
  }

  async replace(factor: SecondFactor, expected: string | undefined): Promise<boolean> {
    const values = secondFactors.values(factor);
    const changed =
      expected === undefined
        ? await execute(this.#database, insert, values)
        : await execute(this.#database, replace, [...values, expected]);
    return changed > 0;
  }

  async delete(userId: string): Promise<boolean> {
    return (await execute(this.#database, remove, [userId])) > 0;
  }

  async sweep(time: number): Promise<false> {
    return sweep(this.#database, time);
  }
}
