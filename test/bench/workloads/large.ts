import { measureRate } from '../driver/driver.ts';
import { pages, type PageRequests } from '../driver/exchanges.ts';
import { startService, type Service } from '../servers/service.ts';
import { median } from '../statistics.ts';
import { valueRow, type Row } from '../table.ts';
import type { Conditions, Workload } from '../workload.ts';

/** The workloads on the large data set. They need `--rows`. */
const onLargeData =
  (measure: (conditions: Conditions, largeRows: number) => Promise<readonly Row[]>): Workload =>
  async (conditions) =>
    conditions.largeRows === undefined ? [] : measure(conditions, conditions.largeRows);

/** These workloads change nothing, so they share a database. */
const startOn = async (conditions: Conditions, rows: number): Promise<Service> =>
  startService(conditions, await conditions.resources.filled(rows));

/** Requests pages one after the other on one connection. @returns the time of each in ms. */
const walk = async (service: Service, requests: PageRequests): Promise<readonly number[]> => {
  const { latencies } = await measureRate({
    servers: [service],
    connections: 1,
    next: pages(requests),
    warmSeconds: 0,
    seconds: 3_600,
    maxRequests: requests.count,
  });
  return latencies;
};

const nearPages = 220;

/**
 * Pages near the start. Each begins one item later than the one before, so that none of them is in memory after a
 * start. The first ones are not counted: they open connections and prepare statements.
 */
const firstPage = async (service: Service, rows: number, from = 0): Promise<number> =>
  median((await walk(service, { rows, from, count: nearPages })).slice(20));

const text = (count: number): string => count.toLocaleString('en-US');

export const firstPages = onLargeData(async (conditions, largeRows) => {
  const { rounds, rows } = conditions;
  await using small = await startOn(conditions, rows);
  await using large = await startOn(conditions, largeRows);
  const onSmall: number[] = [];
  const onLarge: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    onLarge.push(await firstPage(large, largeRows, round * nearPages));
    onSmall.push(await firstPage(small, rows, round * nearPages));
  }
  const title = `first page of 50 of ${text(largeRows)} items`;
  return [valueRow(title, 'ms', onLarge, { max: 1.2 }, `${text(rows)} items`, onSmall)];
});

/** Requests all pages of 1,000 items. */
export const paging = onLargeData(async (conditions, rows) => {
  const limit = 1_000;
  // Single pages vary too much.
  const endPages = 20;
  const first: number[] = [];
  const last: number[] = [];
  const all: number[] = [];
  // A walk reads everything, so it is repeated less often.
  for (let round = 0; round < Math.max(1, Math.floor(conditions.rounds / 2)); round += 1) {
    await using service = await startOn(conditions, rows);
    // Compiles what the walk runs.
    await walk(service, { rows, limit, step: 0, count: endPages });
    const count = Math.floor(rows / limit);
    const times = await walk(service, { rows, limit, step: limit, count });
    first.push(median(times.slice(0, endPages)));
    last.push(median(times.slice(-endPages)));
    all.push(times.reduce((sum, time) => sum + time, 0) / 1_000);
  }
  const title = `the last page while paging by ${text(limit)}`;
  return [
    valueRow(title, 'ms', last, { max: 2 }, 'first page', first),
    valueRow('all of these pages', 's', all),
  ];
});

export const jump = onLargeData(async (conditions, rows) => {
  const from = Math.floor(rows / 2);
  const first: number[] = [];
  const jumps: number[] = [];
  for (let round = 0; round < conditions.rounds; round += 1) {
    await using service = await startOn(conditions, rows);
    first.push(await firstPage(service, rows));
    jumps.push(...(await walk(service, { rows, from, count: 1 })));
  }
  const title = `a jump to offset ${text(from)}`;
  return [valueRow(title, 'ms', jumps, { max: 60 }, 'first page', first)];
});
