import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBacklog } from '../../../../adapters/postgres/backlog.ts';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { storeTime } from '../../../../adapters/postgres/connection/store-time.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import { day, encodeJson, hour, minute } from '../../../../core/vocabulary.ts';
import {
  attempt,
  deliveryId,
  planned,
  sampleDelivery,
  sampleWebhook,
  webhookId,
} from '../../../conformance/webhooks/webhook-samples.ts';
import { storeOver } from '../../../support/postgres/database-subject.ts';
import { emptyTables } from '../../../support/postgres/empty-tables.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { plansOf } from '../../../support/postgres/query-plan.ts';

const ago = (ms: number): string => `${storeTime} - ${ms}`;

await withPostgres('migrated', (url) => {
  // One connection, to test the plan that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const { repositories } = storeOver(pool);
  const { webhooks, deliveries, outbox } = repositories;

  const expectAge = (ms: number, least: number): void => {
    expect(ms).toBeGreaterThanOrEqual(least);
    expect(ms).toBeLessThan(least + 10 * minute);
  };

  beforeAll(async () => {
    await emptyTables(knex);
    for (let round = 0; round < 7; round += 1) await readBacklog(pool);
  });
  afterAll(() => knex.destroy());

  test('nothing waits in an empty store', async () => {
    expect(await readBacklog(pool)).toEqual({
      feedMs: 0,
      webhookMs: 0,
      newDeliveries: 0,
      retries: 0,
      failingWebhooks: 0,
      switchedOffWebhooks: 0,
    });
  });

  test('an event without a position is late for the feed, and for active webhooks', async () => {
    await outbox.add([encodeJson({})]);
    await knex.raw(`update outbox set stored_at = ${ago(hour)}`);
    expectAge((await readBacklog(pool)).feedMs, hour);
    expect((await readBacklog(pool)).webhookMs).toBe(0);
    await webhooks.insert(sampleWebhook(1), 0);
    expectAge((await readBacklog(pool)).webhookMs, hour);
  });

  test('an event with a position is late for webhooks that have not read it', async () => {
    const { head } = await outbox.advance();
    const late = await readBacklog(pool);
    expect(late.feedMs).toBe(0);
    expectAge(late.webhookMs, hour);
    await knex.raw('update webhooks set position = ?', [head]);
    expect((await readBacklog(pool)).webhookMs).toBe(0);
  });

  test('deliveries are late until they are delivered, and those that failed are told apart', async () => {
    await planned(repositories, [sampleDelivery(1), sampleDelivery(2)], { delayMs: hour });
    await knex.raw(`update webhook_deliveries set created_at = ${ago(2 * hour)}`);
    await knex.raw(`update webhook_deliveries set due_at = 1 where subject = 'item 1'`);
    await deliveries.claim(webhookId(1), 0);
    await deliveries.finish(deliveryId(1), attempt, { retryInMs: day });
    await webhooks.recordFailure(webhookId(1), day, 'No');
    const waiting = await readBacklog(pool);
    expect(waiting).toMatchObject({ newDeliveries: 1, retries: 1, failingWebhooks: 1 });
    expectAge(waiting.webhookMs, 2 * hour);
    for (const n of [1, 2])
      await deliveries.finish(deliveryId(n), { ...attempt, status: 200 }, { state: 'delivered' });
    expect(await readBacklog(pool)).toMatchObject({ webhookMs: 0, newDeliveries: 0, retries: 0 });
  });

  test('webhooks that were switched off count, and what waits for them does not', async () => {
    await planned(repositories, [sampleDelivery(3)]);
    await knex.raw(`update webhooks set failing_since = 1`);
    await webhooks.recordFailure(webhookId(1), day, 'No');
    await outbox.add([encodeJson({})]);
    expect(await readBacklog(pool)).toMatchObject({
      webhookMs: 0,
      newDeliveries: 0,
      failingWebhooks: 0,
      switchedOffWebhooks: 1,
    });
  });

  test('the statement reads bounded parts of indexes, whatever waits', async () => {
    await knex.raw('set statement_timeout = 0');
    for (const n of [2, 3]) await webhooks.insert(sampleWebhook(n), 0);
    // Nearly all deliveries are of two webhooks; half of them wait. Nearly all events have a position.
    await knex.raw(`
      insert into webhook_deliveries (id, webhook_id, subject, type, state, attempts, created_at, due_at)
      select gen_random_uuid(), (case n % 4 when 0 then '${webhookId(2)}' else '${webhookId(3)}' end)::uuid, 'old ' || n, 'content.updated',
        case n % 2 when 0 then 'waiting' else 'delivered' end, 1, n, n
      from generate_series(1, 100000) n`);
    await knex.raw(`
      insert into outbox (event, feed_position)
      select '{}', 1000 + n from generate_series(1, 100000) n`);
    for (const state of ['select 1', 'vacuum (analyze)', 'discard plans']) {
      await knex.raw(state);
      const [plan, ...others] = await plansOf(knex, () => readBacklog(pool), 'whole');
      expect(others).toEqual([]);
      for (const { type, table, index, rows, dropped } of plan!.steps) {
        expect(rows + dropped, `${type} ${table} ${index}`).toBeLessThanOrEqual(10_000);
        expect([type, table]).not.toEqual(['Seq Scan', 'outbox']);
        expect([type, table]).not.toEqual(['Seq Scan', 'webhook_deliveries']);
      }
      expect(Math.max(...plan!.steps.map(({ pages }) => pages))).toBeLessThan(10_500);
    }
    expect(await readBacklog(pool)).toMatchObject({ retries: 10_000, newDeliveries: 0 });
  });
});
