import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Connections } from './connections.ts';

/**
 * How long a connection is kept on which nothing is asked: a request that was on its way when the
 * end was announced arrives within this time, and its answer says that it is the last.
 */
const quietMs = 250;

/**
 * Ends a server whose answers already say that they are the last of their connection: accepts for
 * another moment, then no more, and lets the requests in flight finish, but not for longer than
 * `deadlineMs`: then their connections are cut.
 *
 * @returns how many were cut.
 */
export const drain = async (
  server: Server,
  connections: Connections,
  deadlineMs: number,
): Promise<number> => {
  if (connections.count() > 0) await sleep(quietMs);
  // What has arrived by now is read before anything is taken for quiet.
  await turn();
  const closed = stopListening(server);
  connections.closeQuiet();
  const deadline = new AbortController();
  const isOver = await Promise.race([
    closed.then(() => true),
    sleep(deadlineMs, false, { signal: deadline.signal }).catch(() => true),
  ]);
  deadline.abort();
  const left = isOver ? 0 : connections.count();
  server.closeAllConnections();
  await closed;
  // Ends what the server does at intervals.
  server.close();
  return left;
};

/**
 * Resolves once there is no connection any more. A server of Node's for HTTP would also close what
 * it takes for idle, answers that are still being written among them.
 */
const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
