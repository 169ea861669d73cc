import { counter, gauge, possibleGauge } from './gauges.ts';

/** What is read of the store when the metrics are collected. Undefined for what the store does not have. */
export interface StoreSources {
  readonly pool: (() => PoolUsage) | undefined;
  readonly questions: (() => QuestionCounts) | undefined;
  /** Undefined as long as the store does not answer. */
  readonly backlog: (() => Promise<Backlog | undefined>) | undefined;
}

interface PoolUsage {
  readonly used: number;
  readonly free: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

interface QuestionCounts {
  readonly known: number;
  readonly unknown: number;
  readonly totalMs: number;
  readonly ageMs: number | undefined;
}

interface Backlog {
  readonly feedMs: number;
  readonly webhookMs: number;
  readonly newDeliveries: number;
  readonly retries: number;
  readonly failingWebhooks: number;
  readonly switchedOffWebhooks: number;
}

export const registerStoreMetrics = ({ pool, questions, backlog }: StoreSources): void => {
  if (pool !== undefined) registerPool(pool);
  if (questions !== undefined) registerQuestions(questions);
  if (backlog !== undefined) registerBacklog(backlog);
};

const registerPool = (pool: () => PoolUsage): void => {
  gauge('quoin_pool_used', 'Connections to Postgres in use.', () => pool().used);
  gauge('quoin_pool_free', 'Connections to Postgres that are open and free.', () => pool().free);
  gauge('quoin_pool_waiting', 'Statements that wait for a connection.', () => pool().waiting);
};

const registerQuestions = (questions: () => QuestionCounts): void => {
  counter(
    {
      name: 'quoin_memory_questions_total',
      help: 'Questions to Postgres whether the memory of this process is current.',
    },
    ['answer'],
    () => {
      const { known, unknown } = questions();
      return [
        [{ answer: 'known' }, known],
        [{ answer: 'unknown' }, unknown],
      ];
    },
  );
  counter(
    { name: 'quoin_memory_questions_seconds_total', help: 'Time that these questions took.' },
    [],
    () => [[{}, questions().totalMs / 1_000]],
  );
  possibleGauge(
    {
      name: 'quoin_memory_age_seconds',
      help: 'Time since Postgres last answered such a question.',
    },
    'max',
    () => inSeconds(questions().ageMs),
  );
};

const registerBacklog = (backlog: () => Promise<Backlog | undefined>): void => {
  // All workers read the same store.
  const register = (name: string, help: string, valueOf: (found: Backlog) => number): void =>
    possibleGauge({ name, help }, 'max', async () => {
      const found = await backlog();
      return found && valueOf(found);
    });
  register(
    'quoin_feed_lag_seconds',
    'Age of the oldest change that no reader of the feed can have.',
    ({ feedMs }) => feedMs / 1_000,
  );
  register(
    'quoin_webhook_lag_seconds',
    'Age of the oldest change that an active webhook has not dealt with.',
    ({ webhookMs }) => webhookMs / 1_000,
  );
  register(
    'quoin_webhook_deliveries_new',
    'Deliveries that wait for their first request.',
    ({ newDeliveries }) => newDeliveries,
  );
  register(
    'quoin_webhook_deliveries_failed',
    'Deliveries that have failed and wait for another request.',
    ({ retries }) => retries,
  );
  register(
    'quoin_webhooks_failing',
    'Active webhooks whose latest delivery failed.',
    ({ failingWebhooks }) => failingWebhooks,
  );
  register(
    'quoin_webhooks_switched_off',
    'Webhooks that were switched off because of failures.',
    ({ switchedOffWebhooks }) => switchedOffWebhooks,
  );
};

const inSeconds = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : ms / 1_000;
