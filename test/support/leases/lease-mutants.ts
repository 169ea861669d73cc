import { leaseTimes } from '../../../adapters/postgres/leases/lease.ts';
import type { Coordinator } from '../../../core/index.ts';
import type { Faults } from './run-schedule.ts';

/** Replaces `mayServe` or `write` of a coordinator. */
const altering =
  (alter: (intact: Coordinator) => Partial<Coordinator>) =>
  (intact: Coordinator): Coordinator => ({
    join: (memory) => intact.join(memory),
    mayServe: () => intact.mayServe(),
    write: (subjects, work) => intact.write(subjects, work),
    ...alter(intact),
  });

/** Ways to break the protocol, each of which must show in some schedule. */
export const leaseMutants: Readonly<Record<string, Faults>> = {
  'a write that blocks others after its commit': {
    coordinator: altering((intact) => ({
      write: async (subjects, work) => {
        const result = await work({ proof: 'harmless' });
        await intact.write(subjects, async () => undefined);
        return result;
      },
    })),
  },
  'blocks that are not read when joining': {
    registry: (intact) => {
      const joined = new Set<string>();
      return {
        ...intact,
        renew: async (id, held, announce) => {
          const view = await intact.renew(id, held, announce);
          if (joined.has(id) || view === undefined) return view;
          joined.add(id);
          return { ...view, blocks: [] };
        },
      };
    },
  },
  'no fence': { database: { hasNoFence: true } },
  'a block that ends by a timer': {
    coordinator: altering((intact) => ({
      join: (memory) =>
        intact.join({
          dropAll: () => memory.dropAll(),
          block: (subjects) => {
            memory.block(subjects)();
            return () => undefined;
          },
        }),
    })),
  },
  'a lease that is longer than the time after which an instance counts as stopped': {
    times: { ...leaseTimes, lease: 4_000 },
  },
  'no look at the clock after a pause': {
    coordinator: altering((intact) => {
      let wasServing = false;
      return {
        mayServe: () => {
          wasServing = intact.mayServe() || wasServing;
          return wasServing;
        },
      };
    }),
  },
  'no wait after a restart of the server': { database: { isAlwaysSettled: true } },
  'a stopped instance that is not waited for': { times: { ...leaseTimes, stopped: 300 } },
  'a renewal that does not notice the loss of its registration': {
    registry: (intact) => ({
      ...intact,
      renew: async (id, held, announce) =>
        (await intact.renew(id, held, announce)) ?? {
          server: 'run 1',
          settledServer: 'run 1',
          instances: [{ id, stamp: '', held }],
          blocks: [],
        },
    }),
  },
};
