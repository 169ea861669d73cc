import type {
  ClaimedDelivery,
  DeliveryAttempt,
  DeliveryOutcome,
  DeliveryPlan,
  DeliveryRepository,
  EndState,
  NewDelivery,
  StoredWebhook,
} from '../../../core/store.ts';
import type { Delivery, Page } from '../../../core/vocabulary.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { execute, executeReturning, query, removeIfAny } from '../connection/statement.ts';
import { joinTransaction } from '../connection/transaction.ts';
import { deliveries } from './delivery-row.ts';
import {
  addWaiting,
  anyOldDelivery,
  claimDelivery,
  dueWebhooks,
  endDeliveries,
  findDelivery,
  finishDelivery,
  insertEndedDelivery,
  listDeliveries,
  lockWaiting,
  moveWebhook,
  releaseSuccessor,
  removeOldDeliveries,
  removeDeliveries,
} from './delivery-statements.ts';

/** A delivery that is waiting. The driver returns `bigint` as digits. */
interface WaitingRow {
  readonly id: string;
  readonly subject: string;
  readonly attempts: number;
  readonly claimed_until: string;
}

/** The most deliveries that one statement removes. */
const stepSize = 10_000;

const attemptValues = ({ durationMs, status, response, failure }: DeliveryAttempt) => [
  durationMs,
  status ?? null,
  response ?? null,
  failure ?? null,
];

export class PostgresDeliveryRepository implements DeliveryRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async plan(
    { id, version, position: from }: StoredWebhook,
    position: number,
    subjects: readonly string[],
    plan: (waiting: ReadonlyMap<string, Delivery>) => DeliveryPlan,
  ): Promise<boolean> {
    return joinTransaction(this.#database, async (inside) => {
      if ((await execute(inside, moveWebhook, [id, version, from, position])) === 0) return false;
      const rows =
        subjects.length === 0
          ? []
          : await executeReturning<WaitingRow>(inside, lockWaiting, [id, subjects]);
      await store(
        inside,
        id,
        rows,
        plan(new Map(rows.map((row) => [row.subject, deliveries.record(row)]))),
      );
      return true;
    });
  }

  async dueWebhooks(): Promise<readonly string[]> {
    const rows = await query<{ readonly id: string }>(this.#database, dueWebhooks);
    return rows.map(({ id }) => id);
  }

  async claim(webhookId: string, leaseMs: number): Promise<ClaimedDelivery | undefined> {
    const values = [webhookId, leaseMs];
    type Row = { readonly age_ms: string };
    const [row] = await executeReturning<Row>(this.#database, claimDelivery, values);
    return row && { ...deliveries.record(row), ageMs: Number(row.age_ms) };
  }

  async finish(
    id: string,
    attempt: DeliveryAttempt,
    outcome: DeliveryOutcome | undefined,
  ): Promise<void> {
    const state = outcome !== undefined && 'state' in outcome ? outcome.state : null;
    const retryInMs = outcome !== undefined && 'retryInMs' in outcome ? outcome.retryInMs : null;
    const values = [id, ...attemptValues(attempt), state, retryInMs];
    type Row = { readonly webhook_id: string; readonly subject: string };
    const [row] = await executeReturning<Row>(this.#database, finishDelivery, values);
    if (row === undefined || outcome === undefined) return;
    // A statement of its own: it also sees one that was planned while this request was stored.
    await execute(this.#database, releaseSuccessor, [row.webhook_id, row.subject]);
  }

  async insertEnded(
    webhookId: string,
    { id, subject, type, body }: NewDelivery,
    attempt: DeliveryAttempt,
    state: EndState,
  ): Promise<void> {
    const values = [id, webhookId, subject, type, body ?? null, state, ...attemptValues(attempt)];
    await execute(this.#database, insertEndedDelivery, values);
  }

  async find(webhookId: string, id: string): Promise<Delivery | undefined> {
    return deliveries.find(this.#database, findDelivery, [webhookId, id]);
  }

  async list(webhookId: string, { limit, offset }: Page): Promise<readonly Delivery[]> {
    return deliveries.list(this.#database, listDeliveries, [webhookId, limit, offset]);
  }

  async sweep(ageMs: number): Promise<boolean> {
    const values = [ageMs, stepSize] as const;
    const removed = await removeIfAny(this.#database, anyOldDelivery, removeOldDeliveries, values);
    return removed === stepSize;
  }
}

const store = async (
  inside: DatabaseSession,
  webhookId: string,
  waiting: readonly WaitingRow[],
  { ended, added, delayMs }: DeliveryPlan,
): Promise<void> => {
  const gone = waiting.filter(({ subject }) => ended.includes(subject));
  if (gone.length > 0) {
    const unsent = gone.filter(({ attempts }) => attempts === 0);
    const sent = gone.filter(({ attempts }) => attempts > 0);
    await execute(inside, removeDeliveries, [unsent.map(({ id }) => id)]);
    await execute(inside, endDeliveries, [
      sent.map(({ id }) => id),
      added.map(({ subject }) => subject),
    ]);
  }
  if (added.length === 0) return;
  const claims = new Map(gone.map((row) => [row.subject, Number(row.claimed_until)]));
  await execute(inside, addWaiting, [
    webhookId,
    delayMs,
    added.map(({ id }) => id),
    added.map(({ subject }) => subject),
    added.map(({ type }) => type),
    added.map(({ body }) => body ?? null),
    added.map(({ subject }) => claims.get(subject) ?? 0),
  ]);
};
