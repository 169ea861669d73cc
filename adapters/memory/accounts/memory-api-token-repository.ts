import type { ApiToken, ApiTokenRepository, StampedToken } from '../../../core/index.ts';
import { copyOf } from '../copy-of.ts';
import type { MemoryAccess } from '../memory-tables.ts';
import { tokenStamp } from '../memory-basis.ts';
import { newestFirst } from '../memory-order.ts';

export class MemoryApiTokenRepository implements ApiTokenRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async insert(token: ApiToken): Promise<void> {
    const stored = copyOf(token);
    return this.#access.write(({ apiTokens }) => {
      apiTokens.set(stored.id, stored);
    });
  }

  async findByDigest(digest: string): Promise<StampedToken | undefined> {
    return this.#access.read(({ apiTokens }) =>
      stamped([...apiTokens.values()].find((token) => token.digest === digest)),
    );
  }

  async findById(id: string): Promise<StampedToken | undefined> {
    return this.#access.read(({ apiTokens }) => stamped(apiTokens.get(id)));
  }

  async list(): Promise<readonly ApiToken[]> {
    return this.#access.read(({ apiTokens }) => [...apiTokens.values()].sort(newestFirst));
  }

  async storeUses(uses: ReadonlyMap<string, number>): Promise<void> {
    const stored = [...uses];
    return this.#access.write(({ apiTokens }) => {
      for (const [id, usedAt] of stored) {
        const token = apiTokens.get(id);
        if (token === undefined) continue;
        const lastUsedAt = Math.max(token.lastUsedAt ?? usedAt, usedAt);
        apiTokens.set(id, { ...token, lastUsedAt });
      }
    });
  }

  async delete(id: string): Promise<boolean> {
    return this.#access.write(({ apiTokens }) => apiTokens.delete(id));
  }
}

const stamped = (token: ApiToken | undefined): StampedToken | undefined =>
  token && { token, stamp: tokenStamp(token) };
