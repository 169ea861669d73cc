import { alternatingRounds } from '../alternating-rounds.ts';
import { figuresOf } from '../comparison.ts';
import { measureRate, type Rate } from '../rate.ts';
import { openSubjects } from '../subject.ts';
import type { Workload } from '../workload.ts';

/** Two instances that share Postgres and Redis, with the cache on: reads with some updates, and reads only. */
export const twoInstances: Workload = {
  name: 'two-instances',
  measure: async (conditions) => {
    const { rounds, seconds, connections, data } = conditions;
    await using subjects = await openSubjects(conditions, 2, { cache: true });
    const { services } = subjects;
    const [{ token }] = services;
    const measure = (writes: number): Promise<Rate> =>
      measureRate(services, {
        seconds,
        connections,
        requests: { kind: 'mixed', data, writes, hot: 1_000, token },
      });
    const mixed: Rate[] = [];
    const readOnly: Rate[] = [];
    await alternatingRounds(rounds, [
      async () => mixed.push(await measure(0.05)),
      async () => readOnly.push(await measure(0)),
    ]);
    return [
      {
        title: '95 % reads, 5 % updates, two instances, cache on, no stale read',
        unit: 'req/s',
        ...figuresOf(mixed, { name: 'own, reads only', rates: readOnly }),
      },
    ];
  },
};
