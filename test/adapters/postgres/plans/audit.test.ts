import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import type { AuditFilter, AuditPlace } from '../../../../core/store.ts';
import { day } from '../../../../core/vocabulary.ts';
import { contentId, userId } from '../../../conformance/samples.ts';
import { storeOver } from '../../../support/postgres/database-subject.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { plansOf, type Plan } from '../../../support/postgres/query-plan.ts';

/** Nearly everything is the update of one item by one user. */
const [busy, rare] = [userId(1), userId(2)];
const [edited, calm] = [contentId(1), contentId(2)];

const insert = (from: number, to: number, values: string): string =>
  `insert into audit (at, actor_kind, actor_id, action, resource_id)
   select n, 'user', ${values} from generate_series(${from}, ${to}) n`;

const update = (actor: string, id: string): string => `'${actor}', 'content.update', '${id}'`;

await withPostgres('migrated', (url) => {
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const { audit, outbox } = storeOver(pool).repositories;

  const filters: readonly (readonly [AuditFilter, string])[] = [
    [{}, 'audit_at_idx'],
    [{ actorId: busy }, 'audit_actor_idx'],
    [{ actorId: rare }, 'audit_actor_idx'],
    [{ id: edited }, 'audit_resource_id_idx'],
    [{ id: calm }, 'audit_resource_id_idx'],
    [{ action: 'content.update' }, 'audit_action_idx'],
    [{ action: 'user.delete' }, 'audit_action_idx'],
    [{ resource: 'content' }, 'audit_resource_idx'],
    [{ resource: 'user' }, 'audit_resource_idx'],
  ];
  const several: readonly (readonly [AuditFilter, string])[] = [
    [{ actorId: busy, action: 'user.delete' }, 'audit_actor_idx'],
    [{ id: edited, actorId: rare }, 'audit_resource_id_idx'],
    [{ id: edited, action: 'user.delete', resource: 'user' }, 'audit_resource_id_idx'],
  ];

  const reads = async (): Promise<void> => {
    for (const [filter] of [...filters, ...several]) await audit.list(filter, undefined, 50);
    await audit.sweep({ ageMs: 36_500 * day, entries: 1_000_000 });
    await audit.collect();
  };

  const scansOf = ({ steps }: Plan) => steps.filter(({ table }) => table === 'audit');

  const states = ['select 1', 'vacuum (analyze)', 'discard plans'];

  beforeAll(async () => {
    // Prepares the statements, and lets PostgreSQL choose plans that fit all values.
    for (let n = 0; n < 7; n += 1) await reads();
    await knex.raw(insert(1, 200_000, update(busy, edited)));
    await knex.raw(insert(1, 5, update(rare, calm)));
    await knex.raw(insert(1, 5, `'${rare}', 'user.delete', '${busy}'`));
  });

  afterAll(() => knex.destroy());

  test('a page reads its entries in the order of one index, whatever the rest contains', async () => {
    const middle: AuditPlace = { at: 100_000, number: 100_000 };
    for (const state of states) {
      await knex.raw(state);
      for (const [filter, index] of filters) {
        for (const [given, after] of [
          [filter, undefined],
          [filter, middle],
          [{ ...filter, from: 50_000, to: 150_000 }, undefined],
        ] as const) {
          const [plan, ...others] = await plansOf(knex, () => audit.list(given, after, 50));
          expect(others).toEqual([]);
          const [scan, ...more] = scansOf(plan!);
          expect(more).toEqual([]);
          expect(scan).toMatchObject({ index, dropped: 0 });
          expect(scan!.rows).toBeLessThanOrEqual(51);
          expect(scan!.pages).toBeLessThan(70);
          expect(plan!.steps.map(({ type }) => type)).not.toContain('Sort');
        }
      }
    }
  });

  test('a page with several conditions looks at a bounded number of entries', async () => {
    for (const state of states) {
      await knex.raw(state);
      for (const [filter, index] of several) {
        const plans = await plansOf(knex, () => audit.list(filter, undefined, 50));
        expect(plans).toHaveLength(2);
        for (const plan of plans) {
          const [scan] = scansOf(plan);
          expect(scan).toMatchObject({ index });
          expect(scan!.rows).toBeLessThanOrEqual(10_000);
          expect(plan.steps.map(({ type }) => type)).not.toContain('Sort');
        }
      }
    }
    const first = await audit.list({ actorId: busy, action: 'user.delete' }, undefined, 50);
    expect(first).toEqual({ entries: [], next: { at: 190_001, number: 190_001 } });
  });

  test('what is beyond the limits is found without reading the rest', async () => {
    for (const state of states) {
      await knex.raw(state);
      const plans = await plansOf(knex, () =>
        audit.sweep({ ageMs: 36_500 * day, entries: 1_000_000 }),
      );
      expect(plans).toHaveLength(2);
      for (const plan of plans) {
        for (const scan of scansOf(plan)) {
          expect(['audit_at_idx', 'audit_pkey']).toContain(scan.index);
          expect(scan.rows + scan.dropped).toBeLessThanOrEqual(1);
        }
      }
    }
    const removals = await plansOf(knex, () =>
      audit.sweep({ ageMs: 36_500 * day, entries: 200_000 }),
    );
    for (const plan of removals) {
      for (const scan of scansOf(plan)) expect(scan.rows).toBeLessThanOrEqual(10_000);
    }
  });

  test('new events are found without reading the others', async () => {
    await knex.raw("insert into outbox (event) select '{}' from generate_series(1, 50000)");
    await outbox.advance();
    while (await audit.collect());
    await outbox.add(['{"audit":{"action":"content.update","by":{"kind":"operator"}}}' as never]);
    await outbox.advance();
    await knex.raw('vacuum (analyze)');
    const [look] = await plansOf(knex, () => audit.collect());
    const scans = look!.steps.filter(({ table }) => table === 'outbox');
    expect(scans).toMatchObject([{ index: 'outbox_feed_idx', dropped: 0 }]);
    expect(scans[0]!.rows).toBeLessThanOrEqual(1);
    expect((await audit.list({}, undefined, 1)).entries[0]).toMatchObject({
      by: { kind: 'operator' },
    });
  });
});
