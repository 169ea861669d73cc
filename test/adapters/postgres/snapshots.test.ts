import { beforeEach, expect, test } from 'vitest';
import { contentId } from '../../conformance/samples.ts';
import { storeOver } from '../../support/postgres/database-subject.ts';
import { emptyTables } from '../../support/postgres/empty-tables.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { openedDatabases } from '../../support/postgres/opened-databases.ts';

const ended = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

await withPostgres('migrated', (url) => {
  const open = openedDatabases();
  beforeEach(() => emptyTables(open(url, 1)));

  for (const [poolMax, snapshotMax] of [
    [4, 1],
    [8, 2],
  ] as const) {
    test(`snapshots use ${snapshotMax} of ${poolMax} connections, even beside writes, and reads use the rest`, async () => {
      const knex = open(url, poolMax);
      const { contents } = storeOver(knex).repositories;
      const store = storeOver(knex);
      const { promise: isDone, resolve: end } = Promise.withResolvers<void>();
      let running = 0;
      const waitInside = async (): Promise<void> => {
        running += 1;
        await isDone;
      };
      const times = Array.from({ length: 2 * poolMax });
      const snapshots = times.map(() => ended(store.consistently(waitInside)));
      const writes: Promise<unknown>[] = [];
      try {
        await expect.poll(() => running).toBe(snapshotMax);
        writes.push(...times.map(() => ended(store.exclusively('settings', () => isDone))));
        // A read that had to wait for a connection would be rejected.
        expect(await contents.findById(contentId(1))).toBeUndefined();
        expect(await Promise.race(snapshots)).toMatchObject({
          code: 'dependency_unavailable',
          retryAfterMs: expect.any(Number),
        });
        expect(running).toBe(snapshotMax);
      } finally {
        end();
        await Promise.all([...snapshots, ...writes]);
      }
      expect(await store.consistently(async () => 'again')).toBe('again');
    });
  }
});
