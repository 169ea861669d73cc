import { setTimeout as sleep } from 'node:timers/promises';
import { startReference } from '../servers/references.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { openServices, type Service } from '../servers/service.ts';
import { slope } from '../statistics.ts';
import { valueRow } from '../table.ts';
import type { Conditions, Workload } from '../workload.ts';
import { comparisons, sendLoad } from './comparisons.ts';

type Names = readonly (keyof typeof comparisons)[];

/** Sends loads, and returns the resident memory after the last one. */
const memoryAfter = async (
  names: Names,
  conditions: Conditions,
  service: Service,
  server: ServerProcess = service,
): Promise<number> => {
  for (const name of names) {
    await service.setCache(comparisons[name].cache);
    await sendLoad(comparisons[name], conditions, service, server);
  }
  return server.residentMegabytes();
};

/** Resident memory: three seconds after the start, and right after load. */
export const memory: Workload = async (conditions) => {
  const hits: Names = ['list-hit', 'by-id-hit'];
  const idle: number[] = [];
  const loaded: number[] = [];
  const bareIdle: number[] = [];
  const bareLoaded: number[] = [];
  for (let round = 0; round < conditions.rounds; round += 1) {
    await using opened = await openServices(conditions, 1, false);
    const [service] = opened.services;
    await using bare = await startReference(conditions, 'bare', service);
    await sleep(3_000);
    idle.push(service.residentMegabytes());
    bareIdle.push(bare.residentMegabytes());
    bareLoaded.push(await memoryAfter(hits, conditions, service, bare));
    loaded.push(await memoryAfter([...hits, 'list', 'by-id', 'create'], conditions, service));
  }
  const atMost = (max: number) => ({ of: 'value', max }) as const;
  return [
    valueRow('resident memory, idle', 'MB', idle, atMost(120), 'bare', bareIdle),
    valueRow('resident memory after load', 'MB', loaded, atMost(150), 'bare', bareLoaded),
  ];
};

/** Resident memory during a long mixed load, with the cache on and off in turns. It needs `--minutes`. */
export const soak: Workload = async (conditions) => {
  const { minutes } = conditions;
  if (minutes === undefined) return [];
  await using opened = await openServices(conditions, 1, true);
  const [service] = opened.services;
  const samples: { readonly x: number; readonly y: number }[] = [];
  const startedAt = performance.now();
  const hours = (): number => (performance.now() - startedAt) / 3_600_000;
  while (hours() < minutes / 60) {
    for (const name of ['mix-hit', 'mix'] as const) {
      const y = await memoryAfter([name], { ...conditions, seconds: 5 }, service);
      samples.push({ x: hours(), y });
    }
  }
  // The first quarter is the warm-up.
  const warm = samples.slice(Math.floor(samples.length / 4));
  const values = warm.map(({ y }) => y);
  return [
    valueRow(`resident memory during ${minutes} minutes of load`, 'MB', values),
    valueRow('its growth', 'MB/h', [slope(warm)]),
  ];
};
