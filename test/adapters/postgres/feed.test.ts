import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import type { PostgresStore } from '../../../adapters/postgres/postgres-store.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { encodeJson, hour, minute } from '../../../core/vocabulary.ts';
import { storeOver } from '../../support/postgres/database-subject.ts';
import { emptyTables } from '../../support/postgres/empty-tables.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { plansOf, type Plan } from '../../support/postgres/query-plan.ts';

const maxPages = ({ steps }: Plan): number => Math.max(...steps.map(({ pages }) => pages));

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const { knex: other } = openPool({ url, poolMax: 6 }, new SystemTimer());
  const { outbox } = storeOver(pool).repositories;

  afterAll(async () => {
    await knex.destroy();
    await other.destroy();
  });

  const event = (n: number) => encodeJson({ n });
  const placed = async (after: number) =>
    (await outbox.listAfter(after, 100))!.map((each) => each.event);

  describe('positions', () => {
    beforeEach(() => emptyTables(knex));

    test('an open transaction delays its own events, and no others', async () => {
      await outbox.add([event(1)]);
      const { head: start } = await outbox.advance();
      const open = await other.transaction();
      await open.raw(`insert into outbox (event) values ('{"n":2}')`);
      await outbox.add([event(3)]);
      const { head } = await outbox.advance();
      expect(await placed(start)).toEqual([event(3)]);
      await open.commit();
      await outbox.advance();
      expect(await placed(head)).toEqual([event(2)]);
    });

    test('a reader waits for one that gives positions, and then sees what it gave', async () => {
      await outbox.advance();
      const open = await other.transaction();
      await open.raw('select * from feed_state for update');
      await outbox.add([event(1)]);
      let isDone = false;
      const advanced = outbox.advance().finally(() => {
        isDone = true;
      });
      for (let waits = false; !waits;) {
        const { rows } = await other.raw('select 1 from pg_locks where not granted');
        waits = rows.length > 0;
      }
      expect(isDone).toBe(false);
      await open.raw('select advance_feed(10)');
      await open.commit();
      expect(await placed(0)).toEqual([event(1)]);
      expect((await advanced).head).toBe(1);
    });

    test('several readers see each event once, in one order, whatever order it is committed in', async () => {
      const writers = 6;
      const each = 40;
      const { head } = await outbox.advance();
      let writing = writers;
      const write = async (writer: number): Promise<void> => {
        for (let n = 0; n < each; n += 1) {
          await other.transaction(async (inside) => {
            await inside.raw('insert into outbox (event) values (?)', [event(writer * each + n)]);
            await inside.raw('select pg_sleep(random() * 0.004)');
          });
        }
        writing -= 1;
      };
      const read = async (store: PostgresStore): Promise<readonly string[]> => {
        const { outbox: feed } = store.repositories;
        const seen: string[] = [];
        let position = head;
        for (let isOver = false; !isOver;) {
          isOver = writing === 0;
          await feed.advance();
          const found = (await feed.listAfter(position, 1_000))!;
          position = found.at(-1)?.position ?? position;
          seen.push(...found.map((one) => one.event));
        }
        return seen;
      };
      const readers = [1, 2, 3].map(() => openPool({ url, poolMax: 1 }, new SystemTimer()));
      const [first, ...others] = await Promise.all([
        ...readers.map((each) => read(storeOver(each))),
        ...Array.from({ length: writers }, (_, writer) => write(writer).then(() => [])),
      ]);
      for (const each of readers) await each.close();
      expect(first).toHaveLength(writers * each);
      expect(new Set(first).size).toBe(writers * each);
      for (const seen of others.slice(0, readers.length - 1)) expect(seen).toEqual(first);
    });

    test('after a restore, a new event begins another epoch', async () => {
      await outbox.add([event(1)]);
      const { epoch } = await outbox.advance();
      // What a restored table has: another file.
      await knex.raw('vacuum full feed_state');
      expect((await outbox.advance()).epoch).toBe(epoch);
      await outbox.add([event(2)]);
      const after = await outbox.advance();
      expect(after).toMatchObject({ head: 2 });
      expect(after.epoch).not.toBe(epoch);
    });

    test('what nobody has read is not removed', async () => {
      await outbox.advance();
      await knex.raw(`insert into outbox (stored_at, event) values (1, '{"n":1}')`);
      expect(await outbox.sweep(minute)).toBe(false);
      expect(await outbox.list(10)).toEqual([event(1)]);
      await outbox.advance();
      await outbox.sweep(minute);
      expect(await outbox.list(10)).toEqual([]);
      expect(await outbox.listAfter(0, 10)).toBeUndefined();
    });

    test('more events than one step takes get their positions by one call', async () => {
      await knex.raw(`insert into outbox (event) select '{}' from generate_series(1, 25000)`);
      expect((await outbox.advance()).head).toBe(25_000);
    });
  });

  test('changes of visibility are found without reading other events', async () => {
    await emptyTables(knex);
    const read = (after: number) => outbox.listVisibilityAfter(after, 10);
    for (let count = 0; count < 10; count += 1) await read(0);
    await knex.raw(
      `insert into outbox (event) select case n % 10000 when 7 then '{"type":"visibility"}' else '{"type":"content"}' end::json ` +
        'from generate_series(1, 50000) n',
    );
    const { head } = await outbox.advance();
    await outbox.add([encodeJson({ type: 'visibility' })]);
    const expectLean = async (): Promise<void> => {
      for (const [after, rows] of [
        [0, 6],
        [head, 1],
      ] as const) {
        const [plan] = await plansOf(knex, () => read(after));
        expect(maxPages(plan!)).toBeLessThan(20);
        expect(plan!.steps.filter(({ table }) => table === 'outbox')).toMatchObject([
          { index: 'outbox_visibility_idx', rows },
        ]);
      }
    };
    await knex.raw('vacuum outbox');
    await expectLean();
    await knex.raw('vacuum (analyze)');
    await knex.raw('discard plans');
    await expectLean();
  });

  test('new events and those after a position are found without reading the others', async () => {
    await emptyTables(knex);
    const read = async (after: number): Promise<void> => {
      await outbox.add([event(1)]);
      await outbox.advance();
      await outbox.listAfter(after, 10);
    };
    for (let count = 0; count < 10; count += 1) await read(0);
    await knex.raw(
      `insert into outbox (stored_at, event) select ${Date.now() - hour}, '{}' from generate_series(1, 50000)`,
    );
    const { head } = await outbox.advance();
    const expectLean = async (): Promise<void> => {
      for (const after of [0, head - 20]) {
        const [added, state, advance, found] = await plansOf(knex, () => read(after));
        for (const plan of [added, state, advance, found]) expect(maxPages(plan!)).toBeLessThan(60);
        expect(found!.steps.filter(({ table }) => table === 'outbox')).toMatchObject([
          { index: 'outbox_feed_idx', rows: 10, dropped: 0 },
        ]);
        expect(state!.steps.filter(({ table }) => table === 'outbox')).toMatchObject([
          { index: 'outbox_waiting_idx', dropped: 0 },
        ]);
      }
    };
    await knex.raw('vacuum outbox');
    await expectLean();
    await knex.raw('vacuum (analyze)');
    await expectLean();
    await knex.raw('discard plans');
    await expectLean();
  });
});
