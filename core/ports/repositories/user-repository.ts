import type { Grant, Role } from '../../model/actor.ts';
import type { LocaleCode } from '../../model/locale.ts';
import type { Email, User } from '../../model/user.ts';
import type { Page } from '../../primitives/paging.ts';
import type { EpochMs } from '../../primitives/time.ts';

/** Accounts with their grants. E-mail addresses and usernames are unique. */
export interface UserRepository {
  /**
   * Stores a new account with its grants.
   *
   * @throws DomainError `email_taken`, `username_taken`, also for concurrent inserts.
   */
  insert(user: User): Promise<void>;

  /**
   * Replaces everything except the grants.
   *
   * @returns whether the account existed.
   * @throws DomainError `email_taken`, `username_taken`.
   */
  update(user: User): Promise<boolean>;

  /** Replaces the hash if it is still `expected`, so that it does not overwrite a new password. */
  replacePasswordHash(
    id: string,
    expected: string,
    passwordHash: string,
    updatedAt: EpochMs,
  ): Promise<void>;

  /** Replaces all grants. @throws DomainError `collection_not_found`. */
  replaceGrants(userId: string, grants: readonly Grant[]): Promise<void>;

  /**
   * Gives a locale another code in all grants that name it.
   *
   * @param to undefined removes it from them. A grant that names no other one has none then, and holds for no locale.
   */
  renameGrantedLocale(from: LocaleCode, to: LocaleCode | undefined): Promise<void>;

  /**
   * Deletes the account and all that belongs to it alone: its grants, sessions, links, invitations, preview tokens, second
   * factor and identity. What the user created stays, without an owner.
   *
   * @returns whether the account existed.
   */
  delete(id: string): Promise<boolean>;

  findById(id: string): Promise<User | undefined>;

  /** The accounts with these ids, each once, in any order. Ids without an account are left out. */
  findByIds(ids: readonly string[]): Promise<readonly User[]>;

  findByEmail(email: Email): Promise<User | undefined>;

  /** Compares usernames by `usernameKey`. */
  findByUsername(username: string): Promise<User | undefined>;

  /** Whether any account exists. */
  any(): Promise<boolean>;

  /** How many active accounts have one of these roles. Roles in single collections do not count. */
  countActive(roles: readonly Role[]): Promise<number>;

  /** The active accounts that have a role in the collection, in any order. */
  listGranted(collectionId: string): Promise<readonly User[]>;

  /** Oldest first; accounts of the same time by ascending id. */
  list(page: Page): Promise<readonly User[]>;
}
