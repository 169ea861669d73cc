import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../adapters/postgres/connection.ts';
import { accountFor, freePort, startServer, type ServerProcess } from './server-process.ts';
import type { Recipe, RunningService } from './services.ts';

const startContainer = async (): Promise<RunningService> => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('postgres:18-alpine')
    .withEnvironment({ POSTGRES_HOST_AUTH_METHOD: 'trust' })
    .withExposedPorts(5432)
    // It starts once to set itself up and once more to stay.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  return {
    url: `postgres://postgres@${container.getHost()}:${container.getMappedPort(5432)}/postgres`,
    stop: async () => void (await container.stop()),
  };
};

const startLocally = async (): Promise<RunningService> => {
  const programs = programFolder();
  const ids = accountFor('postgres');
  const folder = await mkdtemp(join(tmpdir(), 'quoin-postgres-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    if (ids !== undefined) await chown(folder, ids.uid, ids.gid);
    const data = join(folder, 'data');
    initialize(join(programs, 'initdb'), data, { ...ids, cwd: folder });
    const port = await freePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      fsync: 'off',
      max_connections: '200',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const args = ['-D', data, '-p', String(port), ...options];
    const server = startServer(join(programs, 'postgres'), args, { folder, ids });
    const stop = async (): Promise<void> => {
      await server.stop();
      await removeFolder();
    };
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    await untilItAnswers(url, server).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return { url, stop };
  } catch (error) {
    await removeFolder();
    throw error;
  }
};

/** Where both programs are: the newest of Debian's, else the search path. */
const programFolder = (): string => {
  const packaged = globSync('/usr/lib/postgresql/*/bin').toSorted(
    (left, right) => majorOf(right) - majorOf(left),
  );
  const folders = [...packaged, ...(process.env['PATH'] ?? '').split(delimiter)];
  const folder = folders.find((path) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(path, program))),
  );
  if (folder === undefined) throw new Error('initdb and postgres are not installed');
  return folder;
};

const majorOf = (folder: string): number => Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0);

const initialize = (initdb: string, data: string, options: { readonly cwd: string }): void => {
  const args = [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ];
  const { status, stderr, error } = spawnSync(initdb, args, { ...options, encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`initdb failed: ${stderr.trim()}`);
};

/** In milliseconds. */
const startPatience = 30_000;

const untilItAnswers = async (url: string, server: ServerProcess): Promise<void> => {
  const deadline = performance.now() + startPatience;
  const database = openDatabase({ url, poolMax: 1 });
  try {
    for (;;) {
      try {
        await database.raw('select 1');
        return;
      } catch (error) {
        if (server.isOver() || performance.now() > deadline) {
          throw new Error(`postgres did not start: ${server.output().trim()}`, { cause: error });
        }
        await sleep(20);
      }
    }
  } finally {
    await database.destroy();
  }
};

export const postgresRecipe: Recipe = {
  name: 'PostgreSQL',
  variable: 'TEST_DATABASE_URL',
  remedy:
    'Install the package postgresql of your system, or start Docker, or set TEST_DATABASE_URL to a server on which databases may be made.',
  startContainer,
  startLocally,
};
