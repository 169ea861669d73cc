import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { BasedRead, Store } from '../../core/store.ts';
import type { Snapshot } from '../../core/vocabulary.ts';
import { openPostgresStore } from '../../adapters/postgres/open-postgres-store.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { altered } from '../support/core/altered.ts';
import { personAt, serveInstances, type Instances } from '../support/core/instances.ts';
import { serveFetch } from '../support/http/serve-fetch.ts';
import { httpAdapters, type AdapterName } from '../support/http/http-adapters.ts';
import { watchWrites, type WatchResult } from '../support/feed/watch-writes.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { freshPrefix, withRedis } from '../support/redis/redis-tests.ts';

/** A store that says of every state that nothing has changed since the others. */
const unchanging = (store: Store): Store => {
  const snapshot = 'the only one' as Snapshot;
  const contents = new Proxy(store.repositories.contents, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...args: readonly unknown[]) => {
        const read: unknown = await member.apply(target, args);
        return isBased(read) ? { ...read, snapshot } : read;
      };
    },
  });
  const repositories = altered(store.repositories, { contents });
  return altered(store, { repositories, snapshot: async () => snapshot });
};

const isBased = (read: unknown): read is BasedRead<unknown> =>
  typeof read === 'object' && read !== null && 'isCurrent' in read;

interface WatchedCase {
  readonly adapter: AdapterName;
  readonly active: boolean;
}

const cases: readonly WatchedCase[] = httpAdapters.flatMap(({ adapter }) =>
  [true, false].map((active) => ({ adapter, active })),
);

await withPostgres('migrated', (databaseUrl) =>
  withRedis((redisUrl) => {
    const env = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: `${redisUrl}?prefix=${freshPrefix()}`,
    };
    let accounts = 0;

    const watch = async (
      instances: Instances,
      { adapter, active, writes }: WatchedCase & { readonly writes: number },
    ): Promise<WatchResult> => {
      await instances.services[0]!.service.cms.plugins.configure(operator, 'cache', { active });
      accounts += 1;
      const { headers } = await personAt(instances, 'admin', `ada${accounts}`);
      await using fetching = await serveFetch(instances.services);
      return await watchWrites({
        urls: adapter === 'koa' ? instances.services.map(({ url }) => url) : fetching.urls,
        token: headers['Authorization']!.replace('Bearer ', ''),
        writes,
        writers: 14,
      });
    };

    describe.each(cases)(
      'on $adapter, with the cache plugin active: $active',
      ({ adapter, active }) => {
        // `npm run bench -- --only feed --changes 10000` repeats it for longer.
        test('a read that begins after an event was received is not older, on every instance', async () => {
          await using instances = await serveInstances(2, env);
          const { events, reads, stale } = await watch(instances, { adapter, active, writes: 100 });
          expect(stale).toEqual([]);
          expect(events).toBeGreaterThanOrEqual(2 * 100);
          expect(reads).toBe(4 * events);
        });
      },
    );

    test.each(httpAdapters)(
      'a memory on $adapter that does not ask the database is found',
      async ({ adapter }) => {
        const adapters = {
          store: () =>
            unchanging(openPostgresStore({ url: databaseUrl, poolMax: 10 }, new SystemTimer())),
        };
        await using instances = await serveInstances(2, env, { adapters });
        const { stale } = await watch(instances, { adapter, active: true, writes: 50 });
        expect(stale.length).toBeGreaterThan(0);
      },
    );
  }),
);
