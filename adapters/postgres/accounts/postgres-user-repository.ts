import { usernameKey, type User, type UserRepository } from '../../../core/store.ts';
import type { Email, Grant, LocaleCode, Page, Role } from '../../../core/vocabulary.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { execute, query, type Statement } from '../connection/statement.ts';
import { joinTransaction } from '../connection/transaction.ts';
import { accounts, userColumns, userOf, type UserRow } from './user-row.ts';

/** Inserts the grants of the account `$1`. @param grants an array of them, as JSON. */
const grantsFrom = (grants: string): string =>
  'insert into user_grants (user_id, collection_id, role, locales) select $1, "collectionId", role, locales ' +
  `from jsonb_to_recordset(${grants}::jsonb) as new ("collectionId" uuid, role text, locales text[])`;

const { text: insertAccount } = accounts.insert('');
const accountValues = accounts.columns.length;

const insert: Statement = {
  name: 'user_insert',
  text: `with account as (${insertAccount}) ${grantsFrom(`$${accountValues + 1}`)}`,
};

const update = accounts.replace('user_update');

const replacePasswordHash: Statement = {
  name: 'user_replace_password_hash',
  text: 'update users set password_hash = $3, updated_at = $4 where id = $1 and password_hash = $2',
};

const lockForGrants: Statement = {
  name: 'user_lock',
  text: 'select id from users where id = $1 for update',
};

const removeGrants: Statement = {
  name: 'user_delete_grants',
  text: 'delete from user_grants where user_id = $1',
};

const insertGrants: Statement = { name: 'user_insert_grants', text: grantsFrom('$2') };

const remove = accounts.remove('user_delete');

const findStatement = (name: string, condition: string): Statement => ({
  name,
  text: `select ${userColumns} from users where ${condition}`,
});

const findById = findStatement('user_by_id', 'id = $1');
const findByIds = findStatement('user_by_ids', 'id = any ($1)');
const findByEmail = findStatement('user_by_email', 'email = $1');
const findByUsername = findStatement('user_by_username', 'username_key = $1');

const anyAccount: Statement = {
  name: 'user_any',
  text: 'select exists (select from users) as answer',
};

const countActive: Statement = {
  name: 'user_count_active',
  text: 'select count(*)::integer as count from users where role = any ($1) and is_active',
};

const listGranted = findStatement(
  'user_granted',
  'is_active and id in (select user_id from user_grants where collection_id = $1)',
);

/** Reads the grants of the accounts on the page only, not those of the skipped accounts. */
const list: Statement = {
  name: 'user_list',
  text:
    `select ${userColumns} from ` +
    '(select * from users order by created_at, id limit $1 offset $2) users order by created_at, id',
};

const renameLocale: Statement = {
  name: 'user_rename_granted_locale',
  text: 'update user_grants set locales = array_replace(locales, $1, $2) where $1 = any (locales)',
};

const removeLocale: Statement = {
  name: 'user_remove_granted_locale',
  text: 'update user_grants set locales = array_remove(locales, $1) where $1 = any (locales)',
};

/** Accounts in PostgreSQL. */
export class PostgresUserRepository implements UserRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async insert(user: User): Promise<void> {
    const values = [...accounts.values(user), JSON.stringify(user.grants)];
    await execute(this.#database, insert, values);
  }

  async update(user: User): Promise<boolean> {
    return (await execute(this.#database, update, accounts.values(user))) > 0;
  }

  async replacePasswordHash(
    id: string,
    expected: string,
    passwordHash: string,
    updatedAt: number,
  ): Promise<void> {
    const values = [id, expected, passwordHash, updatedAt];
    await execute(this.#database, replacePasswordHash, values);
  }

  async replaceGrants(userId: string, grants: readonly Grant[]): Promise<void> {
    await joinTransaction(this.#database, async (inside) => {
      // Serializes concurrent calls. Otherwise the account would have the grants of both.
      const locked = await query(inside, lockForGrants, [userId]);
      if (locked.length === 0) return;
      await execute(inside, removeGrants, [userId]);
      await execute(inside, insertGrants, [userId, JSON.stringify(grants)]);
    });
  }

  async renameGrantedLocale(from: LocaleCode, to: LocaleCode | undefined): Promise<void> {
    await (to === undefined
      ? execute(this.#database, removeLocale, [from])
      : execute(this.#database, renameLocale, [from, to]));
  }

  async delete(id: string): Promise<boolean> {
    return (await execute(this.#database, remove, [id])) > 0;
  }

  async findById(id: string): Promise<User | undefined> {
    return this.#find(findById, id);
  }

  async findByIds(ids: readonly string[]): Promise<readonly User[]> {
    return (await query<UserRow>(this.#database, findByIds, [ids])).map(userOf);
  }

  async findByEmail(email: Email): Promise<User | undefined> {
    return this.#find(findByEmail, email);
  }

  async findByUsername(username: string): Promise<User | undefined> {
    return this.#find(findByUsername, usernameKey(username));
  }

  async any(): Promise<boolean> {
    const [row] = await query<{ readonly answer: boolean }>(this.#database, anyAccount);
    return row?.answer === true;
  }

  async countActive(roles: readonly Role[]): Promise<number> {
    const [row] = await query<{ readonly count: number }>(this.#database, countActive, [roles]);
    return row?.count ?? 0;
  }

  async listGranted(collectionId: string): Promise<readonly User[]> {
    return (await query<UserRow>(this.#database, listGranted, [collectionId])).map(userOf);
  }

  async list({ limit, offset }: Page): Promise<readonly User[]> {
    const rows = await query<UserRow>(this.#database, list, [limit, offset]);
    return rows.map(userOf);
  }

  async #find(statement: Statement, key: string): Promise<User | undefined> {
    const [row] = await query<UserRow>(this.#database, statement, [key]);
    return row && userOf(row);
  }
}
