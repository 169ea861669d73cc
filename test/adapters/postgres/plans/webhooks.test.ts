import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import { day, hour } from '../../../../core/vocabulary.ts';
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
import {
  executedPlanOf,
  nameOf,
  plansOf,
  sentBy,
  type Plan,
} from '../../../support/postgres/query-plan.ts';

const count = 100_000;

/** Nearly all deliveries are of one webhook and have ended; of the others, most wait for a later repetition. */
const fill = `
  insert into webhook_deliveries (id, webhook_id, subject, type, state, attempts, created_at, due_at)
  select gen_random_uuid(), (case n % 1000 when 7 then '${webhookId(2)}' else '${webhookId(1)}' end)::uuid,
    'old ' || n, 'content.updated', case n % 100 when 0 then 'waiting' else 'delivered' end, 1,
    ${Date.now() - hour} + n, ${Date.now() + day} + n
  from generate_series(1, ${count}) n`;

const pagesOf = ({ steps }: Plan): number => Math.max(...steps.map(({ pages }) => pages));
const readOf = ({ steps }: Plan): number =>
  Math.max(0, ...steps.map(({ rows, dropped }) => rows + dropped));

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const { repositories } = storeOver(pool);
  const { webhooks, deliveries } = repositories;
  let n = 0;

  afterAll(() => knex.destroy());

  /** Everything that is done with one delivery. */
  const work = async (): Promise<void> => {
    n += 1;
    await planned(repositories, [sampleDelivery(n, { subject: 'item' })]);
    await deliveries.dueWebhooks();
    const claimed = await deliveries.claim(webhookId(1), 0);
    await deliveries.finish(deliveryId(n), attempt, { retryInMs: day });
    await deliveries.find(webhookId(1), claimed?.id ?? '');
    await deliveries.list(webhookId(1), { limit: 20, offset: 0 });
    await deliveries.list(webhookId(2), { limit: 20, offset: 0 });
    await deliveries.sweep(day);
  };

  beforeAll(async () => {
    await emptyTables(knex);
    for (const each of [1, 2]) await webhooks.insert(sampleWebhook(each), 0);
    for (let round = 0; round < 10; round += 1) await work();
    await knex.raw('set statement_timeout = 0');
    await knex.raw(fill);
  });

  const expectLean = async (): Promise<void> => {
    const sent = await sentBy(knex, work);
    // Those of transactions have no name. An insertion cannot run twice.
    const explained = sent.filter((each) => !['', 'delivery_add'].includes(nameOf(each)));
    const plans: Plan[] = [];
    for (const each of explained) {
      plans.push({ statement: nameOf(each), steps: await executedPlanOf(knex, each) });
    }
    expect(plans.length).toBeGreaterThan(10);
    for (const plan of plans) {
      expect(readOf(plan), plan.statement).toBeLessThan(60);
      expect(pagesOf(plan), plan.statement).toBeLessThan(150);
      expect(plan.steps.filter(({ type }) => type === 'Seq Scan')).toEqual(
        plan.steps.filter(({ type, table }) => type === 'Seq Scan' && table === 'webhooks'),
      );
    }
  };

  test('a delivery is planned, claimed, ended and shown without reading the others', async () => {
    await expectLean();
    await knex.raw('vacuum (analyze) webhook_deliveries');
    await expectLean();
    await knex.raw('discard plans');
    await expectLean();
  });

  test('deletions remove old deliveries without reading the others', async () => {
    await knex.raw(
      `update webhook_deliveries set created_at = 1 where subject in ('old 1', 'old 2')`,
    );
    await knex.raw('vacuum (analyze) webhook_deliveries');
    const plans = await plansOf(knex, () => deliveries.sweep(day));
    expect(plans).toHaveLength(2);
    for (const plan of plans) expect(readOf(plan), plan.statement).toBeLessThan(10);
    const left = await knex.raw('select count(*) from webhook_deliveries where created_at = 1');
    expect(left.rows).toEqual([{ count: '0' }]);
  });
});
