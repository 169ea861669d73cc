import { drive } from '../driver/drive.ts';
import type { DataSet } from '../data/posts.ts';
import { median, type Row } from '../row.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { startService, type Service } from '../servers/service.ts';
import type { Conditions, Workload } from '../workload.ts';

/** The workloads on the large data set. They need `--rows`. */
const onLargeData = (
  name: string,
  measure: (conditions: Conditions, largeData: DataSet) => Promise<readonly Row[]>,
): Workload => ({
  name,
  measure: async (conditions) =>
    conditions.largeData === undefined ? [] : measure(conditions, conditions.largeData),
});

/** No workload on the large data changes it, so they share one database. */
const startOn = async ({ resources }: Conditions, data: DataSet): Promise<Service> =>
  startService({
    databaseUrl: await resources.filled(data),
    redisUrl: resources.redisUrl(),
    folder: resources.folder,
  });

interface Walk {
  readonly data: DataSet;
  readonly limit: number;
  readonly from: number;
  readonly step: number;
  readonly pages: number;
}

/** Requests pages one after the other on one connection. @returns the time of each in ms. */
const walk = async (server: ServerProcess, walked: Walk): Promise<readonly number[]> => {
  const { data, limit, from, step, pages } = walked;
  const { latencies } = await drive({
    urls: [server.url],
    pids: [server.pid],
    connections: 1,
    warmSeconds: 0,
    seconds: 3_600,
    maxRequests: pages,
    requests: { kind: 'pages', data, limit, from, step, count: pages },
  });
  return latencies;
};

const nearPages = 220;

/**
 * Pages near the start. Each begins one item later than the one before, so that none of them is in memory after a
 * start. The first ones are not counted: they open connections and prepare statements.
 */
const firstPage = async (server: ServerProcess, data: DataSet, from = 0): Promise<number> =>
  median((await walk(server, { data, limit: 50, from, step: 1, pages: nearPages })).slice(20));

export const firstPages = onLargeData('first-page', async (conditions, largeData) => {
  const { rounds, data } = conditions;
  await using small = await startOn(conditions, data);
  await using large = await startOn(conditions, largeData);
  const onSmall: number[] = [];
  const onLarge: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = round * nearPages;
    onLarge.push(await firstPage(large, largeData, from));
    onSmall.push(await firstPage(small, data, from));
  }
  return [
    {
      title: `first page of 50 of ${largeData.rows.toLocaleString('en-US')} items`,
      unit: 'ms',
      values: onLarge,
      reference: { name: `${data.rows.toLocaleString('en-US')} items`, values: onSmall },
      target: { comparison: 'at most', value: 1.2 },
    },
  ];
});

const walkLimit = 1_000;
/** How many pages at each end are compared: single pages vary too much. */
const endPages = 20;

export const paging = onLargeData('paging', async (conditions, largeData) => {
  const { rounds } = conditions;
  const first: number[] = [];
  const last: number[] = [];
  const all: number[] = [];
  // A walk reads everything, so it is repeated less often.
  for (let round = 0; round < Math.max(1, Math.floor(rounds / 2)); round += 1) {
    await using service = await startOn(conditions, largeData);
    // Compiles what the walk runs.
    await walk(service, { data: largeData, limit: walkLimit, from: 0, step: 0, pages: endPages });
    const pages = Math.floor(largeData.rows / walkLimit);
    const walked = { data: largeData, limit: walkLimit, from: 0, step: walkLimit, pages };
    const times = await walk(service, walked);
    first.push(median(times.slice(0, endPages)));
    last.push(median(times.slice(-endPages)));
    all.push(times.reduce((sum, time) => sum + time, 0) / 1_000);
  }
  return [
    {
      title: `the last page while paging by ${walkLimit.toLocaleString('en-US')}`,
      unit: 'ms',
      values: last,
      reference: { name: 'first page', values: first },
      target: { comparison: 'at most', value: 2 },
    },
    { title: 'all of these pages', unit: 's', values: all },
  ];
});

export const jump = onLargeData('jump', async (conditions, largeData) => {
  const first: number[] = [];
  const jumps: number[] = [];
  const from = Math.floor(largeData.rows / 2);
  for (let round = 0; round < conditions.rounds; round += 1) {
    await using service = await startOn(conditions, largeData);
    first.push(await firstPage(service, largeData));
    const [time = Number.NaN] = await walk(service, {
      data: largeData,
      limit: 50,
      from,
      step: 0,
      pages: 1,
    });
    jumps.push(time);
  }
  return [
    {
      title: `a jump to offset ${from.toLocaleString('en-US')}`,
      unit: 'ms',
      values: jumps,
      reference: { name: 'first page', values: first },
      target: { comparison: 'at most', value: 60 },
    },
  ];
});
