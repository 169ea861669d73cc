import type { ApiToken } from '../../model/api-token.ts';
import type { Stamp } from '../../model/basis.ts';

export interface StampedToken {
  readonly token: ApiToken;
  /** Changes with everything but the last use. */
  readonly stamp: Stamp;
}

/** API tokens with the digests of their secrets. The secrets are never stored. */
export interface ApiTokenRepository {
  insert(token: ApiToken): Promise<void>;

  findByDigest(digest: string): Promise<StampedToken | undefined>;

  findById(id: string): Promise<StampedToken | undefined>;

  /** Newest first; tokens of the same time by descending id. */
  list(): Promise<readonly ApiToken[]>;

  /**
   * Stores the times of the last uses, by the ids of the tokens. A stored time never decreases, and unknown
   * tokens are ignored.
   */
  storeUses(uses: ReadonlyMap<string, number>): Promise<void>;

  /** @returns whether it existed. */
  delete(id: string): Promise<boolean>;
}
