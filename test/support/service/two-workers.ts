import { afterAll } from 'vitest';
import { withPostgres } from '../postgres/fresh-database.ts';
import { loggedLines } from './logged-lines.ts';
import { serviceStarter, waitUntil } from './processes.ts';
import { testSecret } from '../core/memory-cms.ts';
import { freshPrefix, withRedis } from '../redis/redis-tests.ts';
import type { ServiceCommand, ServiceProcess, startService } from './service-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Called {
  readonly status: number;
  readonly json: ReturnType<typeof JSON.parse>;
  readonly source: string | null;
}

/** Sends a request on a new connection, so that any worker may answer. */
export const call = async (url: string, { body, ...init }: CallOptions = {}): Promise<Called> => {
  const response = await fetch(url, {
    ...init,
    headers: {
      Connection: 'close',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...init.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const source = response.headers.get('x-cache-source');
  return { status: response.status, json: JSON.parse(text), source };
};

export const wrongLogin = { email: 'bob@example.org', password: 'wrong, but long enough' };

/** Waits until each of the two workers has answered a request. */
const waitForBothWorkers = (service: ServiceProcess): Promise<void> =>
  waitUntil(async () => {
    await call(`${service.url}/api/settings`);
    return new Set(loggedLines(service, 'Request').map(({ worker }) => worker)).size >= 2;
  });

/** Waits until both workers reach Redis, because their start does not. Two concurrent calls reach both. */
const waitForRedisInBoth = ({ url }: ServiceProcess): Promise<void> =>
  waitUntil(async () => {
    const health = (): Promise<Called> => call(`${url}/api/system/health`);
    const answers = await Promise.all([health(), health()]);
    return answers.every(({ json }) => json.data.status === 'healthy');
  });

export interface TwoWorkers {
  readonly environment: Readonly<Record<string, string>> & { readonly DATA_DIR: string };
  /** Starts a service. Resolves when both workers answer and reach Redis. It is killed after all tests. */
  readonly start: (
    extra?: Readonly<Record<string, string>>,
    command?: ServiceCommand,
  ) => Promise<ServiceProcess>;
  /** Starts a service with exactly this environment, without waiting until it is ready. */
  readonly startWith: typeof startService;
}

/** Registers tests that start services of two workers each, on one database and one Redis. */
export const withTwoWorkers = async (
  registerTests: (workers: TwoWorkers) => void,
): Promise<void> => {
  const folder = await temporaryFolder();
  afterAll(() => folder[Symbol.asyncDispose]());
  await withPostgres('migrated', (databaseUrl) =>
    withRedis((redisUrl) => {
      const startWith = serviceStarter(afterAll);
      const environment = {
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisUrl,
        JWT_SECRET: testSecret,
        WORKERS: '2',
        DATA_DIR: folder.path,
      };
      const start = async (
        extra: Readonly<Record<string, string>> = {},
        command?: ServiceCommand,
      ): Promise<ServiceProcess> => {
        // With its own prefix, each service has its own rate limits.
        const REDIS_URL = `${redisUrl}?prefix=${freshPrefix()}`;
        const service = await startWith({ ...environment, REDIS_URL, ...extra }, command);
        await service.ready;
        await waitForBothWorkers(service);
        if (extra['REDIS_URL'] === undefined) await waitForRedisInBoth(service);
        return service;
      };
      registerTests({ environment, start, startWith });
    }),
  );
};
