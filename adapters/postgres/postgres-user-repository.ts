import type { Knex } from 'knex';
import {
  usernameKey,
  type Email,
  type Grant,
  type Page,
  type User,
  type UserRepository,
} from '../../core/index.ts';
import { runStatement, write, type Statement } from './statement.ts';
import { asOne } from './transaction.ts';
import { translated } from './translated.ts';
import { userColumns, userOf, userRowOf, type UserRow } from './user-row.ts';

const findStatement = (name: string, condition: string): Statement => ({
  name,
  text: `select ${userColumns} from users where ${condition}`,
});

const findById = findStatement('user_by_id', 'id = $1');
const findByEmail = findStatement('user_by_email', 'email = $1');
const findByUsername = findStatement('user_by_username', 'username_key = $1');

const listPage: Statement = {
  name: 'user_list',
  text: `select ${userColumns} from users order by created_at, id limit $1 offset $2`,
};

const anyAccount: Statement = {
  name: 'user_any',
  text: 'select exists (select from users) as answer',
};

/** Accounts in PostgreSQL. */
export class PostgresUserRepository implements UserRepository {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async insert(user: User): Promise<void> {
    await asOne(this.#knex, async (inside) => {
      await inside('users').insert(userRowOf(user));
      await insertGrants(inside, user.id, user.grants);
    });
  }

  async update(user: User): Promise<boolean> {
    const { id, ...columns } = userRowOf(user);
    const update = this.#knex('users').where({ id }).update(columns);
    return (await write(this.#knex, update)) > 0;
  }

  async replacePasswordHash(
    id: string,
    expected: string,
    passwordHash: string,
    updatedAt: number,
  ): Promise<void> {
    const account = this.#knex('users').where({ id, password_hash: expected });
    const update = account.update({ password_hash: passwordHash, updated_at: updatedAt });
    await write(this.#knex, update);
  }

  async replaceGrants(userId: string, grants: readonly Grant[]): Promise<void> {
    await asOne(this.#knex, async (inside) => {
      // Two replacements at once must not leave the grants of both.
      const account: unknown = await inside('users').where({ id: userId }).forUpdate().first('id');
      if (account === undefined) return;
      await inside('user_grants').where({ user_id: userId }).delete();
      await insertGrants(inside, userId, grants);
    });
  }

  async delete(id: string): Promise<boolean> {
    return (await write(this.#knex, this.#knex('users').where({ id }).delete())) > 0;
  }

  async findById(id: string): Promise<User | undefined> {
    return this.#find(findById, id);
  }

  async findByEmail(email: Email): Promise<User | undefined> {
    return this.#find(findByEmail, email);
  }

  async findByUsername(username: string): Promise<User | undefined> {
    return this.#find(findByUsername, usernameKey(username));
  }

  async any(): Promise<boolean> {
    const { rows } = await runStatement<{ readonly answer: boolean }>(this.#knex, anyAccount, []);
    return rows[0]?.answer === true;
  }

  async countActiveAdmins(): Promise<number> {
    const admins = this.#knex('users').where({ role: 'admin', is_active: true });
    const [row] = await translated(admins.count({ count: '*' }));
    return Number(row?.count);
  }

  async list({ limit, offset }: Page): Promise<readonly User[]> {
    const { rows } = await runStatement<UserRow>(this.#knex, listPage, [limit, offset]);
    return rows.map(userOf);
  }

  async #find(statement: Statement, key: string): Promise<User | undefined> {
    const { rows } = await runStatement<UserRow>(this.#knex, statement, [key]);
    return rows[0] && userOf(rows[0]);
  }
}

const insertGrants = async (
  knex: Knex,
  userId: string,
  grants: readonly Grant[],
): Promise<void> => {
  if (grants.length === 0) return;
  const rows = grants.map(({ collectionId, role }) => ({
    user_id: userId,
    collection_id: collectionId,
    role,
  }));
  await knex('user_grants').insert(rows);
};
