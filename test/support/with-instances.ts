import { afterAll, beforeAll, describe } from 'vitest';
import { withPostgres } from './fresh-database.ts';
import { serveInstances, type Instances } from './instances.ts';
import { startRedisServer, type RedisServer } from './redis-server.ts';
import { withRedisServers } from './redis-tests.ts';

export interface Scene {
  readonly instances: Instances;
  readonly redis: RedisServer;
}

/**
 * Registers tests with three instances of the service on one Postgres and one Redis, twice: once with a
 * running Redis, once for tests that kill and restart it. Redis persists its data, so that it restarts
 * with stale entries.
 */
export const withThreeInstances = async (
  registerTests: (scene: () => Scene, isRedisKilled: boolean) => void,
): Promise<void> => {
  for (const isRedisKilled of [false, true]) {
    await withPostgres('migrated', (url) =>
      withRedisServers(() => {
        const name = 'three instances on one Postgres and one Redis';
        describe(`${name}${isRedisKilled ? ' that is killed and restarted' : ''}`, () => {
          let scene: Scene;
          beforeAll(async () => {
            const redis = await startRedisServer({ appendonly: 'yes', appendfsync: 'always' });
            const env = { DATABASE_URL: url, REDIS_URL: redis.url };
            scene = { redis, instances: await serveInstances(3, env) };
          });
          afterAll(async () => {
            await scene.instances[Symbol.asyncDispose]();
            await scene.redis[Symbol.asyncDispose]();
          });
          registerTests(() => scene, isRedisKilled);
        });
      }),
    );
  }
};
