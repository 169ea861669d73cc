import type { OtherVersion } from '../servers/other-version.ts';
import { openServices } from '../servers/service.ts';
import { rateRow } from '../table.ts';
import type { Workload } from '../workload.ts';
import { loads, measureBoth } from './comparisons.ts';
import { besideHostile } from './hostile.ts';

const names = ['list-hit', 'list', 'by-id', 'by-id-hit', 'create', 'update'] as const;

/** The loads that another version can be compared by. It has the same posts. */
export const workloadsAgainst = ({ name, program }: OtherVersion): Record<string, Workload> => ({
  ...Object.fromEntries(
    names.map((load) => {
      const { title, cache } = loads[load];
      const workload: Workload = async (conditions) => {
        const [own, other] = await measureBoth(conditions, loads[load], [
          () => openServices(conditions, 1, cache),
          () => openServices(conditions, 1, cache, program),
        ]);
        return [rateRow(title, own, name, other)];
      };
      return [load, workload];
    }),
  ),
  hostile: async (conditions) => [
    ...(await besideHostile()(conditions)),
    ...(await besideHostile(program, `, ${name}`)(conditions)),
  ],
});
