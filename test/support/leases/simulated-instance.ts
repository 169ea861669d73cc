import { LeaseCoordinator } from '../../../adapters/postgres/leases/lease-coordinator.ts';
import type { LeaseTimes } from '../../../adapters/postgres/leases/lease.ts';
import type {
  LeaseMessage,
  LeaseRegistry,
} from '../../../adapters/postgres/leases/lease-registry.ts';
import { commitErrorOf } from '../../../adapters/postgres/errors.ts';
import type { Coordinator, FreshMemory, Permit, Subject } from '../../../core/index.ts';
import { freshMemory } from '../../../core/index.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How a simulated network and its processes misbehave: probabilities, and times in milliseconds. */
export interface NetworkFaults {
  readonly lostMessages: number;
  readonly lostAnswers: number;
  readonly slowCalls: number;
}

/** Replaces parts of an instance by faulty ones. */
export interface InstanceFaults {
  readonly times?: LeaseTimes;
  readonly registry?: (intact: LeaseRegistry) => LeaseRegistry;
  readonly coordinator?: (intact: Coordinator) => Coordinator;
}

export interface SimulatedInstance {
  read(subject: Subject): Promise<number>;
  /** @returns the version that it wrote. */
  write(subject: Subject): Promise<number>;
  /** Nothing runs or arrives until the time, and then everything at once. */
  pauseUntil(time: number): void;
  /** Ends the process: nothing runs or arrives any more. */
  kill(): void;
  close(): Promise<void>;
}

interface Surroundings {
  readonly time: VirtualTime;
  readonly database: SimulatedDatabase;
  readonly network: NetworkFaults;
  /** Sends a message to all other instances. */
  readonly send: (from: object, message: LeaseMessage) => void;
  readonly receivers: Map<object, (message: LeaseMessage) => void>;
  readonly faults: InstanceFaults;
}

const answerTimeoutMs = 2_000;
const idleTimeoutMs = 2_000;

export const simulatedInstance = (surroundings: Surroundings): SimulatedInstance => {
  const { time, database, network, faults } = surroundings;
  const self = {};
  const rate = time.between(0.95, 1.05);
  let pausedUntil = 0;
  let isAlive = true;

  /** Runs in this process, when it runs. */
  const run = (event: () => void): void => {
    if (!isAlive) return;
    if (time.now() >= pausedUntil) event();
    else time.at(pausedUntil - time.now(), () => run(event));
  };

  const delay = (): number =>
    time.random() < network.slowCalls ? time.between(50, 1_500) : time.between(0.1, 3);

  /** A step in the database, whose answer takes time and may get lost. */
  const call = <T>(step: (done: (value: T) => void) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      const fail = (error: Error): void => run(() => reject(error));
      const isLost = time.random() < network.lostAnswers;
      const cancel = time.at(answerTimeoutMs, () => fail(new Error('aborted')));
      const answer = (event: () => void): void => {
        if (isLost) return;
        time.at(delay(), () =>
          run(() => {
            cancel();
            event();
          }),
        );
      };
      time.at(delay(), () => {
        try {
          step((value) => answer(() => resolve(value)));
        } catch (error) {
          const rejection = error instanceof Error ? error : new Error(String(error));
          answer(() => reject(rejection));
        }
      });
    });

  const atOnce = <T>(step: () => T): Promise<T> => call((done) => done(step()));

  const registry: LeaseRegistry = {
    register: (previous) => call((done) => database.register(previous, done)),
    renew: async (id, held, announce) => {
      const view = await atOnce(() => {
        const renewed = database.renew(id, held);
        if (announce) surroundings.send(self, { type: 'held' });
        return renewed;
      });
      return view;
    },
    insertBlocks: (writer, subjects) =>
      atOnce(() => {
        const blocks = database.insertBlocks(writer, subjects);
        surroundings.send(self, { type: 'blocked', blocks });
        return blocks.map(({ id }) => id);
      }),
    deleteBlocks: (ids) =>
      atOnce(() => {
        database.deleteBlocks(ids);
        surroundings.send(self, { type: 'ended', blocks: ids });
      }),
    announceEnd: (blocks) => atOnce(() => surroundings.send(self, { type: 'ended', blocks })),
    removeStopped: (id, stamp) => atOnce(() => database.removeStopped(id, stamp)),
    settle: (server) => atOnce(() => database.settle(server)),
    unregister: (id) => atOnce(() => database.remove(id)),
    listen: (receive) =>
      void surroundings.receivers.set(self, (message) => run(() => receive(message))),
    close: async () => void surroundings.receivers.delete(self),
  };

  const start = time.now();
  const leases = new LeaseCoordinator({
    registry: faults.registry?.(registry) ?? registry,
    pace: {
      monotonic: () => (time.now() - start) * rate,
      wall: () => time.now(),
      after: (ms, event) => time.at(ms / rate, () => run(event)),
    },
    declare: () => undefined,
    ...(faults.times && { times: faults.times }),
  });
  const coordinator = faults.coordinator?.(leases) ?? leases;
  const memory: FreshMemory = freshMemory(coordinator, { now: () => 0 }, 100_000);

  /** Two calls, as in a transaction, or one. */
  const store = async (permit: Permit, subject: Subject): Promise<number> => {
    const open = await atOnce(() => {
      const write = database.begin(permit);
      time.at(idleTimeoutMs, write.rollback);
      return write;
    });
    try {
      return await atOnce(() => open.commit([subject]));
    } catch (error) {
      throw commitErrorOf(error);
    }
  };

  const storeAlone = async (permit: Permit, subject: Subject): Promise<number> => {
    try {
      return await call<number>((done) => {
        const write = database.begin(permit);
        // The commit takes its time, whatever happens to the instance.
        time.at(delay(), () => {
          try {
            done(write.commit([subject]));
          } catch {
            write.rollback();
          }
        });
      });
    } catch (error) {
      throw commitErrorOf(error);
    }
  };

  return {
    read: async (subject) =>
      (
        await memory.read(subject, [subject], async () => ({
          version: await atOnce(() => database.read(subject)),
        }))
      ).version,
    write: (subject) =>
      coordinator.write([subject], (permit) =>
        permit.proof === 'alone' ? storeAlone(permit, subject) : store(permit, subject),
      ),
    pauseUntil: (until) => {
      pausedUntil = until;
    },
    kill: () => {
      isAlive = false;
      surroundings.receivers.delete(self);
    },
    close: () => leases.close(),
  };
};
