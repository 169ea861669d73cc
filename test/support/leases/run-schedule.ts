import type { LeaseMessage } from '../../../adapters/postgres/leases/lease-registry.ts';
import { SimulatedDatabase, type DatabaseFaults } from './simulated-database.ts';
import {
  simulatedInstance,
  type InstanceFaults,
  type SimulatedInstance,
} from './simulated-instance.ts';
import type { NetworkFaults } from './simulated-process.ts';
import { virtualTime } from './virtual-time.ts';

export interface Faults extends InstanceFaults {
  readonly database?: DatabaseFaults;
}

export interface ScheduleResult {
  /** What a client saw that no single copy of the data could have shown. */
  readonly violations: readonly string[];
  readonly reads: number;
  readonly writes: number;
}

const subjects = ['a', 'b', 'c'];
const lengthMs = 30_000;

/**
 * Two to four instances on one database for half a minute of virtual time, with random reads and writes, pauses,
 * suspended machines, crashes, lost and slow messages, restarts and failovers of the database. Everything depends
 * on the seed.
 *
 * Versions of a subject only grow, so the history is linearizable exactly if no operation returns less
 * than one that ended before it began, and every write more.
 *
 * @param hasOutsideWrites whether programs that are no instances write too. Then all reads are confirmed.
 */
export const runSchedule = async (
  seed: number,
  faults: Faults = {},
  hasOutsideWrites = false,
): Promise<ScheduleResult> => {
  const time = virtualTime(seed);
  const database = new SimulatedDatabase(time, faults.database);
  const receivers = new Map<object, (message: LeaseMessage) => void>();
  const network: NetworkFaults = {
    lostMessages: [0, time.between(0, 0.5), 1][Math.floor(3 * time.random())] ?? 0,
    lostAnswers: time.random() < 0.5 ? 0 : time.between(0, 0.03),
    slowCalls: time.random() < 0.5 ? 0 : time.between(0, 0.05),
    hasLongBlocks: seed % 4 === 0,
  };
  const send = (from: object, message: LeaseMessage): void => {
    for (const [receiver, receive] of receivers) {
      if (receiver === from || time.random() < network.lostMessages) continue;
      const copies = time.random() < 0.05 ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        const isSlow = time.random() < network.slowCalls;
        time.at(isSlow ? time.between(10, 5_000) : time.between(0.1, 3), () => receive(message));
      }
    }
  };
  const start = (): SimulatedInstance =>
    simulatedInstance({
      subjects,
      time,
      database,
      network,
      send,
      receivers,
      faults,
      hasOutsideWrites,
    });
  const instances = Array.from({ length: 2 + Math.floor(time.random() * 3) }, start);
  const pick = (): number => Math.floor(time.random() * instances.length);

  const violations: string[] = [];
  const ended = new Map<string, number>();
  const counts = { reads: 0, writes: 0 };
  const operate = async (kind: 'read' | 'write'): Promise<void> => {
    const subject = subjects[Math.floor(time.random() * subjects.length)] ?? 'a';
    const index = pick();
    const floor = ended.get(subject) ?? 0;
    const began = time.now();
    const version = await instances[index]?.[kind](subject).catch(() => undefined);
    if (version === undefined) return;
    counts[kind === 'read' ? 'reads' : 'writes'] += 1;
    if (version < floor || (kind === 'write' && version === floor)) {
      violations.push(
        `seed ${seed}: a ${kind} of ${subject} by instance ${index}, from ${began} to ${time.now()}, returned ${version} after ${floor}`,
      );
    }
    ended.set(subject, Math.max(ended.get(subject) ?? 0, version));
  };

  const writeFromOutside = (): void => {
    const subject = subjects[Math.floor(time.random() * subjects.length)] ?? 'a';
    ended.set(subject, database.writeFromOutside(subject));
  };

  const readAll = async (): Promise<void> => {
    const index = pick();
    const floors = subjects.map((subject) => ended.get(subject) ?? 0);
    const began = time.now();
    const versions = await instances[index]?.readAll().catch(() => undefined);
    if (versions === undefined) return;
    counts.reads += 1;
    const isStale = versions.some((version, n) => version < (floors[n] ?? 0));
    if (isStale || !database.hadState(subjects, versions)) {
      violations.push(
        `seed ${seed}: a read of all by instance ${index}, from ${began} to ${time.now()}, returned ${versions.join()} after ${floors.join()}`,
      );
    }
    subjects.forEach((subject, n) => {
      ended.set(subject, Math.max(ended.get(subject) ?? 0, versions[n] ?? 0));
    });
  };

  const disturb = (): void => {
    const index = pick();
    const chance = time.random();
    if (chance < 0.15) instances[index]?.pause(time.between(10, 10_000));
    else if (chance < 0.25) instances[index]?.suspend(time.between(10, 10_000));
    else if (chance < 0.5) instances[index]?.pauseInRenewal(time.between(10, 10_000));
    else if (chance < 0.7) {
      instances[index]?.kill();
      time.at(time.between(10, 4_000), () => instances.splice(index, 1, start()));
    } else if (chance < 0.8) void instances.splice(index, 1, start())[0]?.close();
    else if (chance < 0.9) database.restart({ losesRegistry: false });
    else database.restart({ losesRegistry: true });
  };

  const writeShare = time.between(0.02, 0.4);
  const repeat = (meanMs: number, event: () => void): void => {
    time.at(time.between(0, 2 * meanMs), () => {
      event();
      repeat(meanMs, event);
    });
  };
  repeat(time.between(10, 60), () => {
    if (time.random() < writeShare) void operate('write');
    else void (time.random() < 0.5 ? operate('read') : readAll());
  });
  if (time.random() < 0.8) repeat(3_000, disturb);
  if (hasOutsideWrites) repeat(time.between(100, 3_000), writeFromOutside);
  await time.runUntil(lengthMs);
  return { violations, ...counts };
};
