import type { Delivery, EndedAttempt } from '../../../core/vocabulary.ts';
import { group, json, orNull, plain, time } from '../rows/fields.ts';
import { table } from '../rows/table.ts';

/** An attempt in the column `earlier`, which the database makes of the columns of the last one. */
interface StoredAttempt {
  readonly endedAt: number;
  readonly durationMs: number;
  readonly status: number | null;
  readonly response: string | null;
  readonly failure: string | null;
}

const attemptsOf = (stored: readonly StoredAttempt[]): readonly EndedAttempt[] =>
  stored.map(({ endedAt, durationMs, status, response, failure }) => ({
    endedAt,
    durationMs,
    status: status ?? undefined,
    response: response ?? undefined,
    failure: failure ?? undefined,
  }));

/** Deliveries, without their claims. */
export const deliveries = table<Delivery>('webhook_deliveries', {
  id: plain('id', 'uuid'),
  webhookId: plain('webhook_id', 'uuid'),
  subject: plain('subject', 'text'),
  type: plain('type', 'text'),
  body: orNull(plain('body', 'text')),
  state: plain('state', 'text'),
  attempts: plain('attempts', 'integer'),
  createdAt: time('created_at'),
  dueAt: time('due_at'),
  last: orNull(
    group({
      endedAt: time('ended_at'),
      durationMs: plain('duration_ms', 'integer'),
      status: orNull(plain('status', 'integer')),
      response: orNull(plain('response', 'text')),
      failure: orNull(plain('failure', 'text')),
    }),
  ),
  earlier: json('earlier', attemptsOf, 'jsonb'),
});
