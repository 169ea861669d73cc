import { figuresOf } from '../comparison.ts';
import { measureRate, type Rate } from '../rate.ts';
import { startService } from '../servers/service.ts';
import type { Workload } from '../workload.ts';

/** Two instances that share Postgres and Redis, with the cache on: reads with some updates, and reads only. */
export const twoInstances: Workload = {
  name: 'two-instances',
  measure: async ({ resources, rounds, seconds, connections, data }) => {
    await using stack = new AsyncDisposableStack();
    const databaseUrl = await resources.copy(data);
    stack.defer(() => resources.drop(databaseUrl));
    const options = { databaseUrl, redisUrl: resources.redisUrl(), folder: resources.folder };
    const one = stack.use(await startService(options));
    const other = stack.use(await startService(options));
    await one.setCache(true);
    const measure = (writes: number): Promise<Rate> =>
      measureRate([one, other], {
        seconds,
        connections,
        requests: { kind: 'mixed', data, writes, hot: 1_000, token: one.token },
      });
    const mixed: Rate[] = [];
    const readOnly: Rate[] = [];
    const sides = [
      async () => void mixed.push(await measure(0.05)),
      async () => void readOnly.push(await measure(0)),
    ];
    for (let round = 0; round < rounds; round += 1) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side();
    }
    return [
      {
        title: '95 % reads, 5 % updates, two instances, cache on, no stale read',
        unit: 'req/s',
        ...figuresOf(mixed, { name: 'own, reads only', rates: readOnly }),
        target: { comparison: 'at least', value: 0.5 },
      },
    ];
  },
};
