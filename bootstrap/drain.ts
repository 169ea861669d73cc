import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Stops accepting connections and lets the requests in flight finish, but not for longer than
 * `deadlineMs`: then their connections are cut.
 *
 * @returns whether all of them finished.
 */
export const drain = async (server: Server, deadlineMs: number): Promise<boolean> => {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Connections that only wait for a next request would keep the server open until they time out.
  server.closeIdleConnections();
  const deadline = new AbortController();
  const finished = await Promise.race([
    closed.then(() => true),
    sleep(deadlineMs, false, { signal: deadline.signal }).catch(() => true),
  ]);
  deadline.abort();
  if (!finished) server.closeAllConnections();
  await closed;
  return finished;
};
