import type { JsonText, OutboxRepository } from '../../../core/index.ts';
import { removeEntries } from '../remove-entries.ts';
import type { MemoryAccess } from '../memory-tables.ts';

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
    await removeEntries(
      this.#access,
      ({ outbox }) => outbox,
      ({ storedAt }) => storedAt < time,
    );
    return false;
  }
}
