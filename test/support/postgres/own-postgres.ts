import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import {
  accountFor,
  freePort,
  startServer,
  type ServerProcess,
  type UserIds,
} from '../service/server-process.ts';
import { temporaryRoot } from '../temporary-folder.ts';

/** A PostgreSQL server for one test file, which may stop, kill and reconfigure it. */
export interface OwnPostgres extends AsyncDisposable {
  /** The URL of the superuser and the database `postgres`. */
  readonly url: string;
  /** Writes a file into the data folder, readable only by the server. */
  readonly writeDataFile: (name: string, text: string) => Promise<void>;
  /** Stops the server with `pg_ctl stop`. `immediate` is like a crash. */
  readonly stop: (mode: 'fast' | 'immediate') => Promise<void>;
  /** Starts the server after a stop. Resolves when it accepts connections. */
  readonly start: (settings?: Settings) => Promise<void>;
  /** Starts a standby that follows this server. It is disposed of with this server. */
  readonly startStandby: () => Promise<OwnPostgres>;
}

/** Settings by their names in `postgresql.conf`. */
export type Settings = Readonly<Record<string, string>>;

/** @throws Error if a program is missing or the server does not start. */
export const startOwnPostgres = async (): Promise<OwnPostgres> => {
  const programs = programFolder();
  const ids = accountFor('postgres');
  const folder = await mkdtemp(join(temporaryRoot, 'quoin-postgres-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    if (ids !== undefined) await chown(folder, ids.uid, ids.gid);
    const dataFolder = join(folder, 'data');
    run(join(programs, 'initdb'), initArguments(dataFolder), { ...ids, cwd: folder });
    const server = await serve({ programs, ids, folder, dataFolder });
    return {
      ...server,
      [Symbol.asyncDispose]: async () => {
        await server[Symbol.asyncDispose]();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
};

interface Place {
  readonly programs: string;
  readonly ids: UserIds | undefined;
  /** The server's working directory, with its socket. */
  readonly folder: string;
  readonly dataFolder: string;
}

/** Serves a data folder on a port of its own. */
const serve = async ({ programs, ids, folder, dataFolder }: Place): Promise<OwnPostgres> => {
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const defaults = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    max_connections: '200',
  };
  const standbys: OwnPostgres[] = [];
  let server: ServerProcess;
  const start = async (settings: Settings = {}): Promise<void> => {
    const args = Object.entries({ ...defaults, ...settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    server = startServer(join(programs, 'postgres'), ['-D', dataFolder, ...args], {
      folder,
      ids,
    });
    await waitUntilReady(url, server);
  };
  const dispose = async (): Promise<void> => {
    for (const standby of standbys) await standby[Symbol.asyncDispose]();
    await server.stop();
  };
  await start().catch(async (error: unknown) => {
    await dispose();
    throw error;
  });
  return {
    url,
    writeDataFile: (name, text) => writeDataFile(join(dataFolder, name), text, ids),
    stop: async (mode) => {
      const args = ['stop', '--pgdata', dataFolder, '--mode', mode, '--no-wait'];
      run(join(programs, 'pg_ctl'), args, { ...ids, cwd: folder });
      await server.stop();
    },
    start,
    startStandby: async () => {
      const copy = `${dataFolder}-standby-${standbys.length + 1}`;
      const args = ['--pgdata', copy, '--write-recovery-conf', '--dbname', url];
      run(join(programs, 'pg_basebackup'), [...args, '--checkpoint=fast', '--no-sync'], {
        ...ids,
        cwd: folder,
      });
      const standby = await serve({ programs, ids, folder, dataFolder: copy });
      standbys.push(standby);
      return standby;
    },
    [Symbol.asyncDispose]: dispose,
  };
};

/** The folder of the PostgreSQL programs: the newest Debian package, otherwise a folder in PATH. */
const programFolder = (): string => {
  const packaged = globSync('/usr/lib/postgresql/*/bin').toSorted(
    (left, right) => majorOf(right) - majorOf(left),
  );
  const folders = [...packaged, ...(process.env['PATH'] ?? '').split(delimiter)];
  const folder = folders.find((path) =>
    ['initdb', 'pg_ctl', 'postgres'].every((program) => existsSync(join(path, program))),
  );
  if (folder === undefined) throw new Error('initdb, pg_ctl and postgres are not installed');
  return folder;
};

const majorOf = (folder: string): number => Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0);

const initArguments = (dataFolder: string): readonly string[] => [
  '--pgdata',
  dataFolder,
  '--username=postgres',
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--no-sync',
];

const run = (
  program: string,
  args: readonly string[],
  options: Partial<UserIds> & { readonly cwd: string },
): void => {
  const { status, stderr, error } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} failed: ${stderr.trim()}`);
};

const writeDataFile = async (
  path: string,
  text: string,
  ids: UserIds | undefined,
): Promise<void> => {
  await writeFile(path, text, { mode: 0o600 });
  if (ids !== undefined) await chown(path, ids.uid, ids.gid);
};

/** In milliseconds. */
const startTimeout = 30_000;

const waitUntilReady = async (url: string, server: ServerProcess): Promise<void> => {
  const deadline = performance.now() + startTimeout;
  const { knex } = openPool({ url, poolMax: 1 }, new SystemTimer());
  try {
    for (;;) {
      try {
        await knex.raw('select 1');
        return;
      } catch (error) {
        if (server.hasExited() || performance.now() > deadline) {
          throw new Error(`postgres did not start: ${server.output().trim()}`, { cause: error });
        }
        await sleep(20);
      }
    }
  } finally {
    await knex.destroy();
  }
};
