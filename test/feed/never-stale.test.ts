import { describe, expect, test } from 'vitest';
import { operator, type Snapshot } from '../../core/index.ts';
import { openPostgresStore } from '../../adapters/postgres/open-postgres-store.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { altered } from '../support/core/altered.ts';
import { personAt, serveInstances, type Instances } from '../support/core/instances.ts';
import { watchWrites, type WatchResult } from '../support/feed/watch-writes.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { freshPrefix, withRedis } from '../support/redis/redis-tests.ts';

await withPostgres('migrated', (databaseUrl) =>
  withRedis((redisUrl) => {
    const env = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: `${redisUrl}?prefix=${freshPrefix()}`,
    };
    let accounts = 0;

    const watch = async (
      instances: Instances,
      { active, writes }: { readonly active: boolean; readonly writes: number },
    ): Promise<WatchResult> => {
      await instances.services[0]!.service.cms.plugins.configure(operator, 'cache', { active });
      accounts += 1;
      const { headers } = await personAt(instances, 'admin', `ada${accounts}`);
      return watchWrites({
        urls: instances.services.map(({ url }) => url),
        token: headers['Authorization']!.replace('Bearer ', ''),
        writes,
        writers: 14,
      });
    };

    describe.each([true, false])('with the cache plugin active: %s', (active) => {
      // `npm run bench -- --only feed --changes 10000` repeats it for longer.
      test('a read that begins after an event was received is not older, on every instance', async () => {
        await using instances = await serveInstances(2, env);
        const { events, reads, stale } = await watch(instances, { active, writes: 100 });
        expect(stale).toEqual([]);
        expect(events).toBeGreaterThanOrEqual(2 * 100);
        expect(reads).toBe(4 * events);
      });
    });

    test('a memory that does not ask the database is found', async () => {
      const adapters = {
        store: () => {
          const store = openPostgresStore({ url: databaseUrl, poolMax: 10 }, new SystemTimer());
          let first: Promise<Snapshot | undefined> | undefined;
          return altered(store, { snapshot: () => (first ??= store.snapshot()) });
        },
      };
      await using instances = await serveInstances(2, env, { adapters });
      const { stale } = await watch(instances, { active: true, writes: 50 });
      expect(stale.length).toBeGreaterThan(0);
    });
  }),
);
