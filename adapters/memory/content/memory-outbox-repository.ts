import type { JsonText, OutboxRepository } from '../../../core/index.ts';
import type { MemoryAccess, StoredEvent } from '../memory-tables.ts';

export class MemoryOutboxRepository implements OutboxRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async list(limit: number): Promise<readonly JsonText[]> {
    return this.#access.read(({ outbox }) => [...outbox].slice(0, limit).map(({ event }) => event));
  }

  async removeOlderThan(ageMs: number): Promise<false> {
    const time = Date.now() - ageMs;
    const isOld = (stored: StoredEvent): boolean => stored.storedAt < time;
    // A write changes the snapshot, and so ends what is cached.
    if (!(await this.#access.read(({ outbox }) => [...outbox].some(isOld)))) return false;
    await this.#access.write(({ outbox }) => {
      for (const stored of outbox) {
        if (isOld(stored)) outbox.delete(stored);
      }
    });
    return false;
  }
}
