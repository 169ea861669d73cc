import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';
import { times } from '../../conformance/cases.ts';
import { creationOf, revisionOf, updateOf } from '../../conformance/content/content-changes.ts';
import { recorded } from '../../conformance/content/history/recorded-changes.ts';
import { sampleCollection, sampleContent } from '../../conformance/samples.ts';
import { storeOver } from '../../support/postgres/database-subject.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';

const items = 400;
const limits = { maxPerItem: 3, maxDays: 0 };

await withPostgres('migrated', (url) => {
  const pools = [1, 2, 3].map(() => openPool({ url, poolMax: 4 }, new SystemTimer()));
  const stores = pools.map(storeOver);
  const [store] = stores as [(typeof stores)[number]];
  let current: readonly ContentItem[] = times(items, (n) => sampleContent(n));

  beforeAll(async () => {
    await store.repositories.collections.insert(sampleCollection(1));
    await store.commit(current.map((item) => recorded(creationOf(item))));
  });

  afterAll(async () => {
    for (const pool of pools) await pool.close();
  });

  const writeAll = async (isAutosave: boolean): Promise<void> => {
    current = await Promise.all(
      current.map(async (before, index) => {
        const item = revisionOf(before, { status: 'draft' });
        const replaces = isAutosave && index % 2 === 0 ? before.version : undefined;
        const change = recorded(updateOf(before, item), { isAutosave, replaces });
        expect(await stores[index % 3]!.commit([change])).toBe(true);
        return item;
      }),
    );
  };

  const pruneAll = async ({ repositories: { revisions } }: (typeof stores)[number]) => {
    let after: string | undefined;
    do {
      after = await revisions.prune(limits, { after });
    } while (after !== undefined);
  };

  test('three instances that prune at once leave the same as one, and disturb no write', async () => {
    for (let round = 0; round < 6; round += 1) {
      const pruning = stores.map(pruneAll);
      await writeAll(round % 2 === 1);
      await Promise.all(pruning);
    }
    await Promise.all(stores.map(pruneAll));
    const { rows } = await pools[0]!.knex.raw(
      `select content_id, array_agg(version order by version desc) as versions,
        count(*) filter (where status = 'published')::integer as published
      from content_revisions group by content_id`,
    );
    expect(rows).toHaveLength(items);
    for (const { versions, published } of rows as readonly {
      readonly versions: readonly number[];
      readonly published: number;
    }[]) {
      expect(versions[0]).toBe(7);
      expect(versions).toHaveLength(4);
      expect([versions.at(-1), published]).toEqual([1, 1]);
    }
  });
});
