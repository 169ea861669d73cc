import type { ApiToken, ApiTokenRepository } from '../../core/index.ts';
import { copyOf } from './copy-of.ts';
import { newestFirst } from './memory-order.ts';
import type { MemoryAccess } from './memory-access.ts';

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

  async findByDigest(digest: string): Promise<ApiToken | undefined> {
    return this.#access.read(({ apiTokens }) =>
      [...apiTokens.values()].find((token) => token.digest === digest),
    );
  }

  async list(): Promise<readonly ApiToken[]> {
    return this.#access.read(({ apiTokens }) => [...apiTokens.values()].sort(newestFirst));
  }

  async touch(id: string, usedAt: number): Promise<void> {
    return this.#access.write(({ apiTokens }) => {
      const token = apiTokens.get(id);
      if (token !== undefined) apiTokens.set(id, { ...token, lastUsedAt: usedAt });
    });
  }

  async delete(id: string): Promise<boolean> {
    return this.#access.write(({ apiTokens }) => apiTokens.delete(id));
  }
}
