import {
  withAttempt,
  type ClaimedDelivery,
  type DeliveryAttempt,
  type DeliveryOutcome,
  type DeliveryPlan,
  type DeliveryRepository,
  type EndState,
  type NewDelivery,
  type StoredWebhook,
} from '../../../core/store.ts';
import type { Delivery, DeliveryState, Page } from '../../../core/vocabulary.ts';
import { copyOf } from '../copy-of.ts';
import { newestFirst } from '../memory-order.ts';
import { memoryRecords, type MemoryRecords } from '../memory-records.ts';
import type { MemoryAccess, MemoryTables, StoredDelivery } from '../memory-tables.ts';

export class MemoryDeliveryRepository implements DeliveryRepository {
  readonly #access: MemoryAccess;
  readonly #deliveries: MemoryRecords<StoredDelivery>;

  constructor(access: MemoryAccess) {
    this.#access = access;
    this.#deliveries = memoryRecords(access, ({ deliveries }) => deliveries);
  }

  async plan(
    { id, version, position: from }: StoredWebhook,
    position: number,
    subjects: readonly string[],
    plan: (waiting: ReadonlyMap<string, Delivery>) => DeliveryPlan,
  ): Promise<boolean> {
    return this.#access.write((tables) => {
      const { webhooks, deliveries } = tables;
      const webhook = webhooks.get(id);
      if (webhook?.isActive !== true || webhook.version !== version || webhook.position !== from) {
        return false;
      }
      const waiting = waitingOf(tables, id).filter(({ subject }) => subjects.includes(subject));
      const { ended, added, delayMs } = plan(
        new Map(waiting.map((each) => [each.subject, copyOf(deliveryOf(each))])),
      );
      webhooks.set(id, { ...webhook, position });
      const isReplaced = new Set(added.map(({ subject }) => subject));
      const gone = waiting.filter(({ subject }) => ended.includes(subject));
      for (const each of gone) {
        endWaiting(tables, each, isReplaced.has(each.subject) ? 'replaced' : 'cancelled');
      }
      for (const each of copyOf(added)) {
        const now = Date.now();
        deliveries.set(each.id, {
          ...each,
          webhookId: id,
          state: 'waiting',
          attempts: 0,
          createdAt: now,
          dueAt: now + delayMs,
          last: undefined,
          earlier: [],
          claimedUntil: gone.find(({ subject }) => subject === each.subject)?.claimedUntil ?? 0,
        });
      }
      return true;
    });
  }

  async dueWebhooks(): Promise<readonly string[]> {
    return this.#access.read((tables) =>
      [...tables.webhooks.values()]
        .filter(({ id, isActive }) => isActive && firstDue(tables, id) !== undefined)
        .map(({ id }) => id),
    );
  }

  async claim(webhookId: string, leaseMs: number): Promise<ClaimedDelivery | undefined> {
    return this.#access.write((tables) => {
      const due = firstDue(tables, webhookId);
      if (due === undefined || tables.webhooks.get(webhookId)?.isActive !== true) return undefined;
      const now = Date.now();
      const claimedUntil = now + leaseMs;
      const claimed = { ...due, attempts: due.attempts + 1, claimedUntil };
      tables.deliveries.set(due.id, claimed);
      return copyOf({ ...deliveryOf(claimed), ageMs: now - claimed.createdAt });
    });
  }

  async finish(
    id: string,
    attempt: DeliveryAttempt,
    outcome: DeliveryOutcome | undefined,
  ): Promise<void> {
    const ended = { ...copyOf(attempt), endedAt: Date.now() };
    await this.#access.write((tables) => {
      const found = tables.deliveries.get(id);
      if (found === undefined) return;
      const attempts = withAttempt(found, ended);
      if (outcome === undefined) return void tables.deliveries.set(id, { ...found, ...attempts });
      const state: DeliveryState = 'state' in outcome ? outcome.state : 'waiting';
      const dueAt = 'state' in outcome ? found.dueAt : Date.now() + outcome.retryInMs;
      const mayEnd = state === 'delivered' || found.state === 'waiting';
      const finished = { ...found, ...attempts, dueAt, claimedUntil: 0, ...(mayEnd && { state }) };
      tables.deliveries.set(id, finished);
      const next = waitingOf(tables, found.webhookId).find(
        ({ subject, attempts }) => subject === found.subject && attempts === 0,
      );
      if (next !== undefined) tables.deliveries.set(next.id, { ...next, claimedUntil: 0 });
    });
  }

  async insertEnded(
    webhookId: string,
    delivery: NewDelivery,
    attempt: DeliveryAttempt,
    state: EndState,
  ): Promise<void> {
    const now = Date.now();
    const last = { ...attempt, endedAt: now };
    const times = { createdAt: now, dueAt: now, claimedUntil: 0, last, earlier: [] };
    await this.#deliveries.insert({ ...delivery, webhookId, state, attempts: 1, ...times });
  }

  async find(webhookId: string, id: string): Promise<Delivery | undefined> {
    const found = await this.#deliveries.find(id);
    return found?.webhookId === webhookId ? deliveryOf(found) : undefined;
  }

  async list(webhookId: string, page: Page): Promise<readonly Delivery[]> {
    const where = (each: StoredDelivery): boolean => each.webhookId === webhookId;
    return (await this.#deliveries.list(newestFirst, { ...page, where })).map(deliveryOf);
  }

  async sweep(ageMs: number): Promise<false> {
    const time = Date.now() - ageMs;
    await this.#deliveries.removeWhere(
      ({ createdAt, state }) => createdAt < time && state !== 'waiting',
    );
    return false;
  }
}

const deliveryOf = ({ claimedUntil: _, ...delivery }: StoredDelivery): Delivery => delivery;

const waitingOf = ({ deliveries }: MemoryTables, webhookId: string): readonly StoredDelivery[] =>
  [...deliveries.values()].filter(
    (each) => each.webhookId === webhookId && each.state === 'waiting',
  );

const firstDue = (tables: MemoryTables, webhookId: string): StoredDelivery | undefined => {
  const now = Date.now();
  return waitingOf(tables, webhookId)
    .filter(({ dueAt, claimedUntil }) => dueAt <= now && claimedUntil <= now)
    .toSorted((left, right) => left.dueAt - right.dueAt)[0];
};

/** Ends a delivery if it is waiting. One that was never sent is removed. */
export const endWaiting = (
  { deliveries }: MemoryTables,
  delivery: StoredDelivery,
  state: Extract<DeliveryState, 'replaced' | 'cancelled'>,
): void => {
  if (delivery.state !== 'waiting') return;
  if (delivery.attempts === 0) deliveries.delete(delivery.id);
  else deliveries.set(delivery.id, { ...delivery, state });
};
