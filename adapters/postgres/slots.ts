import type { Knex } from 'knex';
import type { PoolClient } from './acquisition.ts';
import { noConnection } from './outages.ts';

/** How long one waits for others to end, in milliseconds. */
const patience = 2_000;

/** As many may wait for each slot. */
const waitingPerSlot = 100;

/** Lets so many work at a time; the others wait, in the order they came. */
class Slots {
  #free: number;
  readonly #maxWaiting: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
    this.#maxWaiting = count * waitingPerSlot;
  }

  /** @throws DomainError `dependency_unavailable` when others work for too long. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#take();
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.size >= this.#maxWaiting) throw tooLong();
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(tooLong());
      }, patience);
      this.#waiting.add(begin);
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

const tooLong = (): Error => noConnection(new Error('Too much of its kind is under way already'));

interface PoolSlots {
  readonly writes: Slots;
  readonly snapshots: Slots;
}

const known = new WeakMap<object, PoolSlots>();

const slotsOf = (client: PoolClient): PoolSlots => {
  const there = known.get(client);
  if (there !== undefined) return there;
  const { max } = client.pool;
  const quarter = Math.floor(max / 4);
  const made = {
    writes: new Slots(max - quarter),
    snapshots: new Slots(Math.max(1, quarter)),
  };
  known.set(client, made);
  return made;
};

/**
 * Runs a write, or a transaction of writes. A quarter of the connections, rounded down, is out of
 * reach for these: writes that wait for a lock wait long, and readers do not wait with them.
 *
 * @throws DomainError `dependency_unavailable` when other writes are under way for too long.
 */
export const inWriteSlot = <T>(knex: Knex, work: () => Promise<T>): Promise<T> =>
  slotsOf(knex.client as PoolClient).writes.run(work);

/**
 * Runs a transaction of reads that may take long. A quarter of the connections at most, and at least
 * one, is for these. They are no part of what is left to readers: each takes a write's place.
 *
 * @throws DomainError `dependency_unavailable` when others are under way for too long.
 */
export const inSnapshotSlot = <T>(knex: Knex, work: () => Promise<T>): Promise<T> =>
  slotsOf(knex.client as PoolClient).snapshots.run(() => inWriteSlot(knex, work));
