import type { Identity, IdentityKey } from '../../model/identity.ts';

/** The identities that accounts are linked to. The deletion of an account deletes its identity. */
export interface IdentityRepository {
  /**
   * Links an identity to its account.
   *
   * @returns false if nothing was stored because the identity or the account is linked already, also by a concurrent
   *   call, or because there is no such account.
   */
  insert(identity: Identity): Promise<boolean>;

  find(key: IdentityKey): Promise<Identity | undefined>;

  /** Those of the users that have an identity. */
  findLinked(userIds: readonly string[]): Promise<ReadonlySet<string>>;

  /** Whether an active admin has an identity. */
  anyAdmin(): Promise<boolean>;

  /** Deletes the identity of the user. @returns whether there was one. */
  deleteByUser(userId: string): Promise<boolean>;
}
