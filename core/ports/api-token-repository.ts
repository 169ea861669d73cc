import type { ApiToken } from '../api-tokens/api-token.ts';

/** API tokens by digest; the secret never gets here. */
export interface ApiTokenRepository {
  insert(token: ApiToken): Promise<void>;

  findByDigest(digest: string): Promise<ApiToken | undefined>;

  /** Newest first; ties broken by id, descending. */
  list(): Promise<readonly ApiToken[]>;

  /** Notes a use. A token that is gone is not an error. */
  touch(id: string, usedAt: number): Promise<void>;

  /** Permanent: looked up after this call, the token is unknown to every instance. @returns whether it existed. */
  delete(id: string): Promise<boolean>;
}
