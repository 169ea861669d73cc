import { randomBytes } from 'node:crypto';
import { startServer, type ServerProcess } from './server-process.ts';

export interface ServiceOptions {
  /** Without it, the database is embedded. */
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
  /** The data folder and the place of the log. */
  readonly folder: string;
  readonly nodeOptions?: readonly string[];
}

const secret = randomBytes(32).toString('hex');

/** Starts the service as an operator does. */
export const startServiceProcess = (options: ServiceOptions): Promise<ServerProcess> => {
  const { databaseUrl, redisUrl, folder, nodeOptions = [] } = options;
  return startServer({
    file: 'bootstrap/dist/main.mjs',
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
