import type { ApiToken, ApiTokenRepository, StampedToken } from '../../../core/store.ts';
import { tokenStamp } from '../memory-basis.ts';
import { newestFirst } from '../memory-order.ts';
import { memoryRecords, type MemoryRecords } from '../memory-records.ts';
import type { MemoryAccess } from '../memory-tables.ts';

export class MemoryApiTokenRepository implements ApiTokenRepository {
  readonly #access: MemoryAccess;
  readonly #tokens: MemoryRecords<ApiToken>;

  constructor(access: MemoryAccess) {
    this.#access = access;
    this.#tokens = memoryRecords(access, ({ apiTokens }) => apiTokens);
  }

  async insert(token: ApiToken): Promise<void> {
    await this.#tokens.insert(token);
  }

  async findByDigest(digest: string): Promise<StampedToken | undefined> {
    return stamped(await this.#tokens.findWhere((token) => token.digest === digest));
  }

  async findById(id: string): Promise<StampedToken | undefined> {
    return stamped(await this.#tokens.find(id));
  }

  async list(): Promise<readonly ApiToken[]> {
    return this.#tokens.list(newestFirst);
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
    return this.#tokens.remove(id);
  }
}

const stamped = (token: ApiToken | undefined): StampedToken | undefined =>
  token && { token, stamp: tokenStamp(token) };
