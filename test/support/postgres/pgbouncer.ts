import { spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { accountFor, freePort, startServer } from '../service/server-process.ts';
import { temporaryRoot } from '../temporary-folder.ts';

/** A pooler in front of a database. Disposing stops it. */
export interface Pooler extends AsyncDisposable {
  readonly url: string;
}

export const isPgbouncerInstalled = (): boolean => version() !== undefined;

/** Whether it prepares statements on another connection in transaction mode, as from version 1.21 on. */
export const keepsStatements = (): boolean => {
  const [major = 0, minor = 0] = version() ?? [];
  return major > 1 || minor >= 21;
};

const version = (): readonly number[] | undefined => {
  const { error, stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  if (error !== undefined) return undefined;
  return /PgBouncer (\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number);
};

/** @throws Error if the pooler does not start. */
export const startPgbouncer = async (
  url: string,
  mode: 'session' | 'transaction',
): Promise<Pooler> => {
  const target = new URL(url);
  const ids = accountFor('postgres');
  const folder = await mkdtemp(join(temporaryRoot, 'quoin-pgbouncer-'));
  const port = await freePort();
  const name = target.pathname.slice(1);
  const settings = join(folder, 'settings.ini');
  await writeFile(
    settings,
    `[databases]
${name} = host=${target.hostname} port=${target.port} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 20
${keepsStatements() ? 'max_prepared_statements = 200\n' : ''}`,
  );
  if (ids !== undefined) {
    for (const path of [folder, settings]) await chown(path, ids.uid, ids.gid);
  }
  const server = startServer('pgbouncer', [settings], { folder, ids });
  target.port = String(port);
  target.hostname = '127.0.0.1';
  await expect.poll(() => accepts(port), { timeout: 10_000, message: server.output() }).toBe(true);
  return {
    url: target.href,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const accepts = (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
};
