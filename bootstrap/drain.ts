import type { Server } from 'node:http';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Connections } from './connections.ts';
import type { Listener } from './listener.ts';

/**
 * How long a connection is kept on which nothing is asked: a request that was on its way when the
 * end was announced arrives within this time, and its answer says that it is the last.
 */
const quietMs = 250;

export interface Draining {
  readonly server: Server;
  readonly connections: Connections;
  readonly listener: Listener;
  /** For the requests in flight, in milliseconds: then their connections are cut. */
  readonly deadlineMs: number;
}

/**
 * Ends a server whose answers already say that they are the last of their connection: accepts no
 * more, and lets the requests of those who have connected finish.
 *
 * @returns how many were cut.
 */
export const drain = async ({
  server,
  connections,
  listener,
  deadlineMs,
}: Draining): Promise<number> => {
  await listener.stop();
  if (connections.count() > 0) await sleep(quietMs);
  // What has arrived by now is read before anything is taken for quiet.
  await turn();
  connections.closeQuiet();
  const deadline = new AbortController();
  const isOver = await Promise.race([
    connections.allClosed().then(() => true),
    sleep(deadlineMs, false, { signal: deadline.signal }).catch(() => true),
  ]);
  deadline.abort();
  const left = isOver ? 0 : connections.count();
  server.closeAllConnections();
  await connections.allClosed();
  // Ends what the server does at intervals.
  server.close();
  return left;
};
