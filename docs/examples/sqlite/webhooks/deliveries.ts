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
} from 'quoin/core/store';
import type { Delivery, DeliveryState, Page } from 'quoin/core/vocabulary';
import type { Access } from '../work/access.ts';
import type { Db } from '../work/db.ts';
import { findWebhook, listWebhooks, putWebhook } from './webhook-rows.ts';

interface StoredDelivery extends Delivery {
  readonly claimedUntil: number;
}

export class SqliteDeliveries implements DeliveryRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async plan(
    { id, version, position: from }: StoredWebhook,
    position: number,
    subjects: readonly string[],
    plan: (waiting: ReadonlyMap<string, Delivery>) => DeliveryPlan,
  ): Promise<boolean> {
    return this.#access.write((db) => {
      const webhook = findWebhook(db, id);
      if (webhook?.isActive !== true || webhook.version !== version || webhook.position !== from) {
        return false;
      }
      const waiting = waitingOf(db, id).filter(({ subject }) => subjects.includes(subject));
      const { ended, added, delayMs } = plan(
        new Map(waiting.map((each) => [each.subject, deliveryOf(each)])),
      );
      putWebhook(db, { ...webhook, position });
      const isReplaced = new Set(added.map(({ subject }) => subject));
      const gone = waiting.filter(({ subject }) => ended.includes(subject));
      for (const each of gone) {
        endWaiting(db, each, isReplaced.has(each.subject) ? 'replaced' : 'cancelled');
      }
      const now = Date.now();
      for (const each of added) {
        putDelivery(db, {
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
    return this.#access.read((db) =>
      listWebhooks(db)
        .filter(({ id, isActive }) => isActive && firstDue(db, id) !== undefined)
        .map(({ id }) => id),
    );
  }

  async claim(webhookId: string, leaseMs: number): Promise<ClaimedDelivery | undefined> {
    return this.#access.write((db) => {
      const due = firstDue(db, webhookId);
      if (due === undefined || findWebhook(db, webhookId)?.isActive !== true) return undefined;
      const now = Date.now();
      const claimed = { ...due, attempts: due.attempts + 1, claimedUntil: now + leaseMs };
      putDelivery(db, claimed);
      return { ...deliveryOf(claimed), ageMs: now - claimed.createdAt };
    });
  }

  async finish(
    id: string,
    attempt: DeliveryAttempt,
    outcome: DeliveryOutcome | undefined,
  ): Promise<void> {
    await this.#access.write((db) => {
      const [found] = deliveriesWhere(db, 'id = ?', id);
      if (found === undefined) return;
      const now = Date.now();
      const attempts = withAttempt(found, { ...attempt, endedAt: now });
      if (outcome === undefined) return putDelivery(db, { ...found, ...attempts });
      const state = 'state' in outcome ? outcome.state : 'waiting';
      const dueAt = 'state' in outcome ? found.dueAt : now + outcome.retryInMs;
      const mayEnd = state === 'delivered' || found.state === 'waiting';
      putDelivery(db, { ...found, ...attempts, dueAt, claimedUntil: 0, ...(mayEnd && { state }) });
      const next = waitingOf(db, found.webhookId).find(
        ({ subject, attempts }) => subject === found.subject && attempts === 0,
      );
      if (next !== undefined) putDelivery(db, { ...next, claimedUntil: 0 });
    });
  }

  async insertEnded(
    webhookId: string,
    delivery: NewDelivery,
    attempt: DeliveryAttempt,
    state: EndState,
  ): Promise<void> {
    const now = Date.now();
    const times = { createdAt: now, dueAt: now, claimedUntil: 0 };
    const last = { ...attempt, endedAt: now };
    const ended = { ...delivery, webhookId, state, attempts: 1, ...times, last, earlier: [] };
    await this.#access.write((db) => putDelivery(db, ended));
  }

  async find(webhookId: string, id: string): Promise<Delivery | undefined> {
    return this.#access.read((db) => {
      const [found] = deliveriesWhere(db, 'webhook_id = ? and id = ?', webhookId, id);
      return found && deliveryOf(found);
    });
  }

  async list(webhookId: string, { limit, offset }: Page): Promise<readonly Delivery[]> {
    const order = 'webhook_id = ? order by created_at desc, id desc limit ? offset ?';
    return this.#access.read((db) =>
      deliveriesWhere(db, order, webhookId, limit, offset).map(deliveryOf),
    );
  }

  async sweep(ageMs: number): Promise<false> {
    const time = Date.now() - ageMs;
    await this.#access.write((db) =>
      db.run(`delete from deliveries where created_at < ? and state <> 'waiting'`, time),
    );
    return false;
  }
}

interface DeliveryRow {
  readonly doc: string;
}

const deliveriesWhere = (
  db: Db,
  condition: string,
  ...values: readonly (string | number)[]
): readonly StoredDelivery[] =>
  db
    .all<DeliveryRow>(`select doc from deliveries where ${condition}`, ...values)
    // JSON leaves out what is undefined.
    .map(({ doc }) => ({ body: undefined, last: undefined, ...JSON.parse(doc) }) as StoredDelivery);

const deliveryOf = ({ claimedUntil: _, ...delivery }: StoredDelivery): Delivery => delivery;

const waitingOf = (db: Db, webhookId: string): readonly StoredDelivery[] =>
  deliveriesWhere(db, `webhook_id = ? and state = 'waiting'`, webhookId);

const firstDue = (db: Db, webhookId: string): StoredDelivery | undefined => {
  const isDue = `webhook_id = ?1 and state = 'waiting' and due_at <= ?2 and claimed_until <= ?2`;
  return deliveriesWhere(db, `${isDue} order by due_at limit 1`, webhookId, Date.now())[0];
};

const putDelivery = (db: Db, delivery: StoredDelivery): void => {
  db.put('deliveries', 'id', {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    state: delivery.state,
    created_at: delivery.createdAt,
    due_at: delivery.dueAt,
    claimed_until: delivery.claimedUntil,
    doc: JSON.stringify(delivery),
  });
};

/** One that was never sent is removed. */
const endWaiting = (
  db: Db,
  delivery: StoredDelivery,
  state: Extract<DeliveryState, 'replaced' | 'cancelled'>,
): void => {
  if (delivery.attempts === 0) db.run('delete from deliveries where id = ?', delivery.id);
  else putDelivery(db, { ...delivery, state });
};

export const cancelWaiting = (db: Db, webhookId: string): void => {
  for (const each of waitingOf(db, webhookId)) endWaiting(db, each, 'cancelled');
};
