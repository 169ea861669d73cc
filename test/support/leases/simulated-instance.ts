import { LeaseCoordinator } from '../../../adapters/postgres/leases/lease-coordinator.ts';
import type { LeaseOptions } from '../../../adapters/postgres/leases/lease.ts';
import type {
  LeaseMessage,
  LeaseRegistry,
} from '../../../adapters/postgres/leases/lease-registry.ts';
import { commitErrorOf } from '../../../adapters/postgres/errors.ts';
import type { Coordinator, FreshMemory, Permit, Subject } from '../../../core/index.ts';
import { confirmedReads, freshMemory } from '../../../core/index.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import { simulatedProcess, type NetworkFaults } from './simulated-process.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Replaces parts of an instance by faulty ones. */
export interface InstanceFaults {
  readonly options?: (intact: LeaseOptions) => LeaseOptions;
  readonly coordinator?: (intact: Coordinator) => Coordinator;
  readonly memory?: (intact: FreshMemory) => FreshMemory;
}

export interface SimulatedInstance {
  read(subject: Subject): Promise<number>;
  /** Reads a value that consists of all subjects. @returns their versions. */
  readAll(): Promise<readonly number[]>;
  /** @returns the version that it wrote. */
  write(subject: Subject): Promise<number>;
  /** Nothing runs or arrives for some time, and then everything at once. */
  pause(ms: number): void;
  /** The same for its whole machine, whose monotonic clock stops. */
  suspend(ms: number): void;
  /** A pause as soon as it has sent a renewal. */
  pauseInRenewal(ms: number): void;
  /** Ends the process: nothing runs or arrives any more. */
  kill(): void;
  close(): Promise<void>;
}

interface Surroundings {
  readonly subjects: readonly Subject[];
  readonly time: VirtualTime;
  readonly database: SimulatedDatabase;
  readonly network: NetworkFaults;
  /** Sends a message to all other instances. */
  readonly send: (from: object, message: LeaseMessage) => void;
  readonly receivers: Map<object, (message: LeaseMessage) => void>;
  readonly faults: InstanceFaults;
  /** Whether there are writes by programs that are no instances, so that reads are confirmed. */
  readonly hasOutsideWrites: boolean;
}

const idleTimeoutMs = 2_000;

export const simulatedInstance = (surroundings: Surroundings): SimulatedInstance => {
  const { subjects, time, database, network, faults } = surroundings;
  const self = {};
  const ownProcess = simulatedProcess(time, network);
  const { run, call } = ownProcess;
  let nextPause = 0;

  const atOnce = <T>(step: () => T): Promise<T> => call((done) => done(step()));

  const registry: LeaseRegistry = {
    register: (previous) => call((done) => database.register(previous, done)),
    renew: (id, held, announce) => {
      const view = atOnce(() => {
        const renewed = database.renew(id, held);
        if (announce) surroundings.send(self, { type: 'held', instance: id, held });
        return renewed;
      });
      if (nextPause > 0) ownProcess.pause(nextPause);
      nextPause = 0;
      return view;
    },
    isIntact: (id, server) => atOnce(() => database.isIntact(id, server)),
    insertBlocks: (writer, subjects, ended) =>
      atOnce(() => {
        const blocks = database.insertBlocks(writer, subjects);
        if (ended.length > 0) surroundings.send(self, { type: 'ended', blocks: ended });
        surroundings.send(self, { type: 'blocked', blocks: network.hasLongBlocks ? [] : blocks });
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

  const options: LeaseOptions = { registry, pace: ownProcess.pace, declare: () => undefined };
  const leases = new LeaseCoordinator(faults.options?.(options) ?? options);
  const coordinator = faults.coordinator?.(leases) ?? leases;
  const intact = freshMemory(coordinator, { now: () => 0 }, 100_000);
  const memory = faults.memory?.(intact) ?? intact;
  const reads = surroundings.hasOutsideWrites ? confirmedReads(memory, coordinator) : memory;

  /** Two calls, as in a transaction. */
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

  /** One call, for a single statement. */
  const storeAtOnce = async (permit: Permit, subject: Subject): Promise<number> => {
    try {
      return await call<number>((done) => {
        const write = database.begin(permit);
        // The commit takes its time, whatever happens to the instance.
        time.at(ownProcess.delay(), () => {
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
    read: (subject) =>
      ownProcess.handle(async () => {
        const load = async () => ({ version: await atOnce(() => database.read(subject)) });
        return (await reads.read(subject, [subject], load)).version;
      }),
    readAll: () =>
      ownProcess.handle(() =>
        reads.read(
          'all',
          [],
          () => atOnce(() => database.readAll(subjects)),
          () => ({ subjects }),
          async (known, changed) => {
            const versions = [...known];
            for (const subject of changed) {
              versions[subjects.indexOf(subject)] = await atOnce(() => database.read(subject));
            }
            return versions;
          },
        ),
      ),
    write: (subject) =>
      ownProcess.handle(() =>
        coordinator.write([subject], (permit) =>
          time.random() < 0.5 ? storeAtOnce(permit, subject) : store(permit, subject),
        ),
      ),
    pause: ownProcess.pause,
    suspend: ownProcess.suspend,
    pauseInRenewal: (ms) => {
      nextPause = ms;
    },
    kill: () => {
      ownProcess.kill();
      surroundings.receivers.delete(self);
    },
    close: () => leases.close(),
  };
};
