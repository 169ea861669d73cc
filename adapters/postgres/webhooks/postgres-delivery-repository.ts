import type {
  ClaimedDelivery,
  DeliveryAttempt,
  Delivery,
  DeliveryOutcome,
  DeliveryPlan,
  DeliveryRepository,
  DeliveryState,
  DeliveryType,
  EndedAttempt,
  EndState,
  JsonText,
  NewDelivery,
  Page,
  StoredWebhook,
} from '../../../core/index.ts';
import type { Database } from '../connection/connections.ts';
import { execute, executeReturning, query, removeIfAny } from '../connection/statement.ts';
import { joinTransaction } from '../connection/transaction.ts';
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

/** A row of `webhook_deliveries`. The driver returns `bigint` as digits. */
interface DeliveryRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly subject: string;
  readonly type: DeliveryType;
  readonly body: string | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly created_at: string;
  readonly due_at: string;
  readonly ended_at: string | null;
  readonly duration_ms: number | null;
  readonly status: number | null;
  readonly response: string | null;
  readonly failure: string | null;
  readonly earlier: readonly AttemptRow[];
}

/** An attempt in the column `earlier`. */
interface AttemptRow {
  readonly endedAt: number;
  readonly durationMs: number | null;
  readonly status: number | null;
  readonly response: string | null;
  readonly failure: string | null;
}

interface WaitingRow extends DeliveryRow {
  readonly claimed_until: string;
}

interface ClaimedRow extends DeliveryRow {
  readonly age_ms: string;
}

/** The most deliveries that one statement removes. */
const stepSize = 10_000;

const deliveryOf = (row: DeliveryRow): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  subject: row.subject,
  type: row.type,
  body: (row.body ?? undefined) as JsonText | undefined,
  state: row.state,
  attempts: row.attempts,
  createdAt: Number(row.created_at),
  dueAt: Number(row.due_at),
  last:
    row.ended_at === null
      ? undefined
      : attemptOf({ ...row, endedAt: Number(row.ended_at), durationMs: row.duration_ms }),
  earlier: row.earlier.map(attemptOf),
});

const attemptOf = (row: AttemptRow): EndedAttempt => ({
  endedAt: row.endedAt,
  durationMs: row.durationMs ?? 0,
  status: row.status ?? undefined,
  response: row.response ?? undefined,
  failure: row.failure ?? undefined,
});

const attemptValues = ({ durationMs, status, response, failure }: DeliveryAttempt) => [
  durationMs,
  status ?? null,
  response ?? null,
  failure ?? null,
];

export class PostgresDeliveryRepository implements DeliveryRepository {
  readonly #database: Database;

  constructor(database: Database) {
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
        plan(new Map(rows.map((row) => [row.subject, deliveryOf(row)]))),
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
    const [row] = await executeReturning<ClaimedRow>(this.#database, claimDelivery, values);
    return row && { ...deliveryOf(row), ageMs: Number(row.age_ms) };
  }

  async finish(
    id: string,
    attempt: DeliveryAttempt,
    outcome: DeliveryOutcome | undefined,
  ): Promise<void> {
    const state = outcome !== undefined && 'state' in outcome ? outcome.state : null;
    const retryInMs = outcome !== undefined && 'retryInMs' in outcome ? outcome.retryInMs : null;
    const values = [id, ...attemptValues(attempt), state, retryInMs];
    const [row] = await executeReturning<DeliveryRow>(this.#database, finishDelivery, values);
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
    const [row] = await query<DeliveryRow>(this.#database, findDelivery, [webhookId, id]);
    return row && deliveryOf(row);
  }

  async list(webhookId: string, { limit, offset }: Page): Promise<readonly Delivery[]> {
    const values = [webhookId, limit, offset];
    return (await query<DeliveryRow>(this.#database, listDeliveries, values)).map(deliveryOf);
  }

  async removeOlderThan(ageMs: number): Promise<boolean> {
    const values = [ageMs, stepSize] as const;
    const removed = await removeIfAny(this.#database, anyOldDelivery, removeOldDeliveries, values);
    return removed === stepSize;
  }
}

const store = async (
  inside: Database,
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
