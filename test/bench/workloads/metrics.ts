import { openServices } from '../servers/service.ts';
import { rateRow, type Row } from '../table.ts';
import type { Workload } from '../workload.ts';
import { loads, measureBoth } from './comparisons.ts';

const names = ['by-id-hit', 'by-id', 'create', 'update'] as const;

/** What metrics cost: the same loads with and without `METRICS_PORT`. */
export const metrics: Workload = async (conditions) => {
  const rows: Row[] = [];
  for (const name of names) {
    const { title, cache } = loads[name];
    const [own, other] = await measureBoth(conditions, loads[name], [
      () => openServices(conditions, 1, cache, undefined, { METRICS_PORT: '0' }),
      () => openServices(conditions, 1, cache),
    ]);
    rows.push(rateRow(`${title}, with metrics`, own, 'own, without', other));
  }
  return rows;
};
