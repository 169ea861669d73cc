import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startServer, type ServerProcess } from '../service/server-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A redis-server for one test, which may stop and kill it. */
export interface RedisServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Suspends the process. The system still accepts connections and bytes, but nothing is answered. */
  hang(): void;
  /** Resumes the process. It answers the commands received in the meantime. */
  resume(): void;
  /** Kills the process. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder. */
  restart(): Promise<void>;
}

/** By default, a server stores nothing on disk. */
const settings = { bind: '127.0.0.1', save: '', appendonly: 'no', 'protected-mode': 'no' };

/**
 * Starts a server. It ends with this process at the latest.
 *
 * @param extra settings as in redis.conf.
 * @throws Error when redis-server is not installed or does not start.
 */
export const startRedisServer = async (
  extra: Readonly<Record<string, string>> = {},
): Promise<RedisServer> => {
  const program = findRedisServer();
  if (program === undefined) throw new Error('redis-server is not installed');
  const folder = await temporaryFolder();
  const port = await freePort();
  const options = Object.entries({ ...settings, port: String(port), dir: folder.path, ...extra });
  const args = options.flatMap(([name, value]) => [`--${name}`, value]);
  const launch = () => launchRedis(program, args, folder.path);
  let running = await launch();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    hang: () => void process.kill(running.id, 'SIGSTOP'),
    resume: () => void process.kill(running.id, 'SIGCONT'),
    kill: async () => {
      process.kill(running.id, 'SIGKILL');
      await running.server.stop();
    },
    restart: async () => {
      running = await launch();
    },
    [Symbol.asyncDispose]: async () => {
      await running.server.stop();
      await folder[Symbol.asyncDispose]();
    },
  };
};

/** In milliseconds. */
const startTimeoutMs = 10_000;

const launchRedis = async (program: string, args: readonly string[], folder: string) => {
  const server: ServerProcess = startServer(program, args, { folder, ids: undefined });
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    // Each log line begins with the process id and the role.
    const [, id] = /^(\d+):[MS] .*ready to accept connections/im.exec(server.output()) ?? [];
    if (id !== undefined) return { server, id: Number(id) };
    if (server.hasExited() || performance.now() > deadline) {
      await server.stop();
      throw new Error(`redis-server did not start: ${server.output().trim()}`);
    }
    await sleep(5);
  }
};

/** @returns the path of the program; undefined if it is not installed. */
export const findRedisServer = (): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => ['redis-server', 'valkey-server'].map((name) => join(folder, name)))
    .find((path) => existsSync(path));
