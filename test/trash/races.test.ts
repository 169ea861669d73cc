import { afterAll, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { isDomainError, operator, type Cms } from '../../core/index.ts';
import { coreWorld } from '../support/core/core-world.ts';
import { post } from '../support/import/imports.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { emptyTables } from '../support/postgres/empty-tables.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { seededRandom } from '../support/seeded-random.ts';

await withPostgres('migrated', async (url) => {
  const pools = [1, 2].map(() => openPool({ url, poolMax: 8 }, new SystemTimer()));
  const [one, other] = pools as [(typeof pools)[0], (typeof pools)[0]];

  afterAll(async () => {
    for (const pool of pools) await pool.close();
  });

  /** Two instances of the service on one database. */
  const instances = async () => {
    await emptyTables(one.knex);
    const world = await coreWorld({ ports: { store: storeOver(one) } });
    return { ...world, both: [world.cms, world.another({ ports: { store: storeOver(other) } })] };
  };

  /** Rows that break a promise: ids in two places, or revisions of nothing. */
  const broken = async (): Promise<unknown> => {
    const { rows } = await one.knex.raw(`
      select 'in both places' as what, id from content join content_trash using (id)
      union all
      select 'history of nothing', content_id from content_revisions
      where not exists (select from content where id = content_id)
        and not exists (select from content_trash where id = content_id)
      union all
      select 'not in its history', id from (
        select id, version from content union all select id, version from content_trash) item
      where not exists (select from content_revisions r where content_id = id and r.version = item.version)
      union all
      select 'a version without revision', content_id from content_revisions
      group by content_id having count(*) <> max(version)`);
    return rows;
  };

  const expected = new Set([
    'not_found',
    'id_taken',
    'slug_taken',
    'collection_inactive',
    'collection_not_empty',
    'edited_since_import',
  ]);

  /** Lets others fail as they may. @returns whether it succeeded. */
  const attempt = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      if (isDomainError(error) && expected.has(error.code)) return false;
      throw error;
    }
  };

  test('deletions, restores, purges, imports and edits of the same items lose and duplicate nothing', async () => {
    const { both, write, person, ports } = await instances();
    const editor = await person('editor');
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) ids.push((await write(editor, { slug: `item-${n}` })).id);
    const random = seededRandom(20_261_127);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    const actions: readonly ((cms: Cms, id: string, n: number) => Promise<unknown>)[] = [
      (cms, id) => cms.content.delete(editor, id),
      (cms, id) => cms.content.delete(editor, id),
      (cms, id) => cms.trash.restore(editor, id),
      (cms, id) => cms.trash.restore(editor, id),
      (cms, id, n) => cms.trash.restore(editor, id, { slug: `restored-${n}` }),
      (cms, id) => cms.trash.delete(editor, id),
      (cms, id, n) => cms.content.update(editor, id, { title: `Title ${n}` }),
      (cms, id, n) =>
        cms.transfer.importContent(operator, { records: [post({ id, slug: `imported-${n}` })] }),
      (cms) => cms.content.bulk(editor, { action: 'restore', ids, atomic: true }),
      (cms) => cms.content.bulk(editor, { action: 'delete', ids: ids.toReversed(), atomic: true }),
      (cms) => cms.content.bulk(editor, { action: 'restore', ids }),
    ];
    let succeeded = 0;
    for (let round = 0; round < 60; round += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, n) => {
          // Items are rarely empty: most rounds do not purge.
          const usable = round % 6 === 0 ? actions : actions.filter((_, place) => place !== 5);
          return attempt(pick(usable)(pick(both), pick(ids), round * 12 + n));
        }),
      );
      succeeded += outcomes.filter(Boolean).length;
      expect(await broken()).toEqual([]);
    }
    expect(succeeded).toBeGreaterThan(200);
    const events = await ports.store.repositories.outbox.list(100_000);
    const states = new Map<string, number | null>();
    // The outbox tells one story: each change begins where the one before it of the same item ended.
    for (const each of events) {
      const { id, before, after, restored } = JSON.parse(each) as {
        readonly id: string;
        readonly before: { readonly version: number } | null;
        readonly after: { readonly version: number } | null;
        readonly restored?: boolean;
      };
      const last = states.get(id) ?? null;
      expect([id, before?.version ?? null]).toEqual([id, last]);
      if (restored === true) expect(last).toBeNull();
      states.set(id, after?.version ?? null);
    }
    expect(states.size).toBe(ids.length);
  });

  test('a collection that is deleted while its items are deleted and restored leaves nothing', async () => {
    const { both, write, person, cms } = await instances();
    const editor = await person('editor');
    let deleted = 0;
    for (let round = 0; round < 25; round += 1) {
      const name = `notes-${round}`;
      const { id: collectionId } = await cms.collections.create(operator, { name });
      const ids: string[] = [];
      for (let n = 0; n < 6; n += 1) ids.push((await write(editor, { collectionId })).id);
      for (const id of ids.slice(1)) await cms.content.delete(editor, id);
      const steps = [
        () => attempt(both[0]!.content.delete(editor, ids[0]!)),
        ...(round % 2 === 0 ? ids.slice(1, 3) : []).map(
          (id, n) => () => attempt(both[n % 2]!.trash.restore(editor, id)),
        ),
        () => attempt(both[1]!.collections.delete(operator, name)),
      ];
      const outcomes: boolean[] = [];
      // On a busy machine, one of them could come first in all rounds. So each outcome happens in a round without a race.
      if (round < 2) for (const step of steps) outcomes.push(await step());
      else outcomes.push(...(await Promise.all(steps.map((step) => step()))));
      const isDeleted = outcomes.at(-1) === true;
      if (isDeleted) deleted += 1;
      const { rows } = await one.knex.raw(
        'select id from content where collection_id = ? union all select id from content_trash where collection_id = ?',
        [collectionId, collectionId],
      );
      expect(rows).toHaveLength(isDeleted ? 0 : ids.length);
      expect(await broken()).toEqual([]);
    }
    expect(deleted).toBeGreaterThan(0);
    expect(deleted).toBeLessThan(25);
  });

  test('sweeps of several instances delete each item once, and leave what is restored', async () => {
    const { both, write, person, cms, ports } = await instances();
    const editor = await person('editor');
    const ids: string[] = [];
    for (let n = 0; n < 300; n += 1) ids.push((await write(editor)).id);
    await cms.content.bulk(editor, { action: 'delete', ids });
    await one.knex.raw('update content_trash set stored_at = stored_at - 31 * 86400000::bigint');
    const [restored] = await Promise.all([
      Promise.all(ids.slice(0, 40).map((id) => attempt(cms.trash.restore(editor, id)))),
      ...both.map((each) => each.system.sweepTrash()),
      ...both.map((each) => each.trash.empty(editor)),
    ]);
    expect(await ports.store.repositories.trash.list('all', { limit: 10, offset: 0 })).toEqual([]);
    const left = await ports.store.repositories.contents.findByIds(ids);
    expect(left).toHaveLength(restored.filter(Boolean).length);
    expect(await broken()).toEqual([]);
  });

  test('atomic changes of the same items in opposite orders succeed without a deadlock', async () => {
    const { both, write, person, ports } = await instances();
    const failures: unknown[] = [];
    const note = (error: unknown): void => void failures.push(error);
    for (const pool of pools) pool.knex.on('query-error', note);
    const editor = await person('editor');
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.push((await write(editor)).id);
    for (const [round, action] of (['publish', 'archive', 'unpublish'] as const).entries()) {
      const reports = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          both[n % 2]!.content.bulk(editor, {
            action,
            ids: n % 3 === 0 ? ids : ids.toReversed(),
            atomic: true,
          }),
        ),
      );
      expect(reports.filter(({ isRejected }) => isRejected)).toEqual([]);
      const items = await ports.store.repositories.contents.findByIds(ids);
      expect(items.filter(({ version }) => version !== round + 2)).toEqual([]);
    }
    expect(failures).toEqual([]);
    expect(await broken()).toEqual([]);
  });

  test('of atomic changes that contradict each other, one has the last word for all items', async () => {
    const { both, write, person, ports } = await instances();
    const failures: unknown[] = [];
    const note = (error: unknown): void => void failures.push(error);
    for (const pool of pools) pool.knex.on('query-error', note);
    const editor = await person('editor');
    for (let round = 0; round < 25; round += 1) {
      const ids: string[] = [];
      for (const status of ['published', 'draft', 'published', 'draft'] as const) {
        ids.push((await write(editor, { status })).id);
      }
      await Promise.all(
        (['publish', 'unpublish'] as const).map((action, n) =>
          both[n]!.content.bulk(editor, {
            action,
            ids: n === round % 2 ? ids : ids.toReversed(),
            atomic: true,
          }),
        ),
      );
      const items = await ports.store.repositories.contents.findByIds(ids);
      expect(new Set(items.map(({ status }) => status)).size).toBe(1);
    }
    expect(failures).toEqual([]);
  });
});
