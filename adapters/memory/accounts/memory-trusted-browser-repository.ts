import type { TrustedBrowser, TrustedBrowserRepository } from '../../../core/store.ts';
import { ascending } from '../memory-order.ts';
import { memoryRecords, type MemoryRecords } from '../memory-records.ts';
import type { MemoryAccess } from '../memory-tables.ts';

const newestFirst = (left: TrustedBrowser, right: TrustedBrowser): number =>
  right.createdAt - left.createdAt || ascending(right.id, left.id);

export class MemoryTrustedBrowserRepository implements TrustedBrowserRepository {
  readonly #browsers: MemoryRecords<TrustedBrowser>;

  constructor(access: MemoryAccess) {
    this.#browsers = memoryRecords(access, ({ trustedBrowsers }) => trustedBrowsers);
  }

  async insert(browser: TrustedBrowser): Promise<void> {
    await this.#browsers.insert(browser);
  }

  async findByDigest(digest: string): Promise<TrustedBrowser | undefined> {
    return this.#browsers.findWhere((each) => each.digest === digest);
  }

  async listByUser(userId: string): Promise<readonly TrustedBrowser[]> {
    return this.#browsers.list(newestFirst, { where: (each) => each.userId === userId });
  }

  async delete(userId: string, id: string): Promise<boolean> {
    const isIt = (each: TrustedBrowser): boolean => each.userId === userId && each.id === id;
    return (await this.#browsers.removeWhere(isIt)) > 0;
  }

  async deleteByUser(userId: string): Promise<void> {
    await this.#browsers.removeWhere((each) => each.userId === userId);
  }

  async sweep(time: number): Promise<false> {
    await this.#browsers.removeWhere(({ expiresAt }) => expiresAt < time);
    return false;
  }
}
