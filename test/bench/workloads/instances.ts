import { measureRate, type Rate } from '../driver/driver.ts';
import { mixedExchanges } from '../driver/mixed-exchanges.ts';
import { openServices } from '../servers/service.ts';
import { median } from '../statistics.ts';
import { rateRow, valueRow } from '../table.ts';
import { inRounds, type Workload } from '../workload.ts';

/** Two instances that share Postgres and Redis, with the cache on: reads with some updates, and reads only. */
export const twoInstances: Workload = async (conditions) => {
  const { rounds, seconds, connections, rows } = conditions;
  await using opened = await openServices(conditions, 2, true);
  const { services } = opened;
  const [{ token }] = services;
  const measure = (writes: number): Promise<Rate> => {
    const next = mixedExchanges({ rows, writes, token });
    return measureRate({ servers: services, connections, next, seconds });
  };
  const { mixed, reads } = await inRounds(rounds, {
    mixed: () => measure(0.05),
    reads: () => measure(0),
  });
  const title = '95 % reads, 5 % updates, two instances, cache on, no stale read';
  return [rateRow(title, mixed, 'own, reads only', reads)];
};

/** How long an update takes: other instances do not matter, because writers do nothing for readers. */
export const update: Workload = async (conditions) => {
  const { rounds, seconds, rows } = conditions;
  /** The median on one connection, in ms. */
  const measure = async (count: number): Promise<number> => {
    await using opened = await openServices(conditions, count, true);
    const [service] = opened.services;
    const next = mixedExchanges({ rows, writes: 1, token: service.token });
    const load = { servers: [service], connections: 1, next, seconds, warmSeconds: seconds };
    return median((await measureRate(load)).latencies);
  };
  const { one, two, three } = await inRounds(rounds, {
    one: () => measure(1),
    two: () => measure(2),
    three: () => measure(3),
  });
  return [
    valueRow('update, one instance', 'ms', one),
    valueRow('update, two instances', 'ms', two, { max: 1.1 }, 'one instance', one),
    valueRow('update, three instances', 'ms', three, { max: 1.1 }, 'one instance', one),
  ];
};
