import { afterAll, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { day } from '../../core/vocabulary.ts';
import { contentId, userId } from '../conformance/samples.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { plansOf, type Plan } from '../support/postgres/query-plan.ts';

/** One user with nearly all receipts. Few are old. */
const fill = `
  insert into receipts
    (user_id, key, reservation_id, digest, leased_until, stored_at, answer, rights, total_count, total_bytes)
  select case n % 1000 when 0 then gen_random_uuid() else '${userId(1)}' end, 'key-' || n,
    gen_random_uuid(), 'digest', 0,
    (extract(epoch from clock_timestamp()) * 1000)::bigint - case n % 5000 when 0 then 2 else 0 end * ${day},
    '{"status":201,"headers":{},"body":""}', '[]', n - 1, 40 * (n - 1)
  from generate_series(1, 50000) as n`;

const fillTotals = `
  insert into receipt_totals select distinct user_id, 50000, 2000000 from receipts
  on conflict (user_id) do update set count = excluded.count, bytes = excluded.bytes`;

const scansOf = ({ steps }: Plan): unknown =>
  steps
    .filter(({ table, type }) => table === 'receipts' && type.includes('Scan'))
    .map(({ type, index, rows, dropped }) => ({ type, index, rows, dropped }));

const scan = (index: string, rows: number) => [{ type: 'Index Scan', index, rows, dropped: 0 }];

await withPostgres('migrated', (url) => {
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const { receipts } = storeOver(pool).repositories;
  afterAll(() => knex.destroy());

  const attempt = { userId: userId(1), key: 'key-7', id: contentId(1), digest: 'digest' };
  const times = { leaseMs: 1000, lifetimeMs: day, maxCount: 40_000, maxBytes: 1e9 };
  const work = async (): Promise<void> => {
    await receipts.reserve(attempt, times);
    await receipts.renew(attempt, 1000);
    await receipts.complete(attempt, {
      digest: 'digest',
      answer: { status: 200, headers: {}, body: '' },
      rights: [],
    });
    await receipts.release(attempt);
  };

  test('a receipt is found by its name, also with plans made for an empty table', async () => {
    for (let count = 0; count < 7; count += 1) await work();
    await knex.raw('delete from receipts');
    await knex.raw(fill);
    await knex.raw(fillTotals);
    const plans = new Map((await plansOf(knex, work)).map((plan) => [plan.statement, plan]));
    expect(scansOf(plans.get('receipt_find')!)).toEqual(scan('receipts_pkey', 1));
    for (const name of ['receipt_renew', 'receipt_complete', 'receipt_release']) {
      const [only] = scansOf(plans.get(name)!) as { readonly index: string }[];
      expect(only?.index, name).toBe('receipts_pkey');
    }
  });

  test('the limits of a user read one of all receipts', async () => {
    await knex.raw('vacuum (analyze)');
    const kindOf = async (maxCount: number) =>
      (await receipts.reserve({ ...attempt, key: `new ${maxCount}` }, { ...times, maxCount })).kind;
    const plans: Plan[] = [];
    for (const [maxCount, kind] of [
      [times.maxCount, 'full'],
      [60_000, 'reserved'],
    ] as const) {
      const found = await plansOf(knex, async () => expect(await kindOf(maxCount)).toBe(kind));
      plans.push(...found);
    }
    expect(plans.map(({ statement }) => statement)).toEqual([
      'receipt_reserve',
      'receipt_find',
      'receipt_full',
      'receipt_reserve',
    ]);
    for (const plan of plans) {
      const scans = plan.steps.filter(({ index }) => index.startsWith('receipts_'));
      expect(scans.length, plan.statement).toBeGreaterThan(0);
      for (const { index, rows, dropped } of scans) {
        expect(index, plan.statement).toMatch(/^receipts_(?:user_idx|pkey)$/);
        expect(rows + dropped, plan.statement).toBeLessThanOrEqual(1);
      }
    }
  });

  test('the removal reads only old receipts', async () => {
    await knex.raw('vacuum (analyze)');
    await pool.transaction({}, async (transaction) => {
      const inside = storeOver(transaction).repositories.receipts;
      const [plan] = await plansOf(transaction.knex, () => inside.sweep(3 * day));
      expect(scansOf(plan!)).toEqual(scan('receipts_stored_idx', 0));
    });
    const [look, removal] = await plansOf(knex, () => receipts.sweep(day));
    for (const plan of [look, removal]) {
      expect(scansOf(plan!)).toEqual(scan('receipts_stored_idx', 0));
    }
    const [{ count } = { count: '' }] = await knex('receipts').whereNotNull('answer').count();
    expect(Number(count)).toBe(49_990);
  });
});
