import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { beginTransaction } from '../../adapters/postgres/connection/late-transaction.ts';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { postgresRepositories } from '../../adapters/postgres/postgres-repositories.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import type { Revision, Store } from '../../core/store.ts';
import { deletionOf } from '../conformance/content/content-changes.ts';
import { muchRoom, sampleComment } from '../conformance/content/comment-samples.ts';
import { sampleCopy } from '../conformance/content/copy-samples.ts';
import { collectionId, contentId, sampleContent } from '../conformance/samples.ts';
import { trash, withHistory } from '../conformance/trash/trashed-items.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { emptyTables } from '../support/postgres/empty-tables.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';

const item = sampleContent(1);

const deletions: readonly (readonly [string, (store: Store) => Promise<unknown>])[] = [
  ['alone', ({ repositories }) => repositories.trash.purge(item.id, 1)],
  ['with the whole trash', ({ repositories }) => repositories.trash.purgeScope('all', 10)],
  [
    'with its part of the trash',
    ({ repositories }) =>
      repositories.trash.purgeScope(
        { whole: [collectionId(1)], owned: [], ownerId: undefined },
        10,
      ),
  ],
  ['with its collection', ({ repositories }) => repositories.collections.delete(collectionId(1))],
];

await withPostgres('migrated', (url) => {
  const pool = openPool({ url, poolMax: 4 }, new SystemTimer());
  const { knex } = pool;
  const store = storeOver(pool);
  const { revisions, copies, comments } = store.repositories;
  afterAll(() => knex.destroy());

  const untilOneWaits = async (): Promise<void> => {
    for (;;) {
      const { rows } = await knex.raw(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (rows.length > 0) return;
      await sleep(5);
    }
  };

  /** Deletes the item while a transaction that has added a revision and a copy of it is open. */
  const deleteDuringAddition = async (work: (store: Store) => Promise<unknown>): Promise<void> => {
    const revision = (await revisions.find(item.id, 1)) ?? expect.fail('no revision');
    const added: Revision = { ...revision, version: 2 };
    const transaction = await beginTransaction(pool);
    const inside = postgresRepositories(transaction.inside);
    expect(await inside.revisions.add([added])).toEqual([true]);
    expect(await inside.copies.add(sampleCopy(1))).toBe(true);
    expect(await inside.comments.add([sampleComment(1)], muchRoom)).toEqual([true]);
    const deleted = work(store);
    await untilOneWaits();
    await transaction.commit();
    expect([true, 1]).toContain(await deleted);
  };

  const nothingIsLeft = async (): Promise<void> => {
    expect(await revisions.listAfter(undefined, 10)).toEqual([]);
    expect(await comments.listAfter(undefined, 10)).toEqual([]);
    expect(await copies.listAfter(undefined, 10)).toEqual([]);
  };

  test.each(deletions)(
    'parts that are added to an item in the trash while it is deleted %s are deleted too',
    async (_, work) => {
      await emptyTables(knex);
      await withHistory(store, 1);
      await trash(store, item);
      await deleteDuringAddition(work);
      await nothingIsLeft();
    },
  );

  test('parts that are added to content while it is deleted for good are deleted too', async () => {
    await emptyTables(knex);
    await withHistory(store, 1);
    await deleteDuringAddition((at) => at.commit([deletionOf(item)]));
    await nothingIsLeft();
  });

  test('a permanent deletion finds the history and the copy by their indexes', async () => {
    await emptyTables(knex);
    await withHistory(store, 500);
    for (let n = 1; n <= 500; n += 1) {
      await comments.insert(sampleComment(n, { contentId: contentId(n) }), muchRoom);
    }
    await knex.raw('vacuum (analyze) content_revisions, content_copies, content_comments');
    await pool.transaction({}, async (inside) => {
      const at = postgresRepositories(inside);
      await at.trash.add({ item: sampleContent(501), deletedAt: 1, deletedBy: undefined });
      const scans = async (): Promise<unknown> =>
        (
          await inside.knex.raw(
            "select relname, seq_scan from pg_stat_xact_user_tables where relname in ('content_revisions', 'content_copies', 'content_comments') order by relname",
          )
        ).rows;
      const before = await scans();
      expect(before).toHaveLength(3);
      expect(await at.trash.purge(contentId(501), 1)).toBe(true);
      expect(await scans()).toEqual(before);
    });
  });
});
