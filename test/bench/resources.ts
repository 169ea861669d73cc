import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createClient } from 'redis';
import { fillPosts } from './posts.ts';
import { admin, send, startServiceProcess } from './servers/service.ts';
import type { Resources } from './workload.ts';

/** The servers that the environment names, or those of this machine. */
const postgresUrl =
  process.env['TEST_DATABASE_URL'] || 'postgres://postgres@127.0.0.1:5432/postgres';
const redisUrl = process.env['TEST_REDIS_URL'] || 'redis://127.0.0.1:6379';

/** @throws if Postgres or Redis does not answer. */
export const openResources = async (report: (text: string) => void): Promise<Resources> => {
  await using stack = new AsyncDisposableStack();
  const prefix = `quoin_bench_${process.pid}_${Date.now().toString(36)}`;

  const folder = await mkdtemp(join(tmpdir(), 'quoin-bench-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));

  const redis = createClient({ url: redisUrl, socket: { reconnectStrategy: false } });
  redis.on('error', () => undefined);
  await redis.connect();
  stack.defer(async () => {
    for await (const keys of redis.scanIterator({ MATCH: `${prefix}*`, COUNT: 1_000 })) {
      if (keys.length > 0) await redis.unlink(keys);
    }
    redis.destroy();
  });
  let prefixes = 0;

  const postgres = new Client({ connectionString: postgresUrl });
  await postgres.connect();
  const databases = new Set<string>();
  const dropNamed = async (name: string): Promise<void> => {
    await postgres.query(`drop database if exists "${name}" with (force)`);
    databases.delete(name);
  };
  stack.defer(async () => {
    for (const name of databases) await dropNamed(name);
    await postgres.end();
  });
  let created = 0;
  const create = async (template: string): Promise<string> => {
    created += 1;
    const name = `${prefix}_${created}`;
    databases.add(name);
    await postgres.query(`create database "${name}" template "${template}"`);
    return Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href;
  };

  /** The service creates the tables and the admin. */
  const fill = async (rows: number, program: string | undefined): Promise<string> => {
    const startedAt = performance.now();
    const databaseUrl = await create('template0');
    {
      await using service = await startServiceProcess({ program, databaseUrl, folder });
      await send(service, 'POST', '/auth/register', admin);
    }
    await withClient(databaseUrl, (client) => fillPosts(client, rows));
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    report(`filled a database with ${rows} posts in ${seconds} s`);
    return databaseUrl;
  };
  const databaseOf = new Map<string, Promise<string>>();
  const filled = (rows: number, program?: string): Promise<string> => {
    const key = `${rows} ${program}`;
    const url = databaseOf.get(key) ?? fill(rows, program);
    databaseOf.set(key, url);
    return url;
  };

  const { rows } = await postgres.query<{ readonly version: string }>(
    `select current_setting('server_version') as version`,
  );
  const opened = stack.move();
  return {
    postgresVersion: rows[0]?.version ?? 'unknown',
    folder,
    filled,
    copy: async (...of) => create(nameIn(await filled(...of))),
    drop: (url) => dropNamed(nameIn(url)),
    redisUrl: () => {
      prefixes += 1;
      const url = new URL(redisUrl);
      url.searchParams.set('prefix', `${prefix}-${prefixes}`);
      return url.href;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

const nameIn = (url: string): string => new URL(url).pathname.slice(1);

/** Runs statements on a connection of their own. */
export const withClient = async <T>(
  url: string,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
