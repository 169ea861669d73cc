import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { projectRoot } from '../../architecture/sources.ts';
import { copyIn, copyOut } from '../data/copy-rows.ts';
import { alternatingRounds } from '../alternating-rounds.ts';
import { withClient } from '../data/databases.ts';
import { startServiceProcess } from '../servers/service.ts';
import type { Workload } from '../workload.ts';

/** Runs a command of the service on a database, and waits for its end. */
const quoin = async (databaseUrl: string, args: readonly string[]): Promise<void> => {
  const command = join(projectRoot, 'bootstrap/dist/cli.mjs');
  const env = {
    PATH: process.env['PATH'],
    MALLOC_ARENA_MAX: '2',
    DATABASE_URL: databaseUrl,
    JWT_SECRET: randomBytes(32).toString('hex'),
  };
  const all = ['--max-semi-space-size=8', command, ...args];
  await promisify(execFile)(process.execPath, all, { env, cwd: projectRoot });
};

const secondsOf = async (work: () => Promise<void>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
};

/** The copy has the accounts and collections of the exported items. */
const removeItems = async (client: Client): Promise<void> => {
  await client.query('delete from content');
  await client.query('vacuum (full, analyze)');
};

const countItems = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ readonly count: string }>('select count(*) from content');
    return Number(rows[0]?.count);
  });

/** The command `import` with all posts, from its start to its end, compared with COPY into the same table. */
export const imports: Workload = {
  name: 'import',
  measure: async ({ resources, rounds, data }) => {
    const source = await resources.filled(data);
    const folder = join(resources.folder, 'exported');
    await quoin(source, ['export', folder]);
    const rows = await withClient(source, (client) => copyOut(client, 'content'));
    const rateOf = async (
      way: (url: string) => Promise<void>,
      isBesideService = false,
    ): Promise<number> => {
      const url = await resources.copy(data);
      await withClient(url, removeItems);
      await using services = new AsyncDisposableStack();
      if (isBesideService) {
        services.use(await startServiceProcess({ databaseUrl: url, folder: resources.folder }));
      }
      const seconds = await secondsOf(() => way(url));
      await services.disposeAsync();
      if ((await countItems(url)) !== data.rows) throw new Error('Items were left out');
      await resources.drop(url);
      return data.rows / seconds;
    };
    const imported: number[] = [];
    const besideService: number[] = [];
    const copied: number[] = [];
    const importAll = (url: string) => quoin(url, ['import', join(folder, 'content.ndjson')]);
    const copyAll = (url: string) => withClient(url, (client) => copyIn(client, 'content', rows));
    await alternatingRounds(rounds, [
      async () => imported.push(await rateOf(importAll)),
      async () => besideService.push(await rateOf(importAll, true)),
      async () => copied.push(await rateOf(copyAll)),
    ]);
    return [
      {
        title: 'import, from the start of the command to its end',
        unit: 'items/s',
        values: imported,
        reference: { name: 'COPY', values: copied },
        target: { comparison: 'at least', value: 0.5 },
      },
      {
        title: 'the same while a service runs on the database',
        unit: 'items/s',
        values: besideService,
        reference: { name: 'COPY', values: copied },
      },
    ];
  },
};
