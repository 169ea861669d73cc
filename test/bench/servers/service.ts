import { randomBytes } from 'node:crypto';
import type { Conditions } from '../workload.ts';
import { startServer, type ServerProcess } from './server-process.ts';

export interface ServiceOptions {
  /** The program of another version. Default: the one of this version. */
  readonly program?: string | undefined;
  /** Without it, the database is embedded. */
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
  /** The data folder and the place of the log. */
  readonly folder: string;
  readonly nodeOptions?: readonly string[];
  /** Further variables of the environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

const secret = randomBytes(32).toString('hex');

/** Starts the service as an operator does. */
export const startServiceProcess = (options: ServiceOptions): Promise<ServerProcess> => {
  const { program, databaseUrl, redisUrl, folder, nodeOptions = [], env = {} } = options;
  return startServer({
    file: program ?? 'bootstrap/dist/main.mjs',
    folder,
    // As all launchers do.
    nodeOptions: ['--max-semi-space-size=8', ...nodeOptions],
    env: {
      MALLOC_ARENA_MAX: '2',
      NODE_ENV: 'production',
      JWT_SECRET: secret,
      DATA_DIR: folder,
      // Logins are limited per address: the driver is a proxy with many clients.
      TRUST_PROXY: '1',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
      ...env,
    },
  });
};

/** The first account of each database, which becomes the admin. */
export const admin = { email: 'bench@example.com', password: 'correct horse battery' };

/** Sends one request to the service. @returns the response, parsed. */
export const send = async (
  { url }: Pick<ServerProcess, 'url'>,
  method: string,
  path: string,
  body: object,
  token?: string,
): Promise<ReturnType<typeof JSON.parse>> => {
  const response = await fetch(url + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.255.${randomBytes(2).join('.')}`,
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
};

/** A running service with a session of the admin. */
export interface Service extends ServerProcess {
  readonly token: string;
  setCache(active: boolean): Promise<void>;
}

/** Starts the service on a database of the benchmark, and logs in. */
export const startService = async (
  { resources, profileFolder }: Conditions,
  databaseUrl: string,
  redisUrl = resources.redisUrl(),
  program?: string,
  env?: ServiceOptions['env'],
): Promise<Service> => {
  await using stack = new AsyncDisposableStack();
  const { folder } = resources;
  const nodeOptions =
    profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  const server = stack.use(
    await startServiceProcess({ program, databaseUrl, redisUrl, folder, nodeOptions, env }),
  );
  const { token } = await send(server, 'POST', '/auth/login', admin);
  stack.move();
  return {
    ...server,
    token,
    setCache: async (active) => {
      await send(server, 'PUT', '/api/plugins/cache', { active }, token);
    },
  };
};

/** Instances that share a copy of the posts and a prefix in Redis. Disposing stops them and drops the copy. */
export interface Services extends AsyncDisposable {
  readonly databaseUrl: string;
  readonly services: readonly [Service, ...Service[]];
}

export const openServices = async (
  conditions: Conditions,
  count: number,
  cache: boolean,
  program?: string,
  env?: ServiceOptions['env'],
): Promise<Services> => {
  const { resources, rows } = conditions;
  await using stack = new AsyncDisposableStack();
  const databaseUrl = await resources.copy(rows, program);
  stack.defer(() => resources.drop(databaseUrl));
  const redisUrl = resources.redisUrl();
  const start = async (): Promise<Service> =>
    stack.use(await startService(conditions, databaseUrl, redisUrl, program, env));
  const services: [Service, ...Service[]] = [await start()];
  while (services.length < count) services.push(await start());
  await services[0].setCache(cache);
  const opened = stack.move();
  return { services, databaseUrl, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};
