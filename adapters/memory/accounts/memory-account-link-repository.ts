import type { AccountLink, AccountLinkRepository } from '../../../core/store.ts';
import { copyOf } from '../copy-of.ts';
import { removeFound } from '../memory-records.ts';
import type { MemoryAccess } from '../memory-tables.ts';

export class MemoryAccountLinkRepository implements AccountLinkRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async store(link: AccountLink): Promise<void> {
    const stored = copyOf(link);
    await this.#access.write(({ accountLinks }) => accountLinks.set(stored.userId, stored));
  }

  async findByDigest(digest: string): Promise<AccountLink | undefined> {
    return this.#access.read(({ accountLinks }) =>
      [...accountLinks.values()].find((link) => link.digest === digest),
    );
  }

  async delete(digest: string): Promise<boolean> {
    return (await this.#remove((link) => link.digest === digest)) > 0;
  }

  async deleteByUser(userId: string): Promise<void> {
    await this.#remove((link) => link.userId === userId);
  }

  async sweep(time: number): Promise<false> {
    await this.#remove(({ expiresAt }) => expiresAt < time);
    return false;
  }

  #remove(matches: (link: AccountLink) => boolean): Promise<number> {
    return removeFound(
      this.#access,
      ({ accountLinks }) => [...accountLinks.values()].filter(matches),
      ({ accountLinks }, { userId }) => accountLinks.delete(userId),
    );
  }
}
