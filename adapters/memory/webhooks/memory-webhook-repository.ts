import {
  workingWebhook,
  type StoredWebhook,
  type Webhook,
  type WebhookRepository,
} from '../../../core/store.ts';
import { copyOf } from '../copy-of.ts';
import { newestFirst } from '../memory-order.ts';
import { memoryRecords, type MemoryRecords } from '../memory-records.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';
import { endWaiting } from './memory-delivery-repository.ts';

export class MemoryWebhookRepository implements WebhookRepository {
  readonly #webhooks: MemoryRecords<StoredWebhook>;

  constructor(access: MemoryAccess) {
    this.#webhooks = memoryRecords(access, ({ webhooks }) => webhooks, removeDeliveries);
  }

  async insert(webhook: Webhook, position: number): Promise<void> {
    await this.#webhooks.insert({ ...webhook, ...workingWebhook, position });
  }

  async find(id: string): Promise<StoredWebhook | undefined> {
    return this.#webhooks.find(id);
  }

  async list(): Promise<readonly StoredWebhook[]> {
    return this.#webhooks.list(newestFirst);
  }

  async update(webhook: Webhook, restartAt?: number): Promise<void> {
    const changed = copyOf(webhook);
    await this.#webhooks.change(changed.id, (before, tables) => {
      if (restartAt === undefined) return { ...before, ...changed };
      cancelAll(tables, changed.id);
      return { ...changed, ...workingWebhook, position: restartAt };
    });
  }

  async delete(id: string): Promise<boolean> {
    return this.#webhooks.remove(id);
  }

  async recordSuccess(id: string): Promise<void> {
    await this.#webhooks.change(id, (found) => ({ ...found, failingSince: undefined }));
  }

  async recordFailure(id: string, switchOffMs: number, reason: string): Promise<boolean> {
    const changed = await this.#webhooks.change(id, (found, tables) => {
      if (!found.isActive) return undefined;
      const now = Date.now();
      const { failingSince = now } = found;
      if (failingSince > now - switchOffMs) return { ...found, failingSince };
      cancelAll(tables, id);
      const end = { isActive: false, switchedOffAt: now, switchedOffReason: reason };
      return { ...found, failingSince, ...end };
    });
    return changed?.isActive === false;
  }
}

const removeDeliveries = ({ deliveries }: MemoryTables, id: string): void => {
  for (const { id: delivery, webhookId } of deliveries.values()) {
    if (webhookId === id) deliveries.delete(delivery);
  }
};

const cancelAll = (tables: MemoryTables, webhookId: string): void => {
  for (const delivery of tables.deliveries.values()) {
    if (delivery.webhookId === webhookId) endWaiting(tables, delivery, 'cancelled');
  }
};
