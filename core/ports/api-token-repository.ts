import type { ApiToken } from '../api-tokens/api-token.ts';

/** API tokens with the digests of their secrets. The secrets are never stored. */
export interface ApiTokenRepository {
  insert(token: ApiToken): Promise<void>;

  findByDigest(digest: string): Promise<ApiToken | undefined>;

  /** Newest first; tokens of the same time by descending id. */
  list(): Promise<readonly ApiToken[]>;

  /** Stores the time of the last use. Does nothing for an unknown token. */
  touch(id: string, usedAt: number): Promise<void>;

  /** Afterwards no instance finds the token. @returns whether it existed. */
  delete(id: string): Promise<boolean>;
}
