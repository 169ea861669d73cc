import {
  DomainError,
  usernameKey,
  type Email,
  type Grant,
  type Page,
  type User,
  type UserRepository,
} from '../../../core/index.ts';
import { copyOf } from '../copy-of.ts';
import { deletePreviews } from './memory-preview-token-repository.ts';
import { oldestFirst } from '../memory-order.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';

export class MemoryUserRepository implements UserRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async insert(user: User): Promise<void> {
    const stored = copyOf(user);
    return this.#access.write((tables) => {
      assertNamesNotTaken(tables, stored);
      assertCollectionsExist(tables, stored.grants);
      tables.users.set(stored.id, stored);
    });
  }

  async update(user: User): Promise<boolean> {
    const stored = copyOf(user);
    return this.#access.write((tables) => {
      const before = tables.users.get(stored.id);
      if (before === undefined) return false;
      assertNamesNotTaken(tables, stored);
      tables.users.set(stored.id, { ...stored, grants: before.grants });
      return true;
    });
  }

  async replacePasswordHash(
    id: string,
    expected: string,
    passwordHash: string,
    updatedAt: number,
  ): Promise<void> {
    return this.#access.write(({ users }) => {
      const user = users.get(id);
      if (user?.passwordHash === expected) users.set(id, { ...user, passwordHash, updatedAt });
    });
  }

  async replaceGrants(userId: string, grants: readonly Grant[]): Promise<void> {
    const stored = copyOf(grants);
    return this.#access.write((tables) => {
      assertCollectionsExist(tables, stored);
      const user = tables.users.get(userId);
      if (user !== undefined) tables.users.set(userId, { ...user, grants: stored });
    });
  }

  async delete(id: string): Promise<boolean> {
    return this.#access.write((tables) => {
      removeOwner(tables, id);
      for (const session of tables.sessions.values()) {
        if (session.userId === id) tables.sessions.delete(session.id);
      }
      deletePreviews(tables, ({ userId }) => userId === id);
      return tables.users.delete(id);
    });
  }

  async findById(id: string): Promise<User | undefined> {
    return this.#access.read(({ users }) => users.get(id));
  }

  async findByIds(ids: readonly string[]): Promise<readonly User[]> {
    return this.#access.read(({ users }) =>
      [...users.values()].filter(({ id }) => ids.includes(id)),
    );
  }

  async findByEmail(email: Email): Promise<User | undefined> {
    return this.#access.read(({ users }) =>
      [...users.values()].find((user) => user.email === email),
    );
  }

  async findByUsername(username: string): Promise<User | undefined> {
    const key = usernameKey(username);
    return this.#access.read(({ users }) =>
      [...users.values()].find((user) => usernameKey(user.username) === key),
    );
  }

  async any(): Promise<boolean> {
    return this.#access.read(({ users }) => users.size > 0);
  }

  async countActiveAdmins(): Promise<number> {
    return this.#access.read(
      ({ users }) =>
        [...users.values()].filter(({ role, isActive }) => role === 'admin' && isActive).length,
    );
  }

  async list({ limit, offset }: Page): Promise<readonly User[]> {
    return this.#access.read(({ users }) =>
      [...users.values()].sort(oldestFirst).slice(offset, offset + limit),
    );
  }
}

const assertNamesNotTaken = ({ users }: MemoryTables, { id, email, username }: User): void => {
  const key = usernameKey(username);
  for (const other of users.values()) {
    if (other.id === id) continue;
    if (other.email === email) {
      throw new DomainError('email_taken', 'An account with this e-mail address exists already');
    }
    if (usernameKey(other.username) === key) {
      throw new DomainError('username_taken', `The username '${username}' is taken`);
    }
  }
};

const assertCollectionsExist = ({ collections }: MemoryTables, grants: readonly Grant[]): void => {
  if (!grants.every(({ collectionId }) => collections.has(collectionId))) {
    throw new DomainError('collection_not_found', 'A collection of the grants does not exist');
  }
};

const removeOwner = ({ contents, media, trash }: MemoryTables, userId: string): void => {
  for (const item of contents.values()) {
    if (item.authorId === userId) contents.set(item.id, { ...item, authorId: undefined });
  }
  for (const [id, trashed] of trash) {
    const { item, deletedBy } = trashed;
    if (item.authorId !== userId && deletedBy !== userId) continue;
    trash.set(id, {
      ...trashed,
      item: item.authorId === userId ? { ...item, authorId: undefined } : item,
      deletedBy: deletedBy === userId ? undefined : deletedBy,
    });
  }
  for (const file of media.values()) {
    if (file.uploadedBy === userId) media.set(file.id, { ...file, uploadedBy: undefined });
  }
};
