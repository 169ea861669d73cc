import type { Stamp } from '../../model/basis.ts';
import type { PreviewToken } from '../../model/preview.ts';
import type { User } from '../../model/user.ts';
import type { EpochMs } from '../../primitives/time.ts';
import type { Swept } from './swept.ts';

export interface LivePreview {
  readonly token: PreviewToken;
  /** The account that created it. */
  readonly user: User;
  /** Changes with the token, the account and its grants. */
  readonly stamp: Stamp;
}

/**
 * Preview tokens with the digests of their secrets. The clock of the store decides when one expires. The token of an item
 * is deleted by the commit that deletes the item, also if the item moves to the trash. A sweep removes those that have
 * expired.
 */
export interface PreviewTokenRepository extends Swept<void> {
  /**
   * Stores a token, unless its item does not exist or its account is inactive. A concurrent deactivation is stored either
   * before, and counts, or after: then {@link deleteByUser}, called after the change in the same transaction, deletes the
   * token.
   *
   * Deletes the oldest valid tokens of the user for the same item, or for the whole site, beyond `previewTokensMax`. Ids are
   * in the order of time. Concurrent calls can exceed the maximum by their number, until the next one.
   *
   * @returns when it expires; undefined if nothing was stored.
   */
  insert(token: PreviewToken, lifetimeMs: number): Promise<EpochMs | undefined>;

  /** Undefined if the token has expired, or if its account is inactive. */
  findByDigest(digest: string): Promise<LivePreview | undefined>;

  /** Undefined if the token has expired, or if its account is inactive. */
  findById(id: string): Promise<LivePreview | undefined>;

  /** Deletes the tokens of an item. @returns their number, with those that have expired. */
  deleteByContent(contentId: string): Promise<number>;

  /** Deletes the tokens for the whole site that a user created. @returns their number, with those that have expired. */
  deleteForSite(userId: string): Promise<number>;

  /** Deletes all tokens that a user created. */
  deleteByUser(userId: string): Promise<void>;
}
