import {
  workingWebhook,
  type StoredWebhook,
  type Webhook,
  type WebhookRepository,
} from 'quoin/core/store';
import type { Access } from '../work/access.ts';
import { cancelWaiting } from './deliveries.ts';
import { findWebhook, listWebhooks, putWebhook } from './webhook-rows.ts';

export class SqliteWebhooks implements WebhookRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async insert(webhook: Webhook, position: number): Promise<void> {
    await this.#access.write((db) => putWebhook(db, { ...webhook, ...workingWebhook, position }));
  }

  async find(id: string): Promise<StoredWebhook | undefined> {
    return this.#access.read((db) => findWebhook(db, id));
  }

  async list(): Promise<readonly StoredWebhook[]> {
    return this.#access.read(listWebhooks);
  }

  async update(webhook: Webhook, restartAt?: number): Promise<void> {
    await this.#access.write((db) => {
      const before = findWebhook(db, webhook.id);
      if (before === undefined) return;
      const { position, failingSince, switchedOffAt, switchedOffReason } = before;
      const state =
        restartAt === undefined
          ? { position, failingSince, switchedOffAt, switchedOffReason }
          : { ...workingWebhook, position: restartAt };
      putWebhook(db, { ...webhook, ...state });
      if (restartAt !== undefined) cancelWaiting(db, webhook.id);
    });
  }

  async delete(id: string): Promise<boolean> {
    return this.#access.write((db) => {
      const exists = findWebhook(db, id) !== undefined;
      db.run('delete from deliveries where webhook_id = ?', id);
      db.run('delete from webhooks where id = ?', id);
      return exists;
    });
  }

  async recordSuccess(id: string): Promise<void> {
    await this.#access.write((db) => {
      const found = findWebhook(db, id);
      if (found !== undefined) putWebhook(db, { ...found, failingSince: undefined });
    });
  }

  async recordFailure(id: string, switchOffMs: number, reason: string): Promise<boolean> {
    return this.#access.write((db) => {
      const found = findWebhook(db, id);
      if (found?.isActive !== true) return false;
      const now = Date.now();
      const { failingSince = now } = found;
      const isOff = failingSince <= now - switchOffMs;
      putWebhook(db, {
        ...found,
        failingSince,
        ...(isOff && { isActive: false, switchedOffAt: now, switchedOffReason: reason }),
      });
      if (isOff) cancelWaiting(db, id);
      return isOff;
    });
  }
}
