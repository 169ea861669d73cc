import { watchWrites } from '../../support/feed/watch-writes.ts';
import { openServices } from '../servers/service.ts';
import { percentile } from '../statistics.ts';
import { valueRow, type Row } from '../table.ts';
import type { Conditions, Workload } from '../workload.ts';

/** Whether reads are older than an event that was received before, on two instances, with the cache on and off. */
export const feed: Workload = async (conditions) => {
  const { changes } = conditions;
  if (changes === undefined) return [];
  return [
    ...(await watch(conditions, changes, true)),
    ...(await watch(conditions, changes, false)),
  ];
};

const watch = async (
  conditions: Conditions,
  writes: number,
  cache: boolean,
): Promise<readonly Row[]> => {
  await using opened = await openServices(conditions, 2, cache);
  const urls = opened.services.map(({ url }) => url);
  const { token } = opened.services[0];
  const { events, reads, stale, delays } = await watchWrites({ urls, token, writes, writers: 40 });
  for (const line of stale.slice(0, 10)) process.stderr.write(`stale: ${line}\n`);
  const state = `cache ${cache ? 'on' : 'off'}`;
  const what = `stale of ${reads} reads after ${events} events of ${writes} changes, ${state}`;
  return [
    valueRow(what, 'reads', [stale.length], { max: 0 }),
    valueRow(`from a write to its event, median, ${state}`, 'ms', [percentile(delays, 0.5)]),
    valueRow(`the same, 95th percentile`, 'ms', [percentile(delays, 0.95)]),
  ];
};
