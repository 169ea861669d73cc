import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { openPool } from '../../adapters/postgres/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { testSecret } from './memory-cms.ts';
import type { OwnPostgres } from './own-postgres.ts';
import type { RedisServer } from './redis-server.ts';
import { quickStart, startService, type ServiceProcess } from './service-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

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

  const database = openPool({ url: postgres.url, poolMax: 1 }, new SystemTimer());
  onTestFinished(() => database.destroy());
  const pickIndex = (): number => Math.floor(random() * services.length);
  let paused: string | undefined;

  /** The paused instance never gets the messages of the others, which reconnect. */
  const pause = async (ms: number): Promise<void> => {
    const { child, url } = services[pickIndex()]!;
    paused = url;
    await sleep(200 * random());
    child.kill('SIGSTOP');
    await database.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'quoin leases'`,
    );
    await sleep(ms);
    child.kill('SIGCONT');
    paused = undefined;
  };

  return {
    urls: services.map(({ url }) => url),
    isPaused: (url) => url === paused,
    disturbances: {
      'a pause longer than a lease': () => pause(4_500 + 500 * random()),
      'a crash of Redis': async () => {
        await redis.kill();
        await sleep(500);
        await redis.restart();
      },
      'a pause shorter than a lease': () => pause(500 + 1_000 * random()),
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
