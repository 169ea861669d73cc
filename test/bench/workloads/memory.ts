import { setTimeout as sleep } from 'node:timers/promises';
import { measureRate } from '../rate.ts';
import { residentMegabytesOf } from '../process-usage.ts';
import { startReference } from '../servers/references.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { openSubject, type Subject } from '../subject.ts';
import type { Conditions, Workload } from '../workload.ts';
import { comparisons } from './comparisons.ts';

const idleMs = 3_000;

/** What runs before the memory after load is read. */
const loads = ['list-hit', 'by-id-hit', 'list', 'by-id', 'create'];

/** Resident memory: some seconds after the start, and right after load. */
export const memory: Workload = {
  name: 'memory',
  measure: async (conditions) => {
    const idle: number[] = [];
    const loaded: number[] = [];
    const bareIdle: number[] = [];
    const bareLoaded: number[] = [];
    for (let round = 0; round < conditions.rounds; round += 1) {
      await using subject = await openSubject(conditions, { cache: false });
      const { service } = subject;
      await using bare = await startReference('bare', { ...conditions, origin: service });
      await sleep(idleMs);
      idle.push(residentMegabytesOf(service.pid));
      bareIdle.push(residentMegabytesOf(bare.pid));
      await run(conditions, bare, ['list-hit', 'by-id-hit'], subject);
      bareLoaded.push(residentMegabytesOf(bare.pid));
      await run(conditions, service, loads, subject);
      loaded.push(residentMegabytesOf(service.pid));
    }
    return [
      {
        title: 'resident memory, idle',
        unit: 'MB',
        values: idle,
        reference: { name: 'bare', values: bareIdle },
        target: { of: 'value', comparison: 'at most', value: 120 },
      },
      {
        title: 'resident memory after load',
        unit: 'MB',
        values: loaded,
        reference: { name: 'bare', values: bareLoaded },
        target: { of: 'value', comparison: 'at most', value: 150 },
      },
    ];
  },
};

const run = async (
  { data, seconds, connections }: Conditions,
  server: ServerProcess,
  names: readonly string[],
  { service }: Subject,
): Promise<void> => {
  for (const { requests, cache } of comparisons.filter(({ name }) => names.includes(name))) {
    await service.setCache(cache);
    const load = await requests({ service, data });
    if (load !== undefined) await measureRate([server], { seconds, connections, requests: load });
  }
};
