import type { Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Timer } from '../../core/index.ts';
import type { Connections } from './connections.ts';
import type { Listener } from './listener.ts';

export interface Draining {
  readonly server: Server;
  readonly connections: Connections;
  readonly listener: Listener;
  readonly timer: Timer;
  /**
   * How long idle connections stay open, in milliseconds: a request that is already on its way arrives within
   * this time and gets `Connection: close` with its response.
   */
  readonly idleGraceMs: number;
  /** Time for the requests in flight, in milliseconds. After it, their connections are closed. */
  readonly deadlineMs: number;
}

/**
 * Stops accepting connections and lets the requests in flight finish. Responses must carry
 * `Connection: close` already.
 *
 * @returns how many connections were closed at the deadline.
 */
export const drain = async ({
  server,
  connections,
  listener,
  timer,
  idleGraceMs,
  deadlineMs,
}: Draining): Promise<number> => {
  await listener.stop();
  if (idleGraceMs > 0 && connections.count() > 0) await sleep(idleGraceMs);
  // Reads what has arrived by now, before a connection counts as idle.
  await nextTurn();
  connections.closeIdle();
  const { inTime } = await timer.within(connections.allClosed(), deadlineMs);
  const cut = inTime ? 0 : connections.count();
  server.closeAllConnections();
  await connections.allClosed();
  // Stops the interval that checks for slow requests.
  server.close();
  return cut;
};
