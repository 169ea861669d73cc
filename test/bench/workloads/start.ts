import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { startServiceProcess, type ServiceOptions } from '../servers/service.ts';
import { valueRow } from '../table.ts';
import { inRounds, type Workload } from '../workload.ts';

const startSeconds = async (options: ServiceOptions): Promise<number> => {
  await using service = await startServiceProcess(options);
  return service.startSeconds;
};

/** From the start of the process to its first response. */
export const start: Workload = async ({ resources, rounds, rows }) => {
  const databaseUrl = await resources.filled(rows);
  const redisUrl = resources.redisUrl();
  const folder = await mkdtemp(join(resources.folder, 'embedded-'));
  // Creates the embedded database.
  await startSeconds({ folder });
  const { servers, embedded } = await inRounds(rounds, {
    servers: () => startSeconds({ databaseUrl, redisUrl, folder: resources.folder }),
    embedded: () => startSeconds({ folder }),
  });
  const title = 'start until the first response';
  return [
    valueRow(`${title}, Postgres and Redis`, 's', servers, { max: 0.5 }),
    valueRow(`${title}, embedded database`, 's', embedded, { max: 1 }),
  ];
};
