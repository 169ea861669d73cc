import { DomainError, usernameKey, type User, type UserRepository } from 'quoin/core/store';
import type { Email, Grant, LocaleCode, Page, Role } from 'quoin/core/vocabulary';
import type { Access } from '../work/access.ts';
import type { Db } from '../work/db.ts';

export class SqliteUsers implements UserRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async insert(user: User): Promise<void> {
    return this.#access.write((db) => {
      putUser(db, user);
      putGrants(db, user.id, user.grants);
    });
  }

  async update(user: User): Promise<boolean> {
    return this.#access.write((db) => {
      if (findUser(db, 'id', user.id) === undefined) return false;
      putUser(db, user);
      return true;
    });
  }

  async replacePasswordHash(
    id: string,
    expected: string,
    passwordHash: string,
    updatedAt: number,
  ): Promise<void> {
    return this.#access.write((db) => {
      const user = findUser(db, 'id', id);
      if (user?.passwordHash === expected) putUser(db, { ...user, passwordHash, updatedAt });
    });
  }

  async replaceGrants(userId: string, grants: readonly Grant[]): Promise<void> {
    return this.#access.write((db) => {
      assertCollectionsExist(db, grants);
      if (findUser(db, 'id', userId) !== undefined) putGrants(db, userId, grants);
    });
  }

  async renameGrantedLocale(from: LocaleCode, to: LocaleCode | undefined): Promise<void> {
    return this.#access.write((db) => {
      db.run(
        `update grants set locales = (
            select json_group_array(case value when ?1 then ?2 else value end)
            from json_each(locales) where value <> ?1 or ?2 is not null)
          where exists (select 1 from json_each(locales) where value = ?1)`,
        from,
        to,
      );
    });
  }

  /** Foreign keys delete everything else that belongs to the account alone. */
  async delete(id: string): Promise<boolean> {
    return this.#access.write((db) => {
      db.run('update items set author_id = null where author_id = ?', id);
      db.run('update trash set author_id = null where author_id = ?', id);
      db.run('update trash set deleted_by = null where deleted_by = ?', id);
      db.run('update media set uploaded_by = null where uploaded_by = ?', id);
      db.run('delete from saved_views where owner_id = ? and is_shared = 0', id);
      return db.run('delete from users where id = ?', id) > 0;
    });
  }

  async findById(id: string): Promise<User | undefined> {
    return this.#access.read((db) => findUser(db, 'id', id));
  }

  async findByIds(ids: readonly string[]): Promise<readonly User[]> {
    return this.#access.read((db) =>
      [...new Set(ids)].flatMap((id) => findUser(db, 'id', id) ?? []),
    );
  }

  async findByEmail(email: Email): Promise<User | undefined> {
    return this.#access.read((db) => findUser(db, 'email', email));
  }

  async findByUsername(username: string): Promise<User | undefined> {
    return this.#access.read((db) => findUser(db, 'username_key', usernameKey(username)));
  }

  async any(): Promise<boolean> {
    return this.#access.read((db) => db.get('select 1 from users limit 1') !== undefined);
  }

  async countActive(roles: readonly Role[]): Promise<number> {
    const sql =
      'select 1 from users where role in (select value from json_each(?)) and is_active = 1';
    return this.#access.read((db) => db.all(sql, JSON.stringify(roles)).length);
  }

  async listGranted(collectionId: string): Promise<readonly User[]> {
    return this.#access.read((db) =>
      db
        .all<UserRow>(
          `select id, doc from users where is_active = 1
            and id in (select user_id from grants where collection_id = ?)`,
          collectionId,
        )
        .map((row) => userOf(db, row)),
    );
  }

  async list({ limit, offset }: Page): Promise<readonly User[]> {
    return this.#access.read((db) =>
      db
        .all<UserRow>(
          'select id, doc from users order by created_at, id limit ? offset ?',
          limit,
          offset,
        )
        .map((row) => userOf(db, row)),
    );
  }
}

interface UserRow {
  readonly id: string;
  readonly doc: string;
}

interface GrantRow {
  readonly collection_id: string;
  readonly role: Role;
  /** A list of codes, as JSON. */
  readonly locales: string | null;
}

export const findUser = (
  db: Db,
  column: 'email' | 'id' | 'username_key',
  value: string,
): User | undefined => {
  const row = db.get<UserRow>(`select id, doc from users where ${column} = ?`, value);
  return row && userOf(db, row);
};

const userOf = (db: Db, { id, doc }: UserRow): User => ({
  ...(JSON.parse(doc) as User),
  grants: db
    .all<GrantRow>('select * from grants where user_id = ? order by rowid', id)
    .map(({ collection_id, role, locales }) => ({
      collectionId: collection_id,
      role,
      ...(locales !== null && { locales: JSON.parse(locales) as LocaleCode[] }),
    })),
});

const putUser = (db: Db, { grants: _, ...user }: User): void => {
  const { id, email, role, isActive, createdAt } = user;
  const key = usernameKey(user.username);
  if (isOther(findUser(db, 'email', email), id)) {
    throw new DomainError('email_taken', 'An account with this e-mail address exists already');
  }
  if (isOther(findUser(db, 'username_key', key), id)) {
    throw new DomainError('username_taken', `The username '${user.username}' is taken`);
  }
  db.put('users', 'id', {
    id,
    email,
    username_key: key,
    role,
    is_active: isActive,
    created_at: createdAt,
    doc: JSON.stringify(user),
  });
};

const isOther = (found: User | undefined, id: string): boolean =>
  found !== undefined && found.id !== id;

const putGrants = (db: Db, userId: string, grants: readonly Grant[]): void => {
  assertCollectionsExist(db, grants);
  db.run('delete from grants where user_id = ?', userId);
  for (const { collectionId, role, locales } of grants) {
    const codes = locales && JSON.stringify(locales);
    db.run('insert into grants values (?, ?, ?, ?)', userId, collectionId, role, codes);
  }
};

const assertCollectionsExist = (db: Db, grants: readonly Grant[]): void => {
  for (const { collectionId } of grants) {
    if (db.get('select 1 from collections where id = ?', collectionId) === undefined) {
      throw new DomainError('collection_not_found', 'A collection of the grants does not exist');
    }
  }
};
