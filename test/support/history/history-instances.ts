import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { testSecret } from '../core/memory-cms.ts';
import type { OwnPostgres } from '../postgres/own-postgres.ts';
import type { RedisServer } from '../redis/redis-server.ts';
import { openDirectly } from '../redis/redis-tests.ts';
import { quickStart, startService, type ServiceProcess } from '../service/service-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** How fast the clocks of each process run. */
const clockRates = [1, 1.05, 0.95];
const driftingClocks = new URL('drifting-clocks.ts', import.meta.url).href;

/** Three processes of the service on the same servers. They are killed after the test. */
export interface HistoryInstances {
  readonly urls: readonly string[];
  /** Also true for up to 200 ms before, so that some pauses begin without a write in progress. */
  readonly isPaused: (url: string) => boolean;
  /** Ways to disturb the processes or their servers. Each ends with everything running again. */
  readonly disturbances: Readonly<Record<string, () => Promise<void>>>;
}

export const startInstances = async (
  postgres: OwnPostgres,
  redis: RedisServer,
  random: () => number,
): Promise<HistoryInstances> => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const start = async (
    index: number,
    ofPort: Readonly<Record<string, string>> = {},
  ): Promise<ServiceProcess> => {
    const environment = {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      DATA_DIR: folder.path,
      JWT_SECRET: testSecret,
      TRUST_PROXY: '1',
      CLOCK_RATE: String(clockRates[index]),
      ...ofPort,
    };
    const options = [...quickStart, `--import=${driftingClocks}`];
    const service = await startService(environment, undefined, options);
    onTestFinished(() => service[Symbol.asyncDispose]());
    await service.ready;
    return service;
  };
  const services = [await start(0), ...(await Promise.all([start(1), start(2)]))];

  const pickIndex = (): number => Math.floor(random() * services.length);
  let paused: string | undefined;

  const pause = async (ms: number): Promise<void> => {
    const { child, url } = services[pickIndex()]!;
    paused = url;
    await sleep(200 * random());
    child.kill('SIGSTOP');
    await sleep(ms);
    child.kill('SIGCONT');
    paused = undefined;
  };

  return {
    urls: services.map(({ url }) => url),
    isPaused: (url) => url === paused,
    disturbances: {
      'a long pause': () => pause(4_500 + 500 * random()),
      'a crash of Redis': async () => {
        await redis.kill();
        await sleep(500);
        await redis.restart();
      },
      'Redis loses everything': async () => {
        const client = await openDirectly(redis.url);
        await client.flushAll();
      },
      'a transaction that stays open': async () => {
        const client = new Client({ connectionString: postgres.url });
        await client.connect();
        await client.query('begin');
        await client.query(
          "insert into collections values (gen_random_uuid(), 'open', '', '', '{}', true, 1, 1, 1)",
        );
        await sleep(2_000);
        await client.query('rollback');
        await client.end();
      },
      'a killed process of Postgres': async () => {
        const client = new Client({ connectionString: postgres.url });
        client.on('error', () => undefined);
        await client.connect();
        const { rows } = await client.query<{ readonly pid: number }>(
          'select pg_backend_pid() as pid',
        );
        process.kill(rows[0]!.pid, 'SIGKILL');
        await sleep(500);
        await client.end().catch(() => undefined);
      },
      'a short pause': () => pause(500 + 1_000 * random()),
      'a kill': async () => {
        const index = pickIndex();
        const { child, ended, url } = services[index]!;
        child.kill('SIGKILL');
        await ended;
        services[index] = await start(index, { PORT: new URL(url).port });
      },
      'a crash of Postgres': async () => {
        await postgres.stop('immediate');
        await postgres.start();
      },
    },
  };
};
