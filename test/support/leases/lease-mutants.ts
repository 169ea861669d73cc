import {
  leaseTimes,
  type LeaseOptions,
  type LeaseTimes,
} from '../../../adapters/postgres/leases/lease.ts';
import type { LeaseRegistry } from '../../../adapters/postgres/leases/lease-registry.ts';
import type { Coordinator } from '../../../core/index.ts';
import type { Faults } from './run-schedule.ts';

/** Replaces `mayServe` or `write` of a coordinator. */
const altering =
  (alter: (intact: Coordinator) => Partial<Coordinator>) =>
  (intact: Coordinator): Coordinator => ({
    join: (memory) => intact.join(memory),
    mayServe: () => intact.mayServe(),
    confirm: () => intact.confirm(),
    write: (subjects, work) => intact.write(subjects, work),
    ...alter(intact),
  });

/** Replaces calls of a registry. */
const alteringRegistry =
  (alter: (intact: LeaseRegistry) => Partial<LeaseRegistry>) =>
  (options: LeaseOptions): LeaseOptions => ({
    ...options,
    registry: { ...options.registry, ...alter(options.registry) },
  });

const withTimes =
  (times: Partial<LeaseTimes>) =>
  (options: LeaseOptions): LeaseOptions => ({ ...options, times: { ...leaseTimes, ...times } });

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
    options: alteringRegistry((intact) => {
      const joined = new Set<string>();
      return {
        renew: async (id, ...rest) => {
          const view = await intact.renew(id, ...rest);
          if (joined.has(id) || view === undefined) return view;
          joined.add(id);
          return { ...view, blocks: [] };
        },
      };
    }),
  },
  'a fence that does not look for confirmations': { database: { ignoresConfirmations: true } },
  'a confirmation before the memory is blocked': {
    options: alteringRegistry((intact) => ({
      renew: async (id, held, announce) => {
        const { blocks = [] } = (await intact.renew(id, held, announce)) ?? {};
        return intact.renew(id, [...held, ...blocks.map((block) => block.id)], true);
      },
    })),
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
    options: withTimes({ lease: 4_000 }),
  },
  'a lease that is counted from the response': {
    options: (options) => {
      const { pace, registry } = options;
      let sent = 0;
      const times = {
        ...leaseTimes,
        /** Read when the response has arrived, and added to the time before. */
        get lease() {
          return pace.monotonic() - sent + leaseTimes.lease;
        },
      };
      const renew: LeaseRegistry['renew'] = (...args) => {
        sent = pace.monotonic();
        return registry.renew(...args);
      };
      return { ...options, registry: { ...registry, renew }, times };
    },
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
  'no clock that goes on while the machine is suspended': {
    options: (options) => ({ ...options, pace: { ...options.pace, wall: () => 0 } }),
  },
  'no wait after a restart of the server': { database: { isAlwaysSettled: true } },
  'a stopped instance that is not waited for': { options: withTimes({ stopped: 300 }) },
  'a renewal that does not notice the loss of its registration': {
    options: alteringRegistry((intact) => ({
      renew: async (id, held, announce) =>
        (await intact.renew(id, held, announce)) ?? {
          server: 'run 1',
          settledServer: 'run 1',
          instances: [{ id, stamp: '', held }],
          blocks: [],
        },
    })),
  },
  'a load that is kept although a write began meanwhile': {
    memory: (intact) => ({
      ...intact,
      read: async (key, subjects, load, keepingOf) => {
        const found = intact.find<NonNullable<Awaited<ReturnType<typeof load>>>>(key);
        if (found !== undefined) return found.value;
        const loaded = await load();
        return intact.read(key, subjects, async () => loaded, keepingOf);
      },
    }),
  },
};
