import type { Identity, IdentityKey, IdentityRepository } from '../../../core/store.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { execute, query, type Statement } from '../connection/statement.ts';
import { plain, time } from '../rows/fields.ts';
import { table } from '../rows/table.ts';

export const identities = table<Identity>('identities', {
  userId: plain('user_id', 'uuid'),
  issuer: plain('issuer', 'text'),
  subject: plain('subject', 'text'),
  createdAt: time('created_at'),
});

/** The lock waits for a deletion of the account, and looks at its result. */
const insert: Statement = {
  name: 'identity_insert',
  text:
    `insert into identities (${identities.written}) ` +
    `select ${identities.placeholders((place, { name }) => (name === 'user_id' ? 'id' : place))} ` +
    'from users where id = $1 for key share on conflict do nothing',
};

const find = identities.select('identity_find', 'where issuer = $1 and subject = $2');

const findLinked: Statement = {
  name: 'identity_find_linked',
  text: 'select user_id from identities where user_id = any ($1::uuid[])',
};

const anyAdmin: Statement = {
  name: 'identity_any_admin',
  text:
    'select 1 from identities join users on users.id = user_id ' +
    "where role = 'admin' and is_active limit 1",
};

const remove = identities.remove('identity_delete');

/** Identities in PostgreSQL. */
export class PostgresIdentityRepository implements IdentityRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async insert(identity: Identity): Promise<boolean> {
    return (await execute(this.#database, insert, identities.values(identity))) === 1;
  }

  async find({ issuer, subject }: IdentityKey): Promise<Identity | undefined> {
    return identities.find(this.#database, find, [issuer, subject]);
  }

  async findLinked(userIds: readonly string[]): Promise<ReadonlySet<string>> {
    type Row = { readonly user_id: string };
    const rows = await query<Row>(this.#database, findLinked, [userIds]);
    return new Set(rows.map(({ user_id }) => user_id));
  }

  async anyAdmin(): Promise<boolean> {
    return (await query(this.#database, anyAdmin)).length > 0;
  }

  async deleteByUser(userId: string): Promise<boolean> {
    return (await execute(this.#database, remove, [userId])) > 0;
  }
}
