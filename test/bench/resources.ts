import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'redis';
import { openDatabases, withClient, type Databases } from './data/databases.ts';
import { fillPosts, type DataSet } from './data/posts.ts';
import { registerAdmin, startServiceProcess } from './servers/service.ts';

/** Everything that a run of the benchmark creates. Disposing removes it. */
export interface Resources extends AsyncDisposable {
  readonly postgresVersion: string;
  /** For logs and for data folders. */
  readonly folder: string;
  /** @returns the URL of a copy of a filled database, for one workload. */
  copy(data: DataSet): Promise<string>;
  /** @returns the URL of a filled database that no workload changes. */
  filled(data: DataSet): Promise<string>;
  drop(databaseUrl: string): Promise<void>;
  /** @returns a URL of Redis with a new prefix. */
  redisUrl(): string;
}

/** The servers, and how much the run reports. */
export interface ResourceOptions {
  readonly postgresUrl: string;
  readonly redisUrl: string;
  readonly report: (text: string) => void;
}

export const openResources = async (options: ResourceOptions): Promise<Resources> => {
  const { postgresUrl, redisUrl, report } = options;
  const prefix = `quoin_bench_${process.pid}_${Date.now().toString(36)}`;
  // Without Redis, it fails before anything is created.
  await removeKeys(redisUrl, prefix);
  const folder = await mkdtemp(join(tmpdir(), 'quoin-bench-'));
  const databases = await openDatabases(postgresUrl, prefix);
  const filled = new Map<number, Promise<string>>();
  let prefixes = 0;
  const fill = (data: DataSet): Promise<string> => {
    const known = filled.get(data.rows) ?? fillDatabase(databases, folder, data, report);
    filled.set(data.rows, known);
    return known;
  };
  return {
    postgresVersion: databases.version,
    folder,
    filled: fill,
    copy: async (data) => databases.create(await fill(data)),
    drop: (url) => databases.drop(url),
    redisUrl: () => {
      prefixes += 1;
      const url = new URL(redisUrl);
      url.searchParams.set('prefix', `${prefix}-${prefixes}`);
      return url.href;
    },
    [Symbol.asyncDispose]: async () => {
      await databases[Symbol.asyncDispose]();
      await removeKeys(redisUrl, prefix);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** The service creates the tables and the admin; the posts come from SQL. */
const fillDatabase = async (
  databases: Databases,
  folder: string,
  data: DataSet,
  report: ResourceOptions['report'],
): Promise<string> => {
  const startedAt = performance.now();
  const url = await databases.create();
  const service = await startServiceProcess({ databaseUrl: url, folder });
  try {
    await registerAdmin(service);
  } finally {
    await service[Symbol.asyncDispose]();
  }
  await withClient(url, (client) => fillPosts(client, data));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  report(`filled a database with ${data.rows} posts in ${seconds} s`);
  return url;
};

/** Removes the keys that start with the prefix. @throws if Redis does not answer. */
const removeKeys = async (url: string, prefix: string): Promise<void> => {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => undefined);
  await client.connect();
  for await (const keys of client.scanIterator({ MATCH: `${prefix}*`, COUNT: 1_000 })) {
    if (keys.length > 0) await client.unlink(keys);
  }
  client.destroy();
};
