import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { startServiceProcess, type ServiceOptions } from '../servers/service.ts';
import type { Workload } from '../workload.ts';

/** From the start of the process to the first response. */
const startSeconds = async (options: ServiceOptions): Promise<number> => {
  await using service = await startServiceProcess(options);
  return service.startSeconds;
};

export const start: Workload = {
  name: 'start',
  measure: async ({ resources, rounds, data }) => {
    const databaseUrl = await resources.filled(data);
    const redisUrl = resources.redisUrl();
    const folder = await mkdtemp(join(resources.folder, 'embedded-'));
    // Creates the embedded database.
    await startSeconds({ folder });
    const onPostgres: number[] = [];
    const embedded: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      onPostgres.push(await startSeconds({ databaseUrl, redisUrl, folder: resources.folder }));
      embedded.push(await startSeconds({ folder }));
    }
    return [
      {
        title: 'start until the first response, Postgres and Redis',
        unit: 's',
        values: onPostgres,
        target: { comparison: 'at most', value: 0.5 },
      },
      {
        title: 'start until the first response, embedded database',
        unit: 's',
        values: embedded,
        target: { comparison: 'at most', value: 1 },
      },
    ];
  },
};
