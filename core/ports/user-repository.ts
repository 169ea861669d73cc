import type { Grant } from '../access/actor.ts';
import type { Email } from '../accounts/email.ts';
import type { User } from '../accounts/user.ts';
import type { Page } from './page.ts';

/** Accounts with their grants. E-mail addresses and usernames exist once. */
export interface UserRepository {
  /**
   * Stores a new account with its grants.
   *
   * @throws DomainError `email_taken`, `username_taken`, also when two inserts race.
   */
  insert(user: User): Promise<void>;

  /**
   * Replaces everything but the grants.
   *
   * @returns whether there was such an account.
   * @throws DomainError `email_taken`, `username_taken`.
   */
  update(user: User): Promise<boolean>;

  /** Replaces the hash if it is still `expected`: another password that came first stays. */
  replacePasswordHash(
    id: string,
    expected: string,
    passwordHash: string,
    updatedAt: number,
  ): Promise<void>;

  /** Replaces all grants. @throws DomainError `collection_not_found`. */
  replaceGrants(userId: string, grants: readonly Grant[]): Promise<void>;

  /** Removes the account, its grants and its sessions; what it made stays, without an owner. */
  delete(id: string): Promise<boolean>;

  findById(id: string): Promise<User | undefined>;
  findByEmail(email: Email): Promise<User | undefined>;

  /** Compares as {@link usernameKey} does. */
  findByUsername(username: string): Promise<User | undefined>;

  /** Whether any account exists. */
  any(): Promise<boolean>;

  countActiveAdmins(): Promise<number>;

  /** Oldest first; ties broken by id. */
  list(page: Page): Promise<readonly User[]>;
}
