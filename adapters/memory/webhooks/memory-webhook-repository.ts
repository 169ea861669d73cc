import {
  workingWebhook,
  type StoredWebhook,
  type Webhook,
  type WebhookRepository,
} from '../../../core/index.ts';
import { copyOf } from '../copy-of.ts';
import { newestFirst } from '../memory-order.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';
import { endWaiting } from './memory-delivery-repository.ts';

export class MemoryWebhookRepository implements WebhookRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async insert(webhook: Webhook, position: number): Promise<void> {
    const stored = { ...copyOf(webhook), ...workingWebhook, position };
    await this.#access.write(({ webhooks }) => webhooks.set(stored.id, stored));
  }

  async find(id: string): Promise<StoredWebhook | undefined> {
    return this.#access.read(({ webhooks }) => webhooks.get(id));
  }

  async list(): Promise<readonly StoredWebhook[]> {
    return this.#access.read(({ webhooks }) => [...webhooks.values()].sort(newestFirst));
  }

  async update(webhook: Webhook, restartAt?: number): Promise<void> {
    const changed = copyOf(webhook);
    await this.#access.write((tables) => {
      const before = tables.webhooks.get(changed.id);
      if (before === undefined) return;
      const { position, failingSince, switchedOffAt, switchedOffReason } = before;
      const kept =
        restartAt === undefined
          ? { position, failingSince, switchedOffAt, switchedOffReason }
          : { ...workingWebhook, position: restartAt };
      tables.webhooks.set(changed.id, { ...changed, ...kept });
      if (restartAt !== undefined) cancelAll(tables, changed.id);
    });
  }

  async delete(id: string): Promise<boolean> {
    return this.#access.write(({ webhooks, deliveries }) => {
      for (const { id: delivery, webhookId } of deliveries.values()) {
        if (webhookId === id) deliveries.delete(delivery);
      }
      return webhooks.delete(id);
    });
  }

  async recordSuccess(id: string): Promise<void> {
    await this.#access.write(({ webhooks }) => {
      const found = webhooks.get(id);
      if (found !== undefined) webhooks.set(id, { ...found, failingSince: undefined });
    });
  }

  async recordFailure(id: string, switchOffMs: number, reason: string): Promise<boolean> {
    return this.#access.write((tables) => {
      const found = tables.webhooks.get(id);
      if (found?.isActive !== true) return false;
      const now = Date.now();
      const { failingSince = now } = found;
      const isOff = failingSince <= now - switchOffMs;
      const end = isOff && { isActive: false, switchedOffAt: now, switchedOffReason: reason };
      tables.webhooks.set(id, { ...found, failingSince, ...end });
      if (isOff) cancelAll(tables, id);
      return isOff;
    });
  }
}

const cancelAll = (tables: MemoryTables, webhookId: string): void => {
  for (const delivery of tables.deliveries.values()) {
    if (delivery.webhookId === webhookId) endWaiting(tables, delivery, 'cancelled');
  }
};
