import type { AccountLink } from '../../model/account-link.ts';
import type { EpochMs } from '../../primitives/time.ts';
import type { Swept } from './swept.ts';

/** Links to accounts, with the digests of their secrets. They end with their account. A sweep removes those that expired before a time. */
export interface AccountLinkRepository extends Swept<EpochMs> {
  /** Stores a link instead of that of its account. The account exists. */
  store(link: AccountLink): Promise<void>;

  /** Also one that has expired. */
  findByDigest(digest: string): Promise<AccountLink | undefined>;

  /** Deletes a link. @returns whether it existed: of several calls at the same time, one gets true. */
  delete(digest: string): Promise<boolean>;

  /** Deletes the link of an account. */
  deleteByUser(userId: string): Promise<void>;
}
