import type { Rate } from '../driver/driver.ts';
import type { OtherVersion } from '../servers/other-version.ts';
import { openServices, type Services } from '../servers/service.ts';
import { rateRow } from '../table.ts';
import type { Workload } from '../workload.ts';
import { loads, sendLoad } from './comparisons.ts';

const names = ['list-hit', 'list', 'by-id', 'by-id-hit', 'create', 'update'] as const;

/**
 * The loads that another version can be compared by. Each round starts both, on copies of the same posts, and measures
 * them one after the other.
 */
export const workloadsAgainst = ({ name, program }: OtherVersion): Record<string, Workload> =>
  Object.fromEntries(
    names.map((load) => {
      const { title, cache, requests } = loads[load];
      const workload: Workload = async (conditions) => {
        const own: Rate[] = [];
        const other: Rate[] = [];
        for (let round = 0; round < conditions.rounds; round += 1) {
          await using newer = await openServices(conditions, 1, cache);
          await using older = await openServices(conditions, 1, cache, program);
          const measure = async ({ services: [service] }: Services, into: Rate[]): Promise<void> =>
            void into.push(await sendLoad({ requests }, conditions, service));
          const sides = [() => measure(newer, own), () => measure(older, other)];
          for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side();
        }
        return [rateRow(title, own, name, other)];
      };
      return [load, workload];
    }),
  );
