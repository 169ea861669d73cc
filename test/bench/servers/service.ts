import { randomBytes } from 'node:crypto';
import { startServer, type ServerProcess } from './server-process.ts';

/** The service as an operator runs it, and what a client can change while it runs. */
export interface Service extends ServerProcess {
  /** A session token of the admin. */
  readonly token: string;
  setCache(active: boolean): Promise<void>;
}

export const admin = { email: 'bench@example.com', password: 'correct horse battery' };

export interface ServiceOptions {
  /** Without it, the database is embedded. */
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
  /** The data folder and the place of the log. */
  readonly folder: string;
  readonly nodeOptions?: readonly string[];
}

const secret = randomBytes(32).toString('hex');

/** Starts the process only. */
export const startServiceProcess = (options: ServiceOptions): Promise<ServerProcess> => {
  const { databaseUrl, redisUrl, folder, nodeOptions = [] } = options;
  return startServer({
    file: 'bootstrap/dist/main.mjs',
    folder,
    // Not the health check: a stop waits until those that poll it have noticed.
    readyPath: '/api/content?limit=1',
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
    },
  });
};

/** Starts the service on a database whose admin is {@link admin}, and logs in. */
export const startService = async (options: ServiceOptions): Promise<Service> => {
  const server = await startServiceProcess(options);
  try {
    const { token } = await post(server.url, '/auth/login', admin);
    return {
      ...server,
      token,
      setCache: async (active) => {
        await request(server.url, 'PUT', '/api/plugins/cache', { active }, token);
      },
    };
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
};

/** The first account becomes the admin. */
export const registerAdmin = async ({ url }: ServerProcess): Promise<void> => {
  await post(url, '/auth/register', admin);
};

const post = (url: string, path: string, body: object) => request(url, 'POST', path, body);

const request = async (
  url: string,
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
