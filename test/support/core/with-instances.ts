import { afterAll, beforeAll, describe } from 'vitest';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import type { Timer } from '../../../core/index.ts';
import { withPostgres } from '../postgres/fresh-database.ts';
import { serveInstances, type Instances } from './instances.ts';
import { startRedisServer, type RedisServer } from '../redis/redis-server.ts';
import { withRedisServers } from '../redis/redis-tests.ts';

/**
 * Waits thirty times as long as the service wants. Callers that wait too long for others are rejected: on
 * a busy machine, this would depend on its speed.
 */
const patientTimer: Timer = {
  within: (work, ms) => new SystemTimer().within(work, 30 * ms),
};

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
            const options = isRedisKilled ? {} : { adapters: { timer: () => patientTimer } };
            scene = { redis, instances: await serveInstances(3, env, options) };
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
