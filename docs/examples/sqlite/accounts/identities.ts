import type { Identity, IdentityKey, IdentityRepository } from 'quoin/core/store';
import type { Access } from '../work/access.ts';

interface IdentityRow extends IdentityKey {
  readonly user_id: string;
  readonly created_at: number;
}

const insert =
  'insert into identities select id, ?, ?, ? from users where id = ? on conflict do nothing';

const findLinked =
  'select user_id from identities where user_id in (select value from json_each(?))';

const anyAdmin =
  'select 1 from identities join users on users.id = user_id ' +
  `where role = 'admin' and is_active = 1 limit 1`;

export class SqliteIdentities implements IdentityRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async insert({ userId, issuer, subject, createdAt }: Identity): Promise<boolean> {
    return this.#access.write((db) => db.run(insert, issuer, subject, createdAt, userId) > 0);
  }

  async find({ issuer, subject }: IdentityKey): Promise<Identity | undefined> {
    const sql = 'select * from identities where issuer = ? and subject = ?';
    const row = await this.#access.read((db) => db.get<IdentityRow>(sql, issuer, subject));
    return row && { userId: row.user_id, issuer, subject, createdAt: row.created_at };
  }

  async findLinked(userIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#access.read((db) =>
      db.all<Pick<IdentityRow, 'user_id'>>(findLinked, JSON.stringify(userIds)),
    );
    return new Set(rows.map(({ user_id }) => user_id));
  }

  async anyAdmin(): Promise<boolean> {
    return this.#access.read((db) => db.get(anyAdmin) !== undefined);
  }

  async deleteByUser(userId: string): Promise<boolean> {
    const sql = 'delete from identities where user_id = ?';
    return this.#access.write((db) => db.run(sql, userId) > 0);
  }
}
