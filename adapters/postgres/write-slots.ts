import type { Knex } from 'knex';
import type { PoolClient } from './acquisition.ts';
import { noConnection } from './outages.ts';

/** How long a write waits for others to end, in milliseconds. */
const patience = 2_000;

/** As many may wait for each connection that writes may use. */
const waitingPerSlot = 100;

/** Hands out the right to write to so many at a time; the others wait, in the order they came. */
class WriteSlots {
  #free: number;
  readonly #maxWaiting: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
    this.#maxWaiting = count * waitingPerSlot;
  }

  /** @throws DomainError `dependency_unavailable` when others have it for too long. */
  async take(): Promise<void> {
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

  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

const tooLong = (): Error => noConnection(new Error('Too many writes are under way already'));

const slots = new WeakMap<object, WriteSlots>();

const slotsOf = (client: PoolClient): WriteSlots => {
  const known = slots.get(client);
  if (known !== undefined) return known;
  const { max } = client.pool;
  const made = new WriteSlots(max - Math.floor(max / 4));
  slots.set(client, made);
  return made;
};

/**
 * Runs a write, or a transaction of writes. A quarter of the connections, rounded down, is out of
 * reach for these: writes that wait for a lock wait long, and readers do not wait with them.
 *
 * @throws DomainError `dependency_unavailable` when other writes are under way for too long.
 */
export const inWriteSlot = async <T>(knex: Knex, work: () => Promise<T>): Promise<T> => {
  const available = slotsOf(knex.client as PoolClient);
  await available.take();
  try {
    return await work();
  } finally {
    available.release();
  }
};
