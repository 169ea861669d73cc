import { measureRate } from '../rate.ts';
import { residentMegabytesOf } from '../process-usage.ts';
import { slopeOf, type Sample } from '../slope.ts';
import { openSubject } from '../subject.ts';
import type { Workload } from '../workload.ts';
import { comparisons } from './comparisons.ts';

/** The cache is on and off in turns. */
const loads = comparisons.filter(({ name }) => name === 'mix-hit' || name === 'mix');

/** Of one load, after which memory is read. */
const seconds = 5;

/** The share of the samples that counts as warm-up. */
const warmShare = 0.25;

/** Resident memory during a long mixed load. It needs `--minutes`. */
export const soak: Workload = {
  name: 'soak',
  measure: async (conditions) => {
    const { minutes, connections, data } = conditions;
    if (minutes === undefined) return [];
    await using subject = await openSubject(conditions, { cache: true });
    const { service } = subject;
    const samples: Sample[] = [];
    const startedAt = performance.now();
    const hours = (): number => (performance.now() - startedAt) / 3_600_000;
    while (hours() < minutes / 60) {
      for (const { cache, requests } of loads) {
        await service.setCache(cache);
        const load = await requests({ service, data });
        if (load === undefined) continue;
        await measureRate([service], { seconds, connections, requests: load });
        samples.push({ at: hours(), value: residentMegabytesOf(service.pid) });
      }
    }
    const warm = samples.slice(Math.floor(samples.length * warmShare));
    return [
      {
        title: `resident memory during ${minutes} minutes of load`,
        unit: 'MB',
        values: warm.map(({ value }) => value),
      },
      {
        title: 'its growth',
        unit: 'MB/h',
        values: [slopeOf(warm)],
      },
    ];
  },
};
