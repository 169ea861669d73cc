import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { beginTransaction } from '../../../adapters/postgres/connection/late-transaction.ts';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { postgresRepositories } from '../../../adapters/postgres/postgres-repositories.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import type { ContentChange } from '../../../core/store.ts';
import {
  deletionOf,
  expecting,
  revisionOf,
  updateOf,
} from '../../conformance/content/content-changes.ts';
import { copyVersion, sampleCopy, saveCopies } from '../../conformance/content/copy-samples.ts';
import {
  collectionId,
  contentId,
  sampleCollection,
  sampleContent,
} from '../../conformance/samples.ts';
import { contentsWith } from '../../support/postgres/database-subject.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';

await withPostgres('migrated', (url) => {
  const pool = openPool({ url, poolMax: 4 }, new SystemTimer());
  const { knex } = pool;
  let store: Awaited<ReturnType<typeof contentsWith>>;

  beforeEach(async () => {
    store = await contentsWith(pool, 2);
    await store.repositories.collections.insert(sampleCollection(2));
  });
  afterAll(() => knex.destroy());

  /** Waits until a statement waits for a lock. */
  const untilOneWaits = async (): Promise<void> => {
    for (;;) {
      const { rows } = await knex.raw(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (rows.length > 0) return;
      await sleep(5);
    }
  };

  /** Commits a change of the item while a transaction with the first save of its copy is open. */
  const commitDuringSave = async (change: ContentChange): Promise<boolean> => {
    const transaction = await beginTransaction(pool);
    const saved = await postgresRepositories(transaction.inside).copies.save(
      sampleCopy(1),
      1,
      undefined,
    );
    expect(saved).toBe(true);
    const committed = store.commit([change]);
    await untilOneWaits();
    await transaction.commit();
    return committed;
  };

  const item = sampleContent(1);

  describe('a copy that is begun while', () => {
    test('its item is deleted, is deleted too', async () => {
      expect(await commitDuringSave(deletionOf(item))).toBe(true);
      expect(await store.repositories.copies.find(item.id)).toBeUndefined();
    });

    test('its item is moved, is listed in the new collection', async () => {
      const moved = revisionOf(item, { collectionId: collectionId(2) });
      expect(await commitDuringSave(updateOf(item, moved))).toBe(true);
      const list = (all: string) =>
        store.repositories.copies.list({
          all: [all],
          own: [],
          ownerId: undefined,
          limit: 9,
          offset: 0,
        });
      expect(await list(collectionId(1))).toEqual([]);
      expect(await list(collectionId(2))).toHaveLength(1);
    });
  });

  test('a save that waits for a change of the item stores nothing', async () => {
    const transaction = await beginTransaction(pool);
    await transaction.inside.knex('content').where({ id: item.id }).update({ version: 2 });
    const saved = store.repositories.copies.save(sampleCopy(1), 1, undefined);
    await untilOneWaits();
    await transaction.commit();
    expect(await saved).toBe(false);
    expect(await store.repositories.copies.find(item.id)).toBeUndefined();
  });

  /** An update that publishes the first state of the copy. */
  const publication = (): ContentChange =>
    expecting(updateOf(item, revisionOf(item, { title: 'Published' })), { copy: copyVersion(1) });

  const next = sampleCopy(1, { title: 'Saved', version: copyVersion(9) });

  test('a publication that waits for a save of the copy stores nothing', async () => {
    await saveCopies(store, [sampleCopy(1)]);
    const transaction = await beginTransaction(pool);
    await postgresRepositories(transaction.inside).copies.save(next, 1, sampleCopy(1));
    const published = store.commit([publication()]);
    await untilOneWaits();
    await transaction.commit();
    expect(await published).toBe(false);
    expect(await store.repositories.contents.findById(contentId(1))).toEqual(item);
    expect(await store.repositories.copies.find(item.id)).toEqual(next);
  });

  test('a publication locks the item before the copy, as a save does, so that they never deadlock', async () => {
    await saveCopies(store, [sampleCopy(1)]);
    const transaction = await beginTransaction(pool);
    await transaction.inside.knex.raw('select from content where id = ? for share', [item.id]);
    const published = store.commit([publication()]);
    await untilOneWaits();
    const saved = await postgresRepositories(transaction.inside).copies.save(
      next,
      1,
      sampleCopy(1),
    );
    await transaction.commit();
    expect([saved, await published]).toEqual([true, false]);
  });

  test('deleting all items with other programs leaves copies that no list shows', async () => {
    await saveCopies(store, [sampleCopy(1)]);
    await knex('content').delete();
    const all = [collectionId(1)];
    const query = { all, own: [], ownerId: undefined, limit: 9, offset: 0 };
    expect(await store.repositories.copies.list(query)).toEqual([]);
  });
});
