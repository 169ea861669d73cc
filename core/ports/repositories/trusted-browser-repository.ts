import type { TrustedBrowser } from '../../model/second-factor.ts';
import type { EpochMs } from '../../primitives/time.ts';
import type { Swept } from './swept.ts';

/** Trusted browsers with the digests of their secrets. A sweep removes those that expired before a time. */
export interface TrustedBrowserRepository extends Swept<EpochMs> {
  insert(browser: TrustedBrowser): Promise<void>;

  /** Also one that has expired. */
  findByDigest(digest: string): Promise<TrustedBrowser | undefined>;

  /** Those of the account, also expired ones. Newest first; those of the same time by descending id. */
  listByUser(userId: string): Promise<readonly TrustedBrowser[]>;

  /** Deletes a browser of this account. @returns whether it existed. */
  delete(userId: string, id: string): Promise<boolean>;

  /** Deletes all browsers of the account. */
  deleteByUser(userId: string): Promise<void>;
}
