import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { projectRoot } from '../../architecture/sources.ts';
import { withClient } from '../resources.ts';
import { startServiceProcess } from '../servers/service.ts';
import { valueRow } from '../table.ts';
import { inRounds, type Workload } from '../workload.ts';

/** Runs a command of the service on a database, and waits for its end. */
const quoin = async (databaseUrl: string, ...args: readonly string[]): Promise<void> => {
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

/** The command `import` with all posts, from its start to its end, compared with COPY into the same table. */
export const imports: Workload = async ({ resources, rounds, rows }) => {
  const source = await resources.filled(rows);
  const folder = join(resources.folder, 'exported');
  await quoin(source, 'export', folder);
  const file = join(resources.folder, 'rows');
  await withClient(source, (client) =>
    pipeline(client.query(copyTo('copy content to stdout')), createWriteStream(file)),
  );

  const measure = async (
    work: (url: string) => Promise<void>,
    isBesideService = false,
  ): Promise<number> => {
    const url = await resources.copy(rows);
    // The accounts and collections of the exported items remain.
    await withClient(url, (client) => client.query('delete from content'));
    await withClient(url, (client) => client.query('vacuum (full, analyze)'));
    await using services = new AsyncDisposableStack();
    if (isBesideService) {
      services.use(await startServiceProcess({ databaseUrl: url, folder: resources.folder }));
    }
    const startedAt = performance.now();
    await work(url);
    const seconds = (performance.now() - startedAt) / 1_000;
    await services.disposeAsync();
    const stored = await withClient(url, (client) => client.query('select id from content'));
    if (stored.rowCount !== rows) throw new Error('Items were left out');
    await resources.drop(url);
    return rows / seconds;
  };
  const importAll = (url: string) => quoin(url, 'import', join(folder, 'content.ndjson'));
  const copyAll = (url: string) =>
    withClient(url, (client) =>
      pipeline(createReadStream(file), client.query(copyFrom('copy content from stdin'))),
    );
  const { imported, besideService, copied } = await inRounds(rounds, {
    imported: () => measure(importAll),
    besideService: () => measure(importAll, true),
    copied: () => measure(copyAll),
  });
  const title = 'import, from the start of the command to its end';
  const titleBeside = 'the same while a service runs on the database';
  return [
    valueRow(title, 'items/s', imported, { min: 0.5 }, 'COPY', copied),
    valueRow(titleBeside, 'items/s', besideService, undefined, 'COPY', copied),
  ];
};
