import {
  DomainError,
  grantsAfterRenaming,
  usernameKey,
  type User,
  type UserRepository,
} from '../../../core/store.ts';
import type { Email, Grant, LocaleCode, Page, Role } from '../../../core/vocabulary.ts';
import { copyOf } from '../copy-of.ts';
import { removeSecondFactor } from './memory-second-factor-repository.ts';
import { deletePreviews } from './memory-preview-token-repository.ts';
import { oldestFirst } from '../memory-order.ts';
import { memoryRecords, type MemoryRecords } from '../memory-records.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';

export class MemoryUserRepository implements UserRepository {
  readonly #users: MemoryRecords<User>;

  constructor(access: MemoryAccess) {
    this.#users = memoryRecords(access, ({ users }) => users, removeBelongings);
  }

  async insert(user: User): Promise<void> {
    await this.#users.insert(user, (tables, { id, grants, ...names }) => {
      assertNamesNotTaken(tables, { id, ...names });
      assertCollectionsExist(tables, grants);
    });
  }

  async update(user: User): Promise<boolean> {
    const stored = copyOf(user);
    const changed = await this.#users.change(stored.id, ({ grants }, tables) => {
      assertNamesNotTaken(tables, stored);
      return { ...stored, grants };
    });
    return changed !== undefined;
  }

  async replacePasswordHash(
    id: string,
    expected: string,
    passwordHash: string,
    updatedAt: number,
  ): Promise<void> {
    await this.#users.change(id, (user) =>
      user.passwordHash === expected ? { ...user, passwordHash, updatedAt } : undefined,
    );
  }

  async replaceGrants(userId: string, grants: readonly Grant[]): Promise<void> {
    const stored = copyOf(grants);
    await this.#users.change(userId, (user, tables) => {
      assertCollectionsExist(tables, stored);
      return { ...user, grants: stored };
    });
  }

  async renameGrantedLocale(from: LocaleCode, to: LocaleCode | undefined): Promise<void> {
    for (const { id } of await this.#users.list(oldestFirst)) {
      await this.#users.change(id, ({ grants, ...user }) =>
        grants.some(({ locales }) => locales?.includes(from))
          ? { ...user, grants: grantsAfterRenaming(grants, from, to) }
          : undefined,
      );
    }
  }

  async delete(id: string): Promise<boolean> {
    return this.#users.remove(id);
  }

  async findById(id: string): Promise<User | undefined> {
    return this.#users.find(id);
  }

  async findByIds(ids: readonly string[]): Promise<readonly User[]> {
    return this.#users.list(oldestFirst, { where: ({ id }) => ids.includes(id) });
  }

  async findByEmail(email: Email): Promise<User | undefined> {
    return this.#users.findWhere((user) => user.email === email);
  }

  async findByUsername(username: string): Promise<User | undefined> {
    const key = usernameKey(username);
    return this.#users.findWhere((user) => usernameKey(user.username) === key);
  }

  async any(): Promise<boolean> {
    return (await this.#users.findWhere(() => true)) !== undefined;
  }

  async countActive(roles: readonly Role[]): Promise<number> {
    const where = ({ role, isActive }: User): boolean => roles.includes(role) && isActive;
    return (await this.#users.list(oldestFirst, { where })).length;
  }

  async listGranted(id: string): Promise<readonly User[]> {
    const where = ({ grants, isActive }: User): boolean =>
      isActive && grants.some(({ collectionId }) => collectionId === id);
    return this.#users.list(oldestFirst, { where });
  }

  async list(page: Page): Promise<readonly User[]> {
    return this.#users.list(oldestFirst, page);
  }
}

const assertNamesNotTaken = (
  { users }: MemoryTables,
  { id, email, username }: Pick<User, 'id' | 'email' | 'username'>,
): void => {
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

/** Ends what belongs to an account alone, and leaves what it has written without an owner. */
const removeBelongings = (tables: MemoryTables, userId: string): void => {
  const { accountLinks, contents, identities, invitations, media, savedViews } = tables;
  const { sessions, signIns, trash } = tables;
  for (const session of sessions.values()) {
    if (session.userId === userId) sessions.delete(session.id);
  }
  signIns.delete(userId);
  accountLinks.delete(userId);
  for (const { id, invitedBy } of invitations.values()) {
    if (invitedBy === userId) invitations.delete(id);
  }
  for (const view of savedViews.values()) {
    if (view.ownerId !== userId) continue;
    if (view.isShared) savedViews.set(view.id, { ...view, ownerId: undefined });
    else savedViews.delete(view.id);
  }
  removeSecondFactor(tables, userId);
  identities.delete(userId);
  deletePreviews(tables, (token) => token.userId === userId);
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
