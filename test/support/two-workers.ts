import { afterAll } from 'vitest';
import { said } from './log-lines.ts';
import { servicesOfATest, until } from './processes.ts';
import { testSecret } from './memory-cms.ts';
import type { ServiceProcess } from './service-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

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

/** On a connection of its own, so that any worker may answer. */
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

/** Resolves once each of two workers has answered. */
const untilBothAnswer = (service: ServiceProcess): Promise<void> =>
  until(async () => {
    await call(`${service.url}/api/settings`);
    return new Set(said(service, 'Request').map(({ worker }) => worker)).size >= 2;
  });

export interface TwoWorkers {
  readonly environment: Readonly<Record<string, string>> & { readonly DATA_DIR: string };
  /** Resolves once both have answered. The service is killed after the test. */
  readonly start: (extra?: Readonly<Record<string, string>>) => Promise<ServiceProcess>;
  /** The same with an environment of the test's own, and without waiting for anything. */
  readonly startWith: (env: Readonly<Record<string, string>>) => Promise<ServiceProcess>;
}

/** Starts services of two workers each on a database. The folder is theirs, and removed after the tests. */
export const twoWorkersOn = async (databaseUrl: string): Promise<TwoWorkers> => {
  const folder = await temporaryFolder();
  afterAll(() => folder[Symbol.asyncDispose]());
  const startWith = servicesOfATest();
  const environment = {
    DATABASE_URL: databaseUrl,
    JWT_SECRET: testSecret,
    WORKERS: '2',
    DATA_DIR: folder.path,
  };
  const start = async (extra: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> => {
    const service = await startWith({ ...environment, ...extra });
    await service.ready;
    await untilBothAnswer(service);
    return service;
  };
  return { environment, start, startWith };
};
