import { gate, type Gate, type Timer } from '../../../core/index.ts';
import { noConnection } from './errors.ts';

/** How long a caller waits at a gate, in milliseconds. */
const maxWaitMs = 2_000;

/** How many callers may wait for each slot of a gate. */
const waitingPerSlot = 100;

/** The gates of a pool, which all its sessions share. */
export interface Gates {
  /**
   * Runs a write, or a transaction with writes. Writes leave a quarter of the connections, rounded down,
   * to reads: a write that waits for a lock occupies its connection.
   *
   * @throws DomainError `dependency_unavailable` when other writes take too long.
   */
  readonly write: Gate['run'];
  /**
   * Runs a read-only transaction, which may take long. They use at most a quarter of the connections,
   * but at least one. Each also passes the gate of the writes, so that the reserve for reads stays free.
   *
   * @throws DomainError `dependency_unavailable` when others take too long.
   */
  readonly snapshot: Gate['run'];
}

/** @param connections how many the pool has. */
export const gatesOf = (connections: number, timer: Timer): Gates => {
  const quarter = Math.floor(connections / 4);
  const writes = gateOf(connections - quarter, timer);
  const snapshots = gateOf(Math.max(1, quarter), timer);
  return {
    write: (work) => writes.run(work),
    snapshot: (work) => snapshots.run(() => writes.run(work)),
  };
};

const gateOf = (slots: number, timer: Timer): Gate =>
  gate({
    slots,
    maxWaiting: slots * waitingPerSlot,
    waitTimeout: { ms: maxWaitMs, timer },
    reject: () => noConnection(new Error('Too many writes or snapshots are running')),
  });
