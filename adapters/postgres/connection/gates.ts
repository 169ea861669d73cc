import type { Knex } from 'knex';
import { gate, type Gate, type Timer } from '../../../core/index.ts';
import type { Database, DatabaseParams } from './connections.ts';
import { noConnection } from './errors.ts';

/** How long a caller waits at a gate, in milliseconds. */
const maxWaitMs = 2_000;

/** How many callers may wait for each slot of a gate. */
const waitingPerSlot = 100;

interface Gates {
  readonly writes: Gate;
  readonly snapshots: Gate;
}

/**
 * Runs a write, or a transaction with writes. Writes leave a quarter of the connections, rounded down,
 * to reads: a write that waits for a lock occupies its connection.
 *
 * @throws DomainError `dependency_unavailable` when other writes take too long.
 */
export const inWriteGate = <T>(database: Database, work: () => Promise<T>): Promise<T> =>
  gatesOf(database).writes.run(work);

/**
 * Runs a read-only transaction, which may take long. They use at most a quarter of the connections,
 * but at least one. Each also passes the gate of the writes, so that the reserve for reads stays free.
 *
 * @throws DomainError `dependency_unavailable` when others take too long.
 */
export const inSnapshotGate = <T>(database: Database, work: () => Promise<T>): Promise<T> =>
  gatesOf(database).snapshots.run(() => inWriteGate(database, work));

const gatesOfPools = new WeakMap<object, Gates>();

const gatesOf = (database: Database): Gates => {
  const client = database.client as Knex.Client;
  const existing = gatesOfPools.get(client);
  if (existing !== undefined) return existing;
  const { max: connections = 1 } = client.config.pool ?? {};
  const quarter = Math.floor(connections / 4);
  const { timer } = database.userParams as DatabaseParams;
  const gates = {
    writes: gateOf(connections - quarter, timer),
    snapshots: gateOf(Math.max(1, quarter), timer),
  };
  gatesOfPools.set(client, gates);
  return gates;
};

const gateOf = (slots: number, timer: Timer): Gate =>
  gate({
    slots,
    maxWaiting: slots * waitingPerSlot,
    waitTimeout: { ms: maxWaitMs, timer },
    reject: () => noConnection(new Error('Too many writes or snapshots are running')),
  });
