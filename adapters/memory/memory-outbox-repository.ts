import type { JsonText, OutboxRepository } from '../../core/index.ts';
import type { MemoryAccess } from './memory-tables.ts';

export class MemoryOutboxRepository implements OutboxRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async list(limit: number): Promise<readonly JsonText[]> {
    return this.#access.read(({ outbox }) => [...outbox].slice(0, limit).map(({ event }) => event));
  }

  async removeBefore(time: number): Promise<void> {
    await this.#access.write(({ outbox }) => {
      for (const stored of outbox) {
        if (stored.storedAt < time) outbox.delete(stored);
      }
    });
  }
}
